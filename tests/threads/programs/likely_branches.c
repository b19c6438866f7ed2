/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <stdio.h>

#include <fl_threads.h>

static cps int later(int v)
{
  fl_yield();
  return v;
}
#define likely(x) __builtin_expect(!!(x), 1)
#define unlikely(x) __builtin_expect(!!(x), 0)
static cps void body(int n)
{
  int r = 0;
  if (likely(later(n) > 2)) r = 1;
  if (unlikely(r == 0 && later(1))) r = 2;
  while (likely(later(r) < 5)) r++;
  if (__builtin_constant_p(n)) r = 100;
  r += __builtin_popcount((unsigned)later(7)) + __builtin_abs(later(-2));
  printf("%d\n", r);
  if (later(n) > 1000) __builtin_unreachable();
}
int main(void)
{
  fl_spawn(body(1));
  fl_spawn(body(4));
  return (int)fl_main_loop();
}
