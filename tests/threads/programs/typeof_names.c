/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <stdio.h>

#include <fl_threads.h>

static cps int later(int v)
{
  fl_yield();
  return v;
}
static cps void body(int n)
{
  long long big = n;
  fl_yield();
  __typeof__(big) a = big << 40;
  __typeof__(&big) p = &big;
  __typeof__(later(1)) unsuspended = 5;
  fl_yield();
  {
    char big = 'b';
    fl_yield();
    __typeof__(big) c = (__typeof__(big))(big + 256);
    printf("%d %d ", (int)sizeof c, c);
  }
  *p += (__typeof__(*p))a + (__typeof__(n))2.9;
  printf("%lld %d\n", big, unsuspended);
}
int main(void)
{
  fl_spawn(body(1));
  fl_spawn(body(4));
  return (int)fl_main_loop();
}
