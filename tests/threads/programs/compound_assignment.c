/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <fl_threads.h>

static long g = 100;
static cps long bump(long v)
{
  fl_yield();
  g += v;
  return v;
}
static cps void body(void)
{
  long x = 5;
  x += bump(2);
  x -= bump(1);
  x *= bump(3);
  x <<= bump(2);
  x |= bump(1);
  x ^= bump(8);
  x %= bump(50);
  x /= bump(2);
  x &= bump(15);
  x >>= bump(1);
  printf("%ld\n", x);
  g += bump(1000);
  printf("%ld\n", g);
  unsigned char c = 250;
  c += bump(10);
  short s = 1;
  s = bump(70000);
  int y = x = bump(4);
  double d = 0.5;
  d *= bump(3);
  printf("%d %d %d %ld %g\n", c, s, y, x, d);
}
int main(void)
{
  fl_spawn(body());
  return (int)fl_main_loop();
}
