/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <fl_threads.h>
static cps int f(int x) { int fl__s = x; fl_yield(); return fl__s; }
