/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <fl_threads.h>
static cps int g(int v) { fl_yield(); return v; }
static cps int f(enum { MINUS = -1, PLUS = 1 } sign) { return g(3) * (sign == MINUS ? -1 : 1); }
static cps int h(struct inside { int a; } s) { return g(s.a); }
