/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <stdio.h>

#include <fl_threads.h>

static cps int later(int v)
{
  fl_yield();
  return v;
}
struct value {
  int v;
};
static cps int pick(int a, int b, int c)
{
  return later(a) ? later(b) ? 1 : later(c) ? 2 : 3 : b ? later(4) : c ? 5 : later(6);
}
static cps void body(int n)
{
  for (int i = 0; i < 8; i++) printf("%d", pick(i & 1, i & 2, i & 4));
  int x = 1, y = 2;
  *(later(n) > 2 ? &x : &y) = later(7);
  (n > 2 ? x : y) > 6 ? (void)fl_yield() : (void)puts("?");
  struct value a = {1}, b = {2}, c = later(n) > 2 ? a : b;
  printf(" %d %d %d\n", x, y, c.v);
}
int main(void)
{
  fl_spawn(body(1));
  fl_spawn(body(4));
  return (int)fl_main_loop();
}
