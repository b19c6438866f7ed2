/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Blocks, deferred and spawned statements in functions that declare types. */
#include <fl_threads.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static cps int next(void)
{
  static int last;
  fl_yield();
  return ++last;
}

static void show(const char *what, long long v)
{
  printf("%s %lld\n", what, v);
}

static cps int g(int n)
{
  fl_defer show("d1", n);
  struct st { int v; } s = {n};
  for (int i = 0; i < 3; i++) {
    fl_defer { struct st t = s; next(); show("dl", t.v * 10 + i); } if (i == n) return ({ next(); s.v + 100; });
    s.v++;
    if (i == 1) continue;
    next();
  }
  {
    fl_defer next();
    if (n > 5) goto out;
    next();
  }
  out: return s.v;
}

static cps int att(int n)
{
  enum mode { A, B } m = n ? B : A;
  fl_attached(fl_main()) {
    struct loc { int q; } l = {n};
    next();
    if (m == B) return l.q + 7;
    l.q++;
    show("q", l.q);
  }
  fl_detached { struct loc2 { int q; } l = {n}; l.q += 3; next(); m = B; show("det", l.q); }   return m;
}

static cps void body(void)
{
  show("g", g(0));
  show("g", g(1));
  show("g", g(9));
  show("a", att(0));
  show("a", att(3));
  for (int i = 0; i < 3; i++) {
    struct cap { int i; char n[4]; } c = {i, "abc"};
    int arr[2] = {i, i * 2};
    fl_spawned { struct cap mine = c; next(); show("sp", mine.i + arr[1] + mine.n[0]); }
  }
  next();
}

int main(void)
{
  fl_spawn(body());
  return (int)fl_main_loop();
}

