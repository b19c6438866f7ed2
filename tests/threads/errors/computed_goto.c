/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <fl_threads.h>
static cps void f(int n) { void *to = n ? &&a : &&b; goto *to; a: fl_yield(); b:; }
