/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <fl_threads.h>
__attribute__((returns_twice)) int remember(void *place);
static cps int f(void *place) { if (remember(place)) return 1; fl_yield(); return 0; }
