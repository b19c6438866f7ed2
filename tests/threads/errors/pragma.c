/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <fl_threads.h>
static cps int f(int n)
{
  int sum = 0;
#pragma GCC unroll 4
  for (int i = 0; i < n; i++) {
    fl_yield();
    sum += i;
  }
  while (
#pragma GCC diagnostic push
         n-- > fl_wait(0))
    ;
  return sum;
}
