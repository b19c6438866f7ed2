/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <fl_threads.h>

static cps int add(int a, int b)
{
  fl_yield();
  return a + b;
}
static int plus(int a, int b) { return a + b; }
static cps int mul(int a, int b)
{
  int r = 0;
  while (b-- > 0) r = add(r, a);
  return r;
}
static cps void body(void)
{
  printf("%d\n", add(add(1, 2), add(3, add(4, 5))));
  printf("%d\n", plus(mul(3, 4), plus(add(1, 1), mul(2, add(1, 2)))) + add(100, plus(1, 1)));
  printf("%d %d %d\n", add(1, 2), mul(2, 2), add(3, mul(4, 1)));
}
int main(void)
{
  fl_spawn(body());
  fl_spawn(body());
  return (int)fl_main_loop();
}
