// SPDX-License-Identifier: Apache-2.0 OR MIT
// What is written only perhaps, only in part, or through an address lives across suspensions.
#include <stdio.h>
#include <fl_threads.h>

struct pair {
  int a, b;
};

static cps int perhaps(int c)
{
  int x = 1, y = 2, z = 3, w = 4;
  fl_yield();
  (void)(c && (x = 10));
  (void)(c || (y = 20));
  c ? (z = 30) : 0;
  if (c > 1 && (w = 40) > c)
    c++;
  fl_yield();
  return x * 1000 + y * 100 + z * 10 + w;
}

static cps int partly(int i)
{
  struct pair p = { 1, 2 };
  int m[3] = { 3, 4, 5 };
  int sum = 6;
  fl_yield();
  p.a = 7;
  m[i] = 8;
  sum += 9;
  fl_yield();
  int again = sum = sum + p.b;
  fl_yield();
  return again + p.a + p.b + m[0] + m[1] + m[2];
}

static cps void bump(int *p)
{
  fl_yield();
  ++*p;
}

static cps int addresses(void)
{
  int x = 1;
  struct pair p = { 2, 3 };
  int m[2] = { 4, 5 };
  int *px = &x, *pb = &p.b, *pm = m, *literal = (int[]){ 6, 7 };
  int *inside = __extension__({ int *q = &p.a; q; });
  fl_yield();
  bump(px);
  bump(pb);
  bump(pm + 1);
  bump(literal + 1);
  bump(inside);
  fl_yield();
  return x + p.a * 10 + p.b * 100 + m[1] * 1000 + literal[1] * 10000;
}

// What nobody reads any more is written perhaps, and must not lie where something else is by then.
static cps int dead(int c)
{
  int x = c + 1;
  fl_yield();
  int sum = x;
  fl_yield();
  int y = sum + c;
  fl_yield();
  (void)(c && (x = 1000));
  c ? (x = 2000) : 0;
  fl_yield();
  return y;
}

struct lent {
  int v[2];
};
static cps struct lent lend(int a) { fl_yield(); return (struct lent){ { a, a + 1 } }; }
static cps int add(const int *a, const int *b) { fl_yield(); return a[0] + b[1]; }

static cps void run(int c)
{
  printf("%d: %d", c, perhaps(c));
  printf(" %d", partly(c));
  printf(" %d %d", addresses(), dead(c));
  printf(" %d\n", add(lend(c).v, lend(c + 5).v));
}

int main(void)
{
  for (int c = 0; c < 3; c++)
    fl_spawn(run(c));
  return (int)fl_main_loop();
}
