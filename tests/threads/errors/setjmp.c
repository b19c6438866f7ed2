/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <fl_threads.h>
#include <setjmp.h>
static jmp_buf b;
static cps int f(void) { if (setjmp(b)) return 1; fl_yield(); return 0; }
