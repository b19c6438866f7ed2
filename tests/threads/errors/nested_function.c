/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <fl_threads.h>
static cps int f(int x) { int g(int y) { return x + y; } fl_yield(); return g(1); }
