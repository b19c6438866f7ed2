/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Parameters without names, in definitions: of every kind of type, through pointers and spawned. */
#include <fl_threads.h>
#include <stdio.h>

struct three {
  int a[3];
};

static cps int next(int v)
{
  fl_yield();
  return v + 1;
}

static cps int last_only(struct three, int (*)(int), double, const int, int n)
{
  return next(n);
}

static cps int first_only(const char *text, int[3], long double)
{
  fl_yield();
  return text[0];
}

static cps void none(int);
static cps void none(int)
{
  puts("none");
  fl_yield();
}

static cps void run(void)
{
  struct three three = {{1, 2, 3}};
  cps int (*pointer)(struct three, int (*)(int), double, const int, int) = last_only;
  cps void (*other)(int) = none;
  printf("%d %d %c\n", last_only(three, 0, 1.0, 2, 3), pointer(three, 0, 1.0, 2, next(4)), first_only("x", three.a, 1));
  none(1);
  other(2);
  fl_spawn(none(3));
  fl_spawn(other(4));
}

int main(void)
{
  fl_spawn(run());
  return (int)fl_main_loop();
}
