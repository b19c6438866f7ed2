/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <fl_threads.h>
static cps int g(int x) { fl_yield(); return x; }
int (*p)(int) = g;
