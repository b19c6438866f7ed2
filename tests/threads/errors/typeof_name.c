/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <fl_threads.h>
static cps int f(int x) { int y = x; fl_yield(); __typeof__(y) z = 3; fl_yield(); return y + z; }
