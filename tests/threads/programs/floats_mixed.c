/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <math.h>
#include <stdio.h>

#include <fl_threads.h>

static cps int later(int v)
{
  fl_yield();
  return v;
}
static cps float f(float a, double b, int c)
{
  fl_yield();
  return (float)(a * b + c);
}
static cps double root(double x)
{
  double r = x, old;
  do {
    old = r;
    fl_yield();
    r = (r + x / r) / 2;
  } while (r != old && r - old < -1e-9);
  return r;
}
static cps void body(int n)
{
  double d = f(1.5f, 2, later(n)) + root(n * 4);
  float g = (float)later(3) / 2;
  fl_yield();
  d += g > 1.4f ? 0.25 : -0.25;
  printf("%.3f %d %d\n", d, (int)d, isnan(d / later(1)) || later((int)g) != 1);
}
int main(void)
{
  fl_spawn(body(1));
  fl_spawn(body(4));
  return (int)fl_main_loop();
}
