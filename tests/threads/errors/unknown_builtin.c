/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <fl_threads.h>
#include <stdatomic.h>
static atomic_long total;
static cps int g(long v) { fl_yield(); return v != 0; }
static cps double deduced(double x) { __auto_type r = __builtin_fabsf64(x); fl_yield(); return r; }
static cps double named(double x) { __typeof__(__builtin_sqrtf64(x)) r = x; fl_yield(); return r; }
static cps long added(void) { __auto_type before = atomic_fetch_add(&total, 1); fl_yield(); return before; }
void start(void);
void start(void) { fl_spawn(g(atomic_fetch_add(&total, 1))); }
static cps double fine(double x) { double r = __builtin_sqrtf64(x); fl_yield(); return r; }
