/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <stdio.h>

#include <fl_threads.h>

#define kind(x) _Generic((x), int: "int", double: "double", char *: "text", const char *: "constant", default: "other")
#define twice(x) _Generic((x), int: twice_int, double: twice_double)(x)
static cps int twice_int(int v)
{
  fl_yield();
  return 2 * v;
}
static double twice_double(double v)
{
  return 2 * v;
}
static cps void body(int n)
{
  double d = n + 0.5;
  char text[] = "t";
  fl_yield();
  int r = twice_int(n);
  printf("%s %s %s %s %s\n", kind(n), kind(d), kind(&text[0]), kind((const char *)text), kind(1L));
  printf("%d %g\n", r, twice(d));
}
int main(void)
{
  fl_spawn(body(1));
  fl_spawn(body(4));
  return (int)fl_main_loop();
}
