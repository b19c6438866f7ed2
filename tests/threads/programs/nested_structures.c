/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <stdio.h>

#include <fl_threads.h>

static cps int later(int v)
{
  fl_yield();
  return v;
}
struct a {
  char c;
  short s;
};
struct b {
  struct a x[2];
  double d;
};
struct c {
  struct b one, *other;
  int n;
};
static cps struct a first(struct a v)
{
  fl_yield();
  v.s++;
  return v;
}
static cps struct b second(struct b v, struct a w)
{
  v.x[later(1)] = first(w);
  v.d += first(v.x[1]).s;
  return v;
}
static cps struct c third(struct c v)
{
  v.one = second(v.one, first(v.other->x[0]));
  *v.other = second(second(v.one, v.one.x[0]), first(first(v.one.x[1])));
  v.n += later(v.one.x[1].c);
  return v;
}
static cps void body(int n)
{
  struct b o = {{{'p', 1}, {'q', 2}}, 0.5};
  struct c v = {{{{'r', 3}, {'s', (short)n}}, n}, &o, 4};
  v = third(third(v));
  printf("%d %d %g %d %d %g\n", v.n, v.one.x[1].s, v.one.d, o.x[0].s, o.x[1].s, o.d);
}
int main(void)
{
  fl_spawn(body(1));
  fl_spawn(body(4));
  return (int)fl_main_loop();
}
