/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <fl_threads.h>

typedef cps int op(int, int);
typedef cps int (*handler)(int);
static cps int add(int a, int b)
{
  fl_yield();
  return a + b;
}
static cps int mul(int a, int b)
{
  fl_yield();
  fl_yield();
  return a * b;
}
static cps int neg(int a) { return -a; }
static op *pick(int which) { return which ? add : mul; }
static cps int fold(op *f, const int *v, int n, int start)
{
  for (int i = 0; i < n; i++) start = f(start, v[i]);
  return start;
}
static cps handler choose(int n)
{
  fl_yield();
  return n ? neg : 0;
}
static cps void body(void)
{
  int v[] = {1, 2, 3, 4};
  cps int (*f)(int, int) = add;
  op *g = &mul, *table[] = {add, mul, f};
  printf("%d %d %d\n", f(1, 2), (*g)(3, 4), table[2](5, 6));
  printf("%d %d %d %d\n", fold(add, v, 4, 0), fold(mul, v, 4, 1), pick(1)(7, 8), pick(0)(7, 8));
  printf("%d %d\n", choose(1)(9), f(g(2, 3), table[1](4, 5)));
  f = f == add ? mul : add;
  printf("%d\n", f(10, 10));
}
int main(void)
{
  fl_spawn(body());
  return (int)fl_main_loop();
}
