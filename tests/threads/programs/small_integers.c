/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <stdio.h>

#include <fl_threads.h>

static cps int later(int v)
{
  fl_yield();
  return v;
}
static cps unsigned char wrap(unsigned char c)
{
  fl_yield();
  return (unsigned char)(c * 3);
}
static cps signed char sign(int v)
{
  fl_yield();
  return (signed char)v;
}
static cps void body(int n)
{
  unsigned char c = (unsigned char)(200 + n);
  short s = (short)40000;
  unsigned u = 0;
  c = wrap(c);
  c++;
  u -= (unsigned)later(1);
  fl_yield();
  printf("%d %d %u %d %d\n", c, s, u, sign(200), wrap(c) << 1 > c);
  printf("%d %d %d\n", (int)(u >> later(28)), -1 >> later(1) < 0, ~c & 0xff);
  long long big = 1LL << later(40);
  printf("%lld %llu %d\n", big * n, (unsigned long long)-1 % 1000, (int)(big >> later(38)));
}
int main(void)
{
  fl_spawn(body(1));
  fl_spawn(body(4));
  return (int)fl_main_loop();
}
