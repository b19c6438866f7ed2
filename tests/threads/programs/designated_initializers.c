/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <stdio.h>

#include <fl_threads.h>

static cps int later(int v)
{
  fl_yield();
  return v;
}
struct point {
  int x, y;
};
struct shape {
  const char *name;
  struct point at[3];
  union {
    int i;
    char c[4];
  };
};
static cps void body(int n)
{
  struct shape s = {.at = {[1] = {.y = later(n), .x = 2}, [2].x = later(3)}, .name = "s", .c = {'a', [2] = 'c'}};
  int a[] = {[3] = later(1), 2, [0] = n, later(9)}, m[2][3] = {[1] = {later(5), [2] = 6}};
  fl_yield();
  printf("%s %d %d %d %c%c %d\n", s.name, s.at[0].x, s.at[1].y, s.at[2].x, s.c[0], s.c[2], (int)(sizeof a / sizeof *a));
  printf("%d %d %d %d %d %d\n", a[0], a[1], a[3], a[4], m[1][0], m[1][2]);
  s = (struct shape){.name = "t", .i = later(65)};
  printf("%s %d %d\n", s.name, s.at[1].x, s.i);
}
int main(void)
{
  fl_spawn(body(1));
  fl_spawn(body(4));
  return (int)fl_main_loop();
}
