/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <fl_threads.h>
inline cps int f(void) { fl_yield(); return 0; }
