/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <stdbool.h>
#include <stdio.h>

#include <fl_threads.h>

static cps int later(int v)
{
  fl_yield();
  return v;
}
static cps bool odd(int v)
{
  fl_yield();
  return v & 1;
}
static cps bool any(const void *p, double d)
{
  fl_yield();
  bool b = p;
  b |= (bool)d;
  return b;
}
static cps void body(int n)
{
  bool a = odd(n), b = later(256), c = !later(0);
  a ^= odd(3);
  b += later(5);
  fl_yield();
  int count = 0;
  for (bool more = true; more; more = odd(++count) || count < 4) c = !c;
  printf("%d %d %d %d %d %d\n", a, b, c, count, any(NULL, 0.1), any(NULL, 0));
}
int main(void)
{
  fl_spawn(body(1));
  fl_spawn(body(4));
  return (int)fl_main_loop();
}
