/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <stdio.h>

#include <fl_threads.h>

static cps void body(int n)
{
  cps int helper(int);
  cps int (*p)(int) = helper;
  extern int native(int);
  typedef int number;
  number x = helper(n);
  {
    cps int helper(int v);
    x += p(helper(x));
  }
  printf("%d %d\n", (int)x, native((int)x));
}
cps int helper(int v)
{
  fl_yield();
  return v + 1;
}
int native(int v)
{
  return v * 2;
}
int main(void)
{
  fl_spawn(body(1));
  fl_spawn(body(4));
  return (int)fl_main_loop();
}
