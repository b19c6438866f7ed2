/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <fl_threads.h>

static cps int get(int v)
{
  fl_yield();
  return v;
}
static cps void body(int n)
{
  int a, b, c;
  if (n) a = get(1);
  else b = get(2);
  for (int i = 0; i < 3; i++) {
    int d;
    if (i == 0) c = get(5);
    d = c + i;
    fl_yield();
    c = d;
  }
  if (n) printf("%d ", a);
  else printf("%d ", b);
  printf("%d\n", c);
}
int main(void)
{
  fl_spawn(body(0));
  fl_spawn(body(1));
  return (int)fl_main_loop();
}
