/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <fl_threads.h>
static cps void f(int n) { char *p = __builtin_alloca(n); fl_yield(); *p = 0; }
