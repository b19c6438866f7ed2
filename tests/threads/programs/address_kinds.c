/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Addresses that are not taken of a name: parts of complex numbers, selections, elements, members of members. */
#include <fl_threads.h>
#include <stdio.h>
#include <string.h>

typedef int four __attribute__((vector_size(16)));

static cps int next(void)
{
  static int last;
  fl_yield();
  return ++last;
}

static cps void parts(void)
{
  double _Complex z = 1.0;
  double *p = &__real__ z, *q = &__imag__ z;
  next();
  *p += 1;
  *q += 2;
  next();
  printf("%g %g\n", *p, *q);
}

static cps void selections(void)
{
  int v = 3, w = 4, x = 5;
  int *r = &_Generic(1, int : v, default : w);
  int *s = &__extension__ w;
  int *t = &__builtin_choose_expr(1, x, w);
  next();
  *r += 1;
  *s += 1;
  *t += 10;
  next();
  printf("%d %d %d\n", *r, *s, *t);
}

static cps void elements(void)
{
  four v = {1, 2, 3, 4}, *whole = &v;
  struct {
    struct {
      int of[2][2];
    } in[2];
  } s = {{{{{1, 2}, {3, 4}}}}};
  int(*row)[2] = s.in[1].of, *element = *(s.in[0].of + 1), *last = &1 [s.in[1].of[1]];
  union {
    int number;
    unsigned char bytes[4];
  } u = {0};
  unsigned char *byte = u.bytes + 3;
  next();
  (*whole)[1] = 8;
  v[2] += next();
  row[0][1] = 20;
  element[1] = 40;
  *last = 80;
  *byte = 1;
  next();
  printf("%d %d %d %d %d %d\n", v[1], v[2] > 3, s.in[1].of[0][1], s.in[0].of[1][1], s.in[1].of[1][1], u.number != 0);
}

/* What was on the stack is not there any more. */
static __attribute__((noinline)) void scribble(void)
{
  char mess[8192];
  memset(mess, 0x5a, sizeof mess);
  __asm__ volatile("" : : "r"(mess) : "memory");
}

static cps void other(void)
{
  for (int i = 0; i < 20; i++) {
    scribble();
    fl_yield();
  }
}

static cps void run(void)
{
  parts();
  selections();
  elements();
}

int main(void)
{
  fl_spawn(run());
  fl_spawn(other());
  return (int)fl_main_loop();
}
