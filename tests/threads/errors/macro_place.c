/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <fl_threads.h>
#define READ(p) (*(p) + here())
static int here(void) { return __builtin_alloca(4) != 0; }
static cps int f(int *p) { fl_yield(); int a[*p]; a[0] = READ(p); fl_yield(); return a[0]; }
