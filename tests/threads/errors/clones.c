/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Several functions of C would have to be there more than once, and agree on which of them runs. */
#include <fl_threads.h>
static cps __attribute__((target_clones("avx2", "default"))) int sum(int n)
{
  int s = 0;
  for (int i = 0; i < n; i++) {
    fl_yield();
    s += i;
  }
  return s;
}
cps void run(void)
{
  sum(3);
}
