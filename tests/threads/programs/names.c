/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <fl_threads.h>

struct h {
  int h, at, run, result, x, s, c;
};
static cps int h(int h)
{
  fl_yield();
  return h;
}
static cps int at(int s, int x, int c)
{
  int run = h(s), result = h(x);
  fl_yield();
  return run * 100 + result * 10 + c;
}
static cps void body(int frame)
{
  struct h x = {.h = 1, .x = 2};
  int t = h(3), back = h(4);
x:
  t += back;
  fl_yield();
  if (t < 20) goto x;
  x.c = h(x.h) + h(x.x);
  {
    struct h c = x;
    int s = c.c;
    fl_yield();
    x.s = s;
  }
  printf("%d %d %d %d %d %zu\n", frame, t, x.c, x.s, at(1, 2, 3), __builtin_offsetof(struct h, x));
}
int main(void)
{
  fl_spawn(body(1));
  return (int)fl_main_loop();
}
