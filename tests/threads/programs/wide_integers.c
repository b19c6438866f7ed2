/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <stdio.h>

#include <fl_threads.h>

static cps int later(int v)
{
  fl_yield();
  return v;
}
#ifdef __SIZEOF_INT128__
typedef __int128 wide;
#else
typedef long long wide;
#endif
static cps wide power(wide b, int e)
{
  wide r = 1;
  while (e-- > 0) {
    r *= b;
    fl_yield();
  }
  return r;
}
static cps void body(int n)
{
  wide w = power(3, 30 + n), all[2] = {w, power(-2, 5)};
  fl_yield();
  printf("%d %d %d\n", (int)(w % 1000007), (int)all[1], (int)((all[0] >> later(8)) & 0xff));
}
int main(void)
{
  fl_spawn(body(1));
  fl_spawn(body(4));
  return (int)fl_main_loop();
}
