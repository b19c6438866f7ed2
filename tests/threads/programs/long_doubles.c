/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <stdio.h>

#include <fl_threads.h>

static cps long double half(long double x)
{
  fl_yield();
  return x / 2;
}
static cps void body(int n)
{
  long double x = 1.0L * n, y = half(x) + half(half(x));
  float f = 0.1f;
  double d = 0.1;
  fl_yield();
  x += half(y);
  printf("%.3Lf %.3Lf %d %d\n", x, y, (double)f == d, (int)(f * 10 + (float)half(d)));
}
int main(void)
{
  fl_spawn(body(1));
  fl_spawn(body(4));
  return (int)fl_main_loop();
}
