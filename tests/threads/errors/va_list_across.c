/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <fl_threads.h>
#include <stdarg.h>
static cps int f(va_list l) { va_list m; va_copy(m, l); fl_yield(); return va_arg(m, int); }
