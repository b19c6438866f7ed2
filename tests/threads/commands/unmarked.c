/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Three marks are missing: `fairlead threads infer` finds them. */
#include <stdio.h>

#include <fl_threads.h>

#define KEPT __attribute__((noinline))
#define NOTHING
KEPT static int middle(int v);
cps int low(int v)
{
  fl_yield();
  return v + 1;
}
NOTHING static int high(int v)
{
  return middle(v) + 1;
}
static int middle(int v)
{
  return low(v) + low(0);
}
static void top(void)
{
  printf("%d\n", high(3));
}
int main(void)
{
  fl_spawn(top());
  return (int)fl_main_loop();
}
