/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <stdio.h>

#include <fl_threads.h>

static cps int later(int v)
{
  fl_yield();
  return v;
}
struct range {
  int low, high;
};
static cps void body(int n)
{
  int total = 0;
  for (struct range r = {later(0), later(n)}, *p = &r; p->low < p->high; p->low++) total += later(p->low * 3);
  for (int i = 0, j = later(10), *k = &i; i < j; (*k)++, j--) total += later(i) * j;
  for (const char *s = "abc", *e = s + later(3); s != e; s++) total += *s;
  for (int i = 0; i < 2; i++)
    for (int i = 5; i < 7; i++) {
      int i = later(1);
      total += i;
    }
  printf("%d\n", total);
}
int main(void)
{
  fl_spawn(body(1));
  fl_spawn(body(4));
  return (int)fl_main_loop();
}
