/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <fl_threads.h>
#include <stdatomic.h>
static atomic_long total;
static cps int g(void) { fl_yield(); return 1; }
static cps long f(int n) { return n ? atomic_fetch_add(&total, 1) : g(); }
