/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <fl_threads.h>
static cps int g(void) { fl_yield(); return 1; }
static cps int f(int n) { struct { char a[sizeof n]; } p = { { (char)g() } }; return p.a[0]; }
