/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <stdio.h>

#include <fl_threads.h>

#include "api.h"

cps int said(int v);

cps int outside(int v)
{
  fl_yield();
  return v;
}

#pragma GCC visibility push(hidden)
static cps void run(void)
{
  cps int (*one)(int) = thrice;
  printf("%d %d %d %d\n", twice(1), one(2), said(3), weaker(4));
}
#pragma GCC visibility pop

int main(void)
{
  fl_spawn(run());
  return (int)fl_main_loop();
}
