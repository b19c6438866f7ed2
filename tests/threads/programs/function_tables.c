/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <stdio.h>

#include <fl_threads.h>

static cps int later(int v)
{
  fl_yield();
  return v;
}
struct ops {
  const char *name;
  cps int (*apply)(int, int);
  int (*native)(int);
};
static cps int plus(int a, int b)
{
  fl_yield();
  return a + b;
}
static cps int times(int a, int b)
{
  for (int r = 0;; a--) {
    if (!a) return r;
    r = plus(r, b);
  }
}
static int negate(int a)
{
  return -a;
}
typedef cps int binary(int, int);
static binary *choose(int which)
{
  return which ? plus : times;
}
static cps int fold(binary *f, const int *a, int n)
{
  int r = *a;
  while (--n) r = f(r, *++a);
  return r;
}
static cps void body(int n)
{
  struct ops ops[] = {{"plus", plus, negate}, {"times", times, negate}}, *o = ops;
  int a[] = {n, 2, 3};
  for (; o < ops + 2; o++) printf("%s %d\n", o->name, o->native((*o->apply)(n, o[0].apply(2, later(3)))));
  printf("%d %d\n", fold(choose(later(0)), a, 3), choose(1)(fold(plus, a, 3), later(1)));
}
int main(void)
{
  fl_spawn(body(1));
  fl_spawn(body(4));
  return (int)fl_main_loop();
}
