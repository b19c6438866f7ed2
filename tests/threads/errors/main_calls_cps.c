/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <fl_threads.h>
static cps void f(void) { fl_yield(); }
int main(void) { f(); return 0; }
