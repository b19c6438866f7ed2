/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* _Generic and __builtin_choose_expr with calls that suspend: in what chooses, in what is chosen, in what is not. */
#include <stdio.h>

#include <fl_threads.h>

static cps int later(int v)
{
  fl_yield();
  return v;
}

static cps double twice(double v)
{
  fl_yield();
  return v * 2;
}

#define name(x) _Generic((x), int: "int", double: "double", default: "other")
#define call(x) _Generic((x), int: later, double: twice)(x)
#define pick(x) \
  _Generic((x), int: later(x) + 1, double: (int)twice(x) * 2, \
           default: _Generic((x), unsigned: later(9), default: later(0)))

static cps void all(void)
{
  int a[] = {_Generic(0, int: later(3), default: 5)};
  printf("%s %s %s %d\n", name(later(1)), name(twice(1)), name(1.0f), a[0]);
  printf("%d %.1f %.1f\n", call(3), call(2.5), call(twice(0.25)));
  printf("%d %d %d\n", pick(3), pick(2.5), pick(4u));
  printf("%d\n", __builtin_choose_expr(sizeof(char) == 1, later(4), later(5)));
  printf("%d\n", __builtin_choose_expr(sizeof(char) == 2, later(4), 7));
  _Generic(a[0], int: a[0], default: later(3)) = later(8);
  printf("%d\n", a[0]);
}

int main(void)
{
  fl_spawn(all());
  return (int)fl_main_loop();
}
