/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* What programs promise of functions, and their C entries do not keep: not to return, to have no effects. */
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

static _Noreturn cps void server(int turns)
{
  for (int i = 0;; i++) {
    next();
    if (i == turns)
      exit(0);
    printf("turn %d\n", i);
    fflush(stdout);
  }
}
static cps __attribute__((cold, __noreturn__, noinline)) void server_too(int turns);
static cps void server_too(int turns)
{
  server(turns);
}

static cps __attribute__((pure)) int same(int n)
{
  return n + next() * 0;
}
cps int twice(int n) __attribute__((const, unused));
cps int twice(int n)
{
  return n * 2 + next() * 0;
}

static cps __attribute__((malloc, warn_unused_result, returns_nonnull, alloc_size(1))) void *get(size_t size)
{
  next();
  return malloc(size);
}
static cps __attribute__((nonnull(1))) int length(const char *text)
{
  next();
  return (int)strlen(text);
}

typedef cps void (*endless)(int turns) __attribute__((noreturn));
static endless choose(endless one)
{
  return one;
}

static void native(cps int (*f)(int))
{
  fl_spawn(same(6));
  fl_spawn(twice(7));
  fl_spawn(f(8));
  printf("spawned\n");
}

static void start(cps void (*f)(int) __attribute__((noreturn)), int turns)
{
  fl_spawn(f(turns));
  fl_spawn(server(turns));
  printf("started\n");
}

static cps void run(void)
{
  cps int (*pure)(int) = same, (*constant)(int) = twice;
  cps void *(*allocate)(size_t) = get;
  native(same);
  printf("%d\n", pure(3) + 10 * pure(4) + 100 * constant(5) + 1000 * constant(5) + same(1) + same(1));
  char *a = get(10), *b = allocate(20);
  strcpy(a, "abc");
  strcpy(b, "defg");
  printf("%d\n", length(a) * 10 + length(b));
  free(a);
  free(b);
  start(server, 1000);
  cps void (*p)(int) __attribute__((noreturn)) = server_too;
  if (next() < 0)
    server(1);
  if (next() < 0)
    p(1);
  endless forever = choose(server_too);
  forever(3);
  printf("never\n");
}

int main(void)
{
  fl_spawn(run());
  return (int)fl_main_loop();
}
