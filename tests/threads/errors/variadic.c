/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <fl_threads.h>
#include <stdarg.h>
cps int f(int n, ...) { va_list l; va_start(l, n); fl_yield(); int r = va_arg(l, int); va_end(l); return r; }
