/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <fl_threads.h>

static int n;
static cps int get(int v)
{
  n += v;
  fl_yield();
  return v;
}
struct s {
  int a;
};
static cps struct s st(int v)
{
  n += v;
  return (struct s){v};
}
static cps void body(void)
{
  get(1);
  (void)get(2);
  (get(3));
  (void)(get(4) + get(5));
  st(6);
  (void)st(7).a;
  get(8), get(9);
  if (get(10))
    ;
  get(11) == 3;
  -get(12);
  (void)(long)get(13);
  printf("%d\n", n);
}
int main(void)
{
  fl_spawn(body());
  return (int)fl_main_loop();
}
