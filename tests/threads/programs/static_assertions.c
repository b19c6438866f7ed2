/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <stddef.h>
#include <stdio.h>

#include <fl_threads.h>

static cps int later(int v)
{
  fl_yield();
  return v;
}
struct pair {
  char c;
  long long v;
};
static cps void body(int n)
{
  struct pair p = {'x', n};
  int a[7] = {0};
  fl_yield();
  _Static_assert(sizeof a == 7 * sizeof *a, "seven");
  _Static_assert(offsetof(struct pair, v) > 0, "behind");
  a[sizeof a / sizeof a[0] - 1] = later((int)(sizeof p.c + sizeof(struct pair) / sizeof p));
  fl_yield();
  printf("%d %d %d\n", a[6], (int)sizeof(a[later(1)]), (int)(sizeof(n ? p : p) == sizeof p));
}
int main(void)
{
  fl_spawn(body(1));
  fl_spawn(body(4));
  return (int)fl_main_loop();
}
