/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <fl_threads.h>
static cps int f(int n) { struct { char a[sizeof n], b; } p = { "1", 2 }; fl_yield(); return p.b; }
