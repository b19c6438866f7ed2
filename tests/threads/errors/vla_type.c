/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <fl_threads.h>
static cps void f(int n) { typedef int row[n]; row *r = 0; fl_yield(); (void)r; }
