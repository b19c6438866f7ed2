/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <fl_threads.h>

static int n;
static cps int c(int v)
{
  n++;
  fl_yield();
  return v;
}
static cps int deep(int a, int b, int d)
{
  if (a) {
    if (c(b)) {
      if (d) return c(1);
      else return c(2);
    } else if (c(d)) {
      while (c(b++) < 3)
        if (c(d) && b == 2) return 3;
    } else return 4;
  } else if (b && (c(d) || c(a))) return 5;
  else
    for (int i = 0; i < 3; i++)
      if (!c(i == d)) continue;
      else return i + 6;
  return 0;
}
static cps void body(void)
{
  for (int i = 0; i < 27; i++) printf("%d", deep(i % 3 - 1, i / 3 % 3 - 1, i / 9));
  printf(" %d\n", n);
}
int main(void)
{
  fl_spawn(body());
  return (int)fl_main_loop();
}
