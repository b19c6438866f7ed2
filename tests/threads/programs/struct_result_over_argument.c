/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <fl_threads.h>

struct big {
  long v[20];
};
static cps struct big next(struct big *from)
{
  struct big r = *from;
  for (int i = 0; i < 20; i++) {
    r.v[i] += from->v[19 - i];
    if (i % 7 == 0) fl_yield();
  }
  return r;
}
static cps struct big same(struct big b) { return b; }
static cps struct big later(struct big b)
{
  fl_yield();
  b.v[3]++;
  return b;
}
static cps void body(void)
{
  struct big s;
  for (int i = 0; i < 20; i++) s.v[i] = i;
  s = next(&s);
  s = next(&s);
  s = same(s);
  s = later(same(s));
  long sum = 0;
  for (int i = 0; i < 20; i++) sum = sum * 3 % 1000003 + s.v[i];
  printf("%ld %ld\n", sum, later(s).v[3]);
}
int main(void)
{
  fl_spawn(body());
  fl_spawn(body());
  return (int)fl_main_loop();
}
