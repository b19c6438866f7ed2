/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <fl_threads.h>
static cps void f(int n) { __label__ a; void *to = &&a; if (n) goto *to; a: fl_yield(); }
