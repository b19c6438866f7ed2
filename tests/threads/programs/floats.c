/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <fl_threads.h>

static cps double half(double d)
{
  fl_yield();
  return d / 2;
}
static cps float third(float f)
{
  fl_yield();
  return f / 3;
}
static cps long double more(long double d)
{
  fl_yield();
  return d * 1.5L;
}
static cps void body(void)
{
  double d = 9;
  float f = 9;
  long double l = 2;
  d = half(d) + half(3);
  f = third(f) + 1;
  l = more(l) + more(more(1));
  int i = half(7), j = third(10);
  d += third(3.0);
  f = half(f);
  printf("%g %g %Lg %d %d %g\n", d, (double)f, l, i, j, half(third(half(12))));
}
int main(void)
{
  fl_spawn(body());
  return (int)fl_main_loop();
}
