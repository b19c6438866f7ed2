/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <fl_threads.h>
static void done(int *p) { *p = 0; }
static cps void f(void) { __attribute__((cleanup(done))) int x = 1; fl_yield(); x++; }
