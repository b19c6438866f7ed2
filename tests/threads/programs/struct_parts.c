/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <fl_threads.h>

struct in {
  int a[3];
  struct {
    char c;
    double d;
  } s;
};
static cps int get(int v)
{
  fl_yield();
  return v;
}
static cps struct in make(int v)
{
  struct in r = {.a = {v, v + 1, v + 2}, .s = {'c', v / 2.0}};
  fl_yield();
  return r;
}
static cps void body(void)
{
  struct in x;
  x.a[0] = get(1);
  x.a[1] = get(2);
  x.s.c = (char)get('z');
  x.s.d = get(3);
  x.a[2] = x.a[get(0)] + x.a[get(1)];
  printf("%d %c %g %d %g %d\n", x.a[2], x.s.c, x.s.d, make(4).a[2], make(5).s.d,
         make(6).a[get(1)] + make(7).a[get(0)]);
  int k = (get(1) ? make(8) : make(9)).a[1];
  printf("%d\n", k);
}
int main(void)
{
  fl_spawn(body());
  return (int)fl_main_loop();
}
