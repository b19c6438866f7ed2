/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Initializers that are in clang's tree several times, or not at all. */
#include <fl_threads.h>
#include <stdio.h>

static cps int next(void)
{
  static int last;
  fl_yield();
  return ++last;
}

struct three {
  int a, b, c;
};

static cps void run(void)
{
  int same[4] = {[0 ... 3] = next()};
  int ends[6] = {[0 ... 1] = next(), [4 ... 5] = next()};
  int holed[5] = {[0 ... 4] = next(), [2] = 50};
  struct three of[3] = {[0 ... 2] = {next(), 7, next()}};
  printf("%d %d %d %d\n", same[0] + same[3], ends[1] * 10 + ends[4], holed[1] * 100 + holed[2], holed[4]);
  printf("%d %d %d\n", of[0].a, of[2].a, of[1].c - of[0].c);
  struct three once = {.a = next(), .b = 5, .a = 7, .c = next()};
  printf("%d %d %d\n", once.a, once.b, once.c);
  int order[3] = {[2] = next(), [0] = next(), next()};
  printf("%d\n", (order[0] != order[1]) + (order[1] != order[2]));
  struct {
    int k;
    struct {
      int l, m;
    } n;
  } nested = {.k = 3, .n.m = next(), .n.l = 4};
  printf("%d %d\n", nested.k + nested.n.l, nested.n.m > 0);
}

int main(void)
{
  fl_spawn(run());
  return (int)fl_main_loop();
}
