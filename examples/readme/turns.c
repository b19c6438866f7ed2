/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <fl_threads.h>
#include <stdio.h>

static cps void count(const char *who) {
  for (int i = 1; i < 3; i++, fl_yield()) printf("%s %d\n", who, i);
}

int main(void) { return fl_spawn(count("ann")), fl_spawn(count("bob")), (int)fl_main_loop(); }
