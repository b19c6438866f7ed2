/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Constants in odd places: what may be written once only is written by copying. */
#include <stdio.h>
#include <fl_threads.h>

enum letter { A };
typedef const int constant;
typedef struct {
  int a;
} pair;
typedef const pair constant_pair;
typedef char *const text;
typedef const volatile struct tagged {
  int b;
} constant_tagged;
typedef int (*function)(int);
typedef const int row[2];

static int same(int a) { return a; }
static cps int number(int a)
{
  fl_yield();
  return a;
}
static cps char *string(char *a)
{
  fl_yield();
  return a;
}
static cps function pointer(function a)
{
  fl_yield();
  return a;
}
static cps int *address(int *a)
{
  fl_yield();
  return a;
}
static cps pair structure(int a)
{
  fl_yield();
  return (pair){a};
}

static cps int parameters(constant x, char *const restrict p, const _Atomic int a, const _Atomic(int) b,
                          constant_pair s, pair const s2, text q, int const *const volatile r)
{
  constant y = x + 1;
  char *const restrict p2 = p;
  const _Atomic int a2 = a;
  constant_pair s3 = s;
  text q2 = q;
  int const *const volatile r2 = r;
  const volatile _Atomic int a3 = 4;
  pair volatile const s4 = s;
  fl_yield();
  printf("%d %s %d %d %d %d %s %d\n", x, p, a, b, s.a, s2.a, q, *r);
  printf("%d %s %d %d %s %d %d %d\n", y, p2, a2, s3.a, q2, *r2, a3, s4.a);
  return x;
}

static cps void locals(void)
{
  int z = 3, zz[2] = {1, 2};
  constant y = number(1);
  char *const restrict p = string("p");
  const _Atomic int a = number(2);
  constant_pair s = structure(3);
  text q = string("q");
  int const *const volatile r = address(&z);
  const volatile _Atomic int a2 = number(4);
  pair volatile const s2 = structure(5);
  int (*const f)(int) = pointer(same);
  const function f2 = pointer(same);
  int (*const restrict in_array)[2] = (int (*)[2])address(zz);
  int (*const *const pointed)(int) = &f;
  row line = {number(7), number(8)};
  const enum letter e = A;
  const long double ld = number(5);
  double _Complex const complex = number(3);
  long const unsigned lu = number(10);
  fl_yield();
  printf("%d %s %d %d %s %d %d %d\n", y, p, a, s.a, q, *r, a2, s2.a);
  printf("%d %d %d %d %d %d\n", f(1), f2(2), (*in_array)[1], (*pointed)(4), line[1], e);
  printf("%Lg %g %lu\n", ld, (double)complex, lu);
}

static cps constant constant_result(void)
{
  fl_yield();
  return 1;
}
static cps constant_pair constant_structure(void)
{
  fl_yield();
  return (constant_pair){2};
}
static cps text constant_text(void)
{
  fl_yield();
  return "3";
}
static cps char *const restrict qualified_text(void)
{
  fl_yield();
  return "4";
}
static cps constant_tagged tagged(void)
{
  fl_yield();
  return (constant_tagged){5};
}

static cps void all(void)
{
  int z = 3;
  parameters(1, "p", 2, 3, (pair){4}, (pair){5}, "q", &z);
  locals();
  pair t = constant_structure();
  t = constant_structure();
  __auto_type one = constant_result();
  printf("%d %d %s %s %d\n", one + constant_result(), t.a, constant_text(), qualified_text(), tagged().b);
}

int main(void)
{
  fl_spawn(all());
  return (int)fl_main_loop();
}
