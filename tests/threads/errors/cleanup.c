/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <fl_threads.h>
static void done(int *p) { *p = 0; }
static cps void f(void) { for (__attribute__((cleanup(done))) int x = 1; x < 3; x++) fl_yield(); }
static cps int g(void) { return ({ __attribute__((cleanup(done))) int x = 1; fl_yield(); x; }); }
