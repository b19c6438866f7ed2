/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Names that are no variables, and are called as one that lives across a suspension: members of types in sizeof,
 * letters in front of strings; selections by type whose result is called. */
#include <fl_threads.h>
#include <stddef.h>
#include <stdio.h>

struct member {
  int a, x[5];
};

static cps int next(int v)
{
  fl_yield();
  return v + 1;
}

static cps long hundred(long v)
{
  fl_yield();
  return v + 100;
}

static cps void run(void)
{
  int q = 5, r = 7, s = 1, L = 2, u8 = 3, a = 4, x = 1;
  q += next(q);
  printf("%d %d\n",
         (int)sizeof(struct {
           char q;
         }),
         (int)sizeof(union {
           char r[9];
           unsigned char q : 3, s;
           struct {
             char q, r[3];
           } t;
         }));
  printf("%d %d %d %d\n", next(q), r, s, (int)sizeof(struct { char q[4], s : 2; }));
  printf("%d %d %s\n", (int)(sizeof L"ab" / sizeof L'a'), u8"c"[0] - u8, u8"text");
  fl_yield();
  printf("%d %d\n", L, u8);
  printf("%d %d\n", (int)(offsetof(struct member, a) / sizeof(int)),
         (int)(offsetof(struct member, x[2]) / sizeof(int)));
  printf("%d %d\n", next(a), next(x));
  printf("%d %ld\n", _Generic(a, int: next, long: hundred)(3), (long)_Generic(1L, int: next, long: hundred)(3));
  printf("%d\n", __builtin_choose_expr(sizeof(int) == 4, next, hundred)(4) + __builtin_choose_expr(1, x, "none"));
}

int main(void)
{
  fl_spawn(run());
  return (int)fl_main_loop();
}
