/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Arguments of all kinds through pointers to marked functions, transparent unions too. */
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

typedef union { int *i; void *v; } __attribute__((transparent_union)) tu;

enum E { A, B = 70000 };

struct S3 { char c[3]; };
struct L { long l[5]; };

static cps int t1(tu u, enum E e, _Bool b, float f, struct S3 s, struct L l, signed char c, short h, long double ld)
{
  next();
  return *u.i + e + b + (int)f + s.c[2] + (int)l.l[4] + c + h + (int)ld;
}

static cps struct L t2(struct S3 s)
{
  next();
  return (struct L) {
    {
      s.c[0], 2, 3, 4, 5
    }
  }
  ;
}

static cps int kr()
{
  next();
  return 5;
}

static cps int arr(int a[4], int (*f)(int), const char *const *v)
{
  next();
  return a[3] + f(2) + v[0][0];
}

static int dbl(int x)
{
  return 2 * x;
}

struct tab {
  cps int (*p)(tu, enum E, _Bool, float, struct S3, struct L, signed char, short, long double);
  cps struct L (*q)(struct S3);
  cps int (*k)();
  cps int (*a)(int[4], int(int), const char *const *);
};

static cps void body(void)
{
  struct tab t = { t1, t2, kr, arr };
  int x = 5;
  int four[4] = {1, 2, 3, 4};
  const char *v[] = {"a"};
  show("t1", t.p(&x, B, 300, 2.9, (struct S3){{1, 2, 3}}, (struct L){{1, 2, 3, 4, 5}}, 400, 70000, 3));
  show("t2", t.q((struct S3){{7}}).l[0] + t.q((struct S3){{7}}).l[4]);
  show("k", t.k() + t.a(four, dbl, v));
  fl_spawn(t.a(four, dbl, v));
  fl_spawn(t.p(&x, A, 0, 1, (struct S3){{1}}, (struct L){{1}}, 1, 2, 3));
  next();
  next();
  next();
  next();
}

int main(void)
{
  fl_spawn(body());
  return (int)fl_main_loop();
}

