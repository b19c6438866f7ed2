/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <fl_threads.h>
cps int g();
static cps int f(void) { return g(1); }
