/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <fl_threads.h>
cps extern void f(void) __attribute__((stdcall));
