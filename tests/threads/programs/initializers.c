/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <fl_threads.h>

struct s {
  int a;
  char n[6];
  struct {
    int x[3];
  } in;
};
static cps int get(int v)
{
  fl_yield();
  return v;
}
static cps void body(int n)
{
  struct s a = {get(1), "abc", {{get(2), 3}}}, b = {.in = {.x = {[1] = get(n)}}, .a = 4}, c = a, d = {0};
  int v[] = {get(1), 2, [5] = get(3), 4};
  char t[] = "text", u[10] = {'x', (char)get('y')};
  const int k = get(n) + 1;
  const char *w[] = {"one", get(n) ? "two" : "three"};
  fl_yield();
  printf("%d %s %d %d %d %d %d %d %d\n", a.a, a.n, a.in.x[0], a.in.x[1], a.in.x[2], b.in.x[1], b.a, c.in.x[0],
         d.in.x[2]);
  printf("%zu %d %d %s %zu %s %d %s %s\n", sizeof v / sizeof *v, v[5], v[6], t, sizeof t, u, k, w[0], w[1]);
}
int main(void)
{
  fl_spawn(body(0));
  fl_spawn(body(6));
  return (int)fl_main_loop();
}
