/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <fl_threads.h>

static int calls;
static cps int get(int v)
{
  calls++;
  fl_yield();
  return v;
}
static cps void body(int a)
{
  int r = a ? get(1) : get(2);
  int s = get(a) ? a ? get(3) : 4 : get(5);
  long long l = a > 1 ? get(7) : 70000000000L;
  const char *t = get(a) ? "yes" : "no";
  double d = a ? 1.5 : get(2);
  int e = a ?: get(9), f = get(a) ?: get(10);
  a ? (void)get(1) : fl_yield();
  printf("%d %d %lld %s %g %d %d %d\n", r, s, l, t, d, e, f, (get(a) ? 10 : 20) + (a ? get(1) : get(2)));
}
int main(void)
{
  fl_spawn(body(0));
  fl_spawn(body(1));
  fl_spawn(body(2));
  size_t left = fl_main_loop();
  printf("%d calls\n", calls);
  return (int)left;
}
