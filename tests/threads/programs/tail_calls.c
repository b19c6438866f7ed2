/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <fl_threads.h>

#ifdef __FLCC_ERASED__
#define ROUNDS 3000L
#else
#define ROUNDS 1000000L /* loops that are tail calls run in bounded memory */
#endif

static size_t most;
static void look(long n)
{
  if (n % 1000 == 0 && fl_memory() > most) most = fl_memory();
}

static cps long loop(long n, long sum)
{
  look(n);
  if (n == 0) return sum;
  if (n % 100 == 0) fl_yield();
  return loop(n - 1, sum + n % 7);
}

/* Frames of different sizes take each other's place. */
struct big {
  long a[40];
};
static cps long even(long n, struct big b);
static cps long odd(char n, long m, short k)
{
  if (m == 0) return k;
  if (m % 99 == 0) fl_yield();
  struct big b = {{n, m}};
  fl_yield();
  b.a[39] = k + b.a[1] % 3;
  return (even(m - 1, b));
}
static cps long even(long n, struct big b)
{
  look(n);
  if (n == 0) return b.a[39];
  if (n % 98 == 0) fl_yield();
  return odd((char)n, n - 1, (short)b.a[39]);
}

/* Through pointers, and with results in memory. */
struct state {
  long n;
  int hash;
};
typedef cps struct state step(struct state s);
static cps struct state two(struct state s);
static cps struct state one(struct state s)
{
  static step *const next[] = {one, two};
  if (s.n-- == 0) return s;
  s.hash = (s.hash * 31 + (int)s.n) % 10007;
  return next[s.n % 2](s);
}
static cps struct state two(struct state s)
{
  if (s.n-- == 0) return s;
  if (s.n % 50 == 0) fl_yield();
  return one(s);
}

/* Nobody reads what it results in: it ends where its caller's does. */
static cps void count(long *at, long n)
{
  ++*at;
  look(n);
  if (n > 0)
    count(at, n - 1);
  else if (n < 0)
    count(at, n + 1);
}

/* Not where somebody may know an address of the frame. */
static cps int reads(const int *p)
{
  fl_yield();
  return *p;
}
static cps int lends(int v)
{
  int local = v * 2;
  return reads(&local);
}
struct part {
  int a[3];
};
static cps int lends_part(int v)
{
  struct part local = {{v, v, v + 1}};
  return reads(local.a + 2);
}
static cps short narrow(int v)
{
  fl_yield();
  return (short)v;
}
static cps long widens(int v)
{
  return narrow(v);
}

static cps void body(int id)
{
  long counted = 0;
  printf("%d %ld\n", id, loop(ROUNDS % 1000 + 500, 0) + loop(300, 1));
  printf("%d %ld\n", id, even(1000, (struct big){{id}}));
  struct state s = one((struct state){700, id});
  printf("%d %ld %d\n", id, s.n, s.hash);
  count(&counted, 100);
  count(&counted, -100);
  printf("%d %ld %d %d %ld\n", id, counted, lends(id), lends_part(id), widens(70000 + id));
}
static cps void far(void)
{
  long counted = 0;
  loop(ROUNDS, 0);
  even(ROUNDS & ~1L, (struct big){{1}});
  one((struct state){ROUNDS, 1});
  count(&counted, ROUNDS);
}
int main(void)
{
  for (int i = 0; i < 3; i++) fl_spawn(body(i));
  if (fl_main_loop()) return 1;
  fl_spawn(loop(ROUNDS, 1));
  fl_spawn(even(ROUNDS & ~1L, (struct big){{2}}));
  fl_spawn(far());
  int left = (int)fl_main_loop();
#ifndef __FLCC_ERASED__
  if (most > 4 << 20) printf("%zu bytes\n", most);
#endif
  return left;
}
