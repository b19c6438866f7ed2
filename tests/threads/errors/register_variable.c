/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <fl_threads.h>
static cps int f(void) { register int r __asm__("rbx") = 1; fl_yield(); return r; }
