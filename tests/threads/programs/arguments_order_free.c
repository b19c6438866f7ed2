/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <fl_threads.h>

static cps int id(int v)
{
  fl_yield();
  return v;
}
static int three(int a, int b, int c) { return a * 100 + b * 10 + c; }
static cps int many(int a, int b, int c, int d, int e, int f, int g, int h, double i, char j)
{
  fl_yield();
  return a + b * 2 + c * 3 + d * 4 + e * 5 + f * 6 + g * 7 + h * 8 + (int)(i * 9) + j;
}
static cps void body(void)
{
  int x = 2;
  printf("%d %d\n", three(id(1), x, id(3)), three(x, id(x), x));
  printf("%d\n", many(id(1), 2, id(3), x, 5, id(6), 7, id(8), id(9), (char)id(10)));
}
int main(void)
{
  fl_spawn(body());
  return (int)fl_main_loop();
}
