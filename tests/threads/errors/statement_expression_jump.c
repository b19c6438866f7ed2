/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <fl_threads.h>
static cps int f(int n) { for (;;) { fl_yield(); n += ({ if (n > 3) break; 1; }); } return n; }
