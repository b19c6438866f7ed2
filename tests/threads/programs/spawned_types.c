/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Copies of all kinds of types for statements on threads of their own; pointers to marked functions keep the mark. */
#include <complex.h>
#include <stdio.h>
#include <stdlib.h>
#include <fl_threads.h>

struct bits {
  unsigned a : 3, b : 5;
  int c : 7;
};
typedef int vector __attribute__((vector_size(16)));
enum color { RED, GREEN = 7 };
union either {
  int i;
  float f;
};
typedef cps int handler(int);
struct operations {
  cps int (*operation)(int);
};

static int add(int a, int b) { return a + b; }
static cps int slow(int a)
{
  fl_yield();
  return a;
}
static cps int negative(int a)
{
  fl_yield();
  return -a;
}

static void copies(int x)
{
  struct bits bits = {5, 17, -3};
  _Atomic int atomic = 5;
  _Atomic(long) atomic_too = 6;
  double complex z = 1.0 + 2.0 * I;
  vector v = {1, 2, 3, 4};
  const vector cv = v;
  enum color color = GREEN;
  union either either = {.i = 42};
  int array[3] = {1, 2, 3}, (*in_array)[3] = &array;
  int (*function)(int, int) = add, (*functions[2])(int, int) = {add, add}, (*(*pointed)[2])(int, int) = &functions;
  const char *const names[2] = {"a", "b"}, *const *name = names;
  char *const restrict text = "xx";
  const volatile int changing = 9;
  int const constant = 10;
  _Bool boolean = 7;
  long double ld = 1.5L;
  const struct bits constant_bits = {1, 2, 3}, several[2] = {{1, 2, 3}, {2, 3, 4}};
  struct bits *const at_bits = &bits;
  const _Atomic int constant_atomic = 3;
  fl_spawned {
    fl_yield();
    atomic++;
    atomic_too += 2;
    printf("%d %d %d %d %ld\n", bits.a, bits.b, bits.c, (int)atomic, (long)atomic_too);
    printf("%g %g %d %d %d %d %d\n", creal(z), cimag(z), v[0], v[3], cv[2], color, either.i);
    printf("%d %d %d %d\n", array[1], function(1, 2), functions[1](3, 4), name != names);
    printf("%s %s %s\n", names[0], names[1], text);
    printf("%d %d %d %Lg\n", changing, constant, boolean, ld);
    printf("%d %d %d %d\n", constant_bits.b, several[1].c, (int)constant_atomic, x);
    (void)in_array, (void)pointed, (void)at_bits;
  }
}

static void marked(cps int (*p)(int), cps int d(int), handler *h, handler hd)
{
  cps int (*q)(int) = p;
  cps int (*const r)(int) = p;
  cps int (*t[2])(int) = {slow, negative};
  cps int (*const tc[2])(int) = {slow, negative};
  struct operations o = {slow};
  handler *const ch = negative;
  __extension__ __auto_type x = slow;
  __typeof__(slow) *y = negative;
  fl_spawned {
    printf("%d %d %d %d\n", p(1), d(2), h(3), hd(4));
    printf("%d %d %d %d\n", q(1), r(2), t[0](3), t[1](4));
    printf("%d %d %d\n", o.operation(1), ch(2), tc[1](3));
    printf("%d %d\n", x(1), y(2));
    fl_spawned printf("%d %d %d %d\n", p(1), r(2), t[1](3), d(4));
  }
}

/* Types that are those of expressions, without a statement of its own. */
static cps int of_expressions(cps int (*p)(int))
{
  __typeof__(slow) *y = slow;
  __typeof__(malloc) *take = malloc;
  __typeof__(p) q = p;
  free(take(3));
  int a = y(3) + q(4);
  __typeof__(slow) *w = slow;
  return a + (*w)(1);
}
static cps void all(void)
{
  copies(11);
  for (int i = 0; i < 5; i++)
    fl_yield();
  marked(slow, negative, slow, negative);
  printf("%d\n", of_expressions(slow));
}

int main(void)
{
  fl_spawn(all());
  return (int)fl_main_loop();
}
