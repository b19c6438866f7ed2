/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* An array in a structure that is a value lives until the full expression ends in which the value is made, so also
 * while a call in that expression waits. */
#include <fl_threads.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

struct s {
  int a[4], m[2][2];
  char text[8];
};
struct outer {
  struct s in;
};
union u {
  int a[4];
  struct s s;
};

static struct s make(int v)
{
  struct s r = {{v, v + 1, v + 2, v + 3}, {{v, v}, {v + 5, v + 6}}, "text"};
  return r;
}

static struct outer make_outer(int v)
{
  struct outer r = {make(v)};
  return r;
}

static struct s *stays(void)
{
  static struct s s = {{9, 9, 9, 9}, {{0}}, ""};
  return &s;
}

static __attribute__((__noinline__)) void overwrite_stack(void)
{
  volatile char block[8192];
  memset((char *)block, 0x5b, sizeof block);
}

static cps void suspend(void)
{
  fl_yield();
  overwrite_stack();
  fl_yield();
}

static cps int same(int v)
{
  suspend();
  return v;
}

static cps int sum(const int *p, int count)
{
  int total = 0;
  for (int i = 0; i < count; i++) {
    suspend();
    total += p[i];
  }
  return total;
}

static cps void say(const char *text)
{
  suspend();
  puts(text);
}

static cps int behind_dots(int i, ...)
{
  va_list list;
  va_start(list, i);
  const int *p = va_arg(list, const int *);
  suspend();
  int r = p[i];
  va_end(list);
  return r;
}

static int first(const int *p) { return p[0]; }

/* The last call of a function, too. */
static cps int returned(int v) { return v ? sum(make_outer(v).in.a, 4) : sum(make(v).m[1], 2); }

static cps int deep(const int *p, int left)
{
  if (left == 0)
    return suspend(), p[0];
  int r = deep(make(p[0] + 1).a, left - 1);
  suspend();
  return r + p[1];
}

static cps void kinds_of_values(void)
{
  struct s q = make(3), r;
  const struct s fixed = make(2);
  printf("call %d\n", sum(make(1).a, 4));
  printf("member of a member %d\n", sum(make_outer(1).in.a, 4));
  printf("assigned %d\n", sum((r = q).a, 4));
  printf("assigned call %d\n", sum((q = make(5)).a, 4));
  printf("chosen %d\n", sum((r.a[0] ? q : r).a, 4));
  printf("chosen call %d\n", sum((r.a[0] ? make(1) : make(2)).a, 4));
  printf("chosen by what waits %d\n", sum((same(0) ? q : make(1)).a, 4));
  printf("comma %d\n", sum(((void)0, q).a, 4));
  printf("comma that waits %d\n", sum((same(0), q).a, 4));
  printf("constant %d\n", sum(((void)0, fixed).a, 4));
  printf("block %d\n", sum(__extension__({
           struct s t = make(2);
           t.a[0] = 7;
           t;
         }).a,
                           4));
  printf("union %d\n", sum((__extension__(union u) q).a, 4));
  printf("selected %d\n", sum(__builtin_choose_expr(1, make(3), 0).a, 4));
  printf("of what waits %d\n", sum(make(same(2)).a, 4));
}

static cps void uses_of_values(void)
{
  const int *p;
  int ones[4] = {1, 1, 1, 1};
  say(make(5).text);
  say(make(1).text + 2);
  printf("row %d\n", sum(make(2).m[1], 2));
  printf("address %d\n", sum(&make(3).a[1], 3));
  printf("behind dots %d\n", behind_dots(2, make(7).a));
  printf("kept %d\n", (p = make(8).a, sum(p, 4)));
  printf("chosen pointer %d\n", sum(ones[0] == 2 ? make(1).a : stays()->a, 4));
  printf("and %d\n", ones[0] && sum(make(3).a, 4) > 0);
  printf("argument of an argument %d\n", sum(ones, sum(make(1).a, 2)) - 3);
  printf("for native code %d\n", first(make(3).a) + same(1));
  printf("an element %d\n", make(1).a[2] + same(1));
  for (int i = 0; i < sum(make(1).a, 2); i++)
    printf("round %d\n", i);
  while (sum(make(0).m[0], 2))
    ;
  int both = sum(make(1).a, 4) + sum(make(2).a, 4), list[] = {sum(make(1).a, 2), sum(make(2).a, 2)};
  printf("%d %d %d\n", both, list[0], list[1]);
}

static cps void all(void)
{
  kinds_of_values();
  uses_of_values();
  printf("%d %d %d\n", returned(0), returned(6), deep(make(0).a, 50));
}

int main(void)
{
  fl_spawn(all());
  return (int)fl_main_loop();
}
