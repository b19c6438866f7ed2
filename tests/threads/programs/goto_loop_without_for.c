/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <fl_threads.h>

static cps int step(int v)
{
  fl_yield();
  return v + 1;
}
static cps void body(int n)
{
  int i = 0, j;
top:
  j = 0;
inner:
  j = step(j);
  if (j < 3) goto inner;
  i = step(i);
  if (i < n) goto top;
  printf("%d %d\n", i, j);
}
int main(void)
{
  fl_spawn(body(2));
  fl_spawn(body(4));
  return (int)fl_main_loop();
}
