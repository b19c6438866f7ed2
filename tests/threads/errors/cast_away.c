/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <fl_threads.h>
static cps int g(int x) { fl_yield(); return x; }
int f(void) { int (*p)(int) = (int (*)(int))g; return p(1); }
