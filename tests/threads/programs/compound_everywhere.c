/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <stdio.h>

#include <fl_threads.h>

static cps int later(int v)
{
  fl_yield();
  return v;
}
static cps int *at(int *a, int i)
{
  fl_yield();
  return a + i;
}
static cps void body(int n)
{
  int a[5] = {1, 2, 3, 4, 5}, i = 0, *p = a;
  a[later(1)] += later(n);
  *at(a, 2) *= later(3);
  a[i++] -= later(i);
  *p++ <<= later(2);
  (*at(p, later(1)))++;
  p[later(2)] |= a[later(0)] ^= later(8);
  --*at(a, 4), (*p)--;
  for (i = 0; i < 5; i++) printf("%d ", a[i]);
  unsigned char c = 250;
  c += later(10);
  short s = 1;
  s <<= later(14);
  float f = 1;
  f /= later(4);
  printf("%d %d %g\n", c, s, (double)f);
}
int main(void)
{
  fl_spawn(body(1));
  fl_spawn(body(4));
  return (int)fl_main_loop();
}
