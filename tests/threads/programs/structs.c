/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <fl_threads.h>

struct point {
  int x, y;
};
struct line {
  struct point a, b;
  char name[8];
};
static cps struct point make(int x, int y)
{
  fl_yield();
  return (struct point){x, y};
}
static cps struct point shift(struct point p, int by)
{
  p.x += by;
  fl_yield();
  p.y += by;
  return p;
}
static cps struct line join(struct point a, struct point b)
{
  struct line l = {a, b, "line"};
  fl_yield();
  return l;
}
static cps void body(int n)
{
  struct point p = make(n, n + 1), q;
  q = shift(p, 10);
  struct line l = join(shift(p, 1), q), k = l;
  k.a = make(7, 8);
  l.b.x = make(9, 9).y;
  printf("%d %d %d %d %s %d %d %d\n", p.x, q.y, l.a.x, l.b.x, join(p, q).name, k.a.y, make(3, 4).x,
         shift(make(1, 2), 3).y);
  struct point *r = &q;
  *r = shift(*r, 1);
  r->x = make(5, 6).x + r->y;
  printf("%d %d\n", q.x, q.y);
}
int main(void)
{
  fl_spawn(body(1));
  fl_spawn(body(50));
  return (int)fl_main_loop();
}
