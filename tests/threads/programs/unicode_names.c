/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <stdio.h>

#include <fl_threads.h>

static cps int later(int v)
{
  fl_yield();
  return v;
}
static cps int größe(int π)
{
  fl_yield();
  return π * 3;
}
static cps void body(int n)
{
  int naïve = größe(n), \u00e9t\u00e9 = later(2);
  fl_yield();
  printf("%d é %d\n", naïve, été);
}
int main(void)
{
  fl_spawn(body(1));
  fl_spawn(body(4));
  return (int)fl_main_loop();
}
