/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <fl_threads.h>
int g(int x);
static cps int f(int x) { return g(x); }
cps int g(int x) { fl_yield(); return x; }
