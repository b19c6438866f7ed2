/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* A marked function has several symbols, and nobody calls them but what flcc has translated. */
#include <fl_threads.h>
static __attribute__((constructor)) cps void first(void) { fl_yield(); }
static cps void last(void) __attribute__((destructor));
static cps void last(void) { fl_yield(); }
cps int one(void) { fl_yield(); return 1; }
cps int another(void) __attribute__((alias("one")));
