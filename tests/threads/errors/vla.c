/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <fl_threads.h>
static cps void f(int n) { int a[n]; fl_yield(); a[0] = n; }
