/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Types of functions whose names are also those of members, variables and labels. */
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

typedef int T;
struct T { T T; };

static cps void body(void)
{
  struct T T = {3};
  T.T += next() * 0;
  show("T", T.T);
  {
    typedef struct U { int U; struct V { int U; } V; } U;
    U u = {1, {2}};
    struct V v = u.V;
    next();
    U: show("U", u.U + u.V.U + v.U);
    if (0) goto U;
    enum U2 { U2 } w = U2;
    next();
    show("w", w + sizeof(U));
  }
  typedef struct { int x, y; } P;
  P ps[] = {{1, 2}, [2] = {.y = 3}};
  next();
  show("P", ps[2].y + sizeof ps / sizeof *ps);
  P (*pp)[3] = &ps, *(*fn)(P *) = 0;
  next();
  show("pp", (*pp)[0].y + (fn == 0));
  struct { struct { int deep; } in[2]; union { int i; float f; }; } anon = {.in[1].deep = 4, .i = 5};
  __typeof__(anon.in[0]) d = {6};
  next();
  show("anon", anon.in[1].deep + anon.i + d.deep);
  struct list { struct list *next; int v; } a = {0, 1}, b = {&a, 2}, *it;
  int t = 0;
  for (it = &b; it; it = it->next) {
    next();
    t = t * 10 + it->v;
  }
  show("list", t);
  for (struct { int i; } i = {0}; i.i < 2; i.i++) {
    struct in { int q; } in = {i.i};
    next();
    show("in", in.q);
  }
  switch (next() > 0) {
    case 1: {
      union u { char c[3]; short s; } u = {"ab"};
      next();
      show("u", u.c[1] + sizeof u);
    }
  }
  struct bits { unsigned a : 3; int : 0; signed b : 7; } bits = {5, -3};
  next();
  show("bits", bits.a + bits.b);
  struct fam { int n; char s[]; } *fam = malloc(sizeof *fam + 4);
  fam->n = 2;
  strcpy(fam->s, "ok");
  next();
  show("fam", fam->s[1] + fam->n);
  free(fam);
  static struct counter { int c; } counter = {1}, *pc = &counter;
  pc->c += next() * 0 + 1;
  show("cnt", counter.c);
  extern int printf(const char *, ...);
  struct opaque *op = 0;
  struct opaque **opp = &op;
  next();
  show("op", *opp == 0);
  typedef int three[3];
  three th = {1, 2, 3};
  three *pt = &th;
  next();
  show("three", (*pt)[2]);
  typedef cps int op_t(int);
  typedef struct { op_t *f; } vt;
}

int main(void)
{
  fl_spawn(body());
  return (int)fl_main_loop();
}

