/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* For programs that run twice: compiled by flcc, and by plain cc in erased mode. Each has rows; each row is a
 * function that is run in three states: attached to the main loop, attached to another, detached. The pool has one OS
 * thread, so that its order is known. */
#ifndef CHECK_H
#define CHECK_H

#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "fl_threads.h"

#ifdef __FLCC__
#define SPAWN(f, argument) fl_spawn(f(argument))
#else
#include "erased/fl_erased.h"
#define SPAWN(f, argument) fl_erased_spawn(f, argument)
#endif

static void is(long want, long got, const char *state, const char *what, int line)
{
  if (want == got)
    return;
  printf("line %d, %s: %s is %ld, not %ld\n", line, state, what, got, want);
  exit(1);
}
#define IS(want, got) is((long)(want), (long)(got), s->name, #got, __LINE__)

struct state {
  const char *name;
  fl_scheduler *scheduler;
  char trace[64];
  int done; /* atomic */
  fl_cond cond, finished;
  int pipe[2];
};

static void note(struct state *s, char c)
{
  size_t length = strlen(s->trace);
  if (length + 1 < sizeof s->trace)
    s->trace[length] = c;
}

static void same(struct state *s, const char *want, int line)
{
  if (strcmp(want, s->trace) != 0) {
    printf("line %d, %s: the order is %s, not %s\n", line, s->name, s->trace, want);
    exit(1);
  }
  memset(s->trace, 0, sizeof s->trace);
}
#define SAME(want) same(s, want, __LINE__)

static uint64_t now_ms(void)
{
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (uint64_t)now.tv_sec * 1000 + (uint64_t)now.tv_nsec / 1000000;
}

/* Until that many helpers are done. They may be elsewhere. */
static cps void until_done(struct state *s, int count)
{
  while (__atomic_load_n(&s->done, __ATOMIC_SEQ_CST) < count) {
    fl_yield(); /* detached, a sleep blocks the pool's OS thread */
    fl_sleep(1, NULL);
  }
  __atomic_store_n(&s->done, 0, __ATOMIC_SEQ_CST);
}

/* Until helpers are where they wait. Detached ones wait on the main loop, and go there: who goes after them comes after
 * them, however long that takes. */
static cps void settle(void)
{
  fl_scheduler *home = fl_current();
  bool detached = fl_is_detached();
  fl_yield();
  if (detached)
    fl_link(fl_main());
  for (int i = 0; i < 4; i++) {
    fl_yield();
    fl_sleep(5, NULL);
  }
  if (detached)
    fl_link(home);
}

struct row {
  const char *name;
  cps void (*run)(struct state *s);
};
extern const struct row rows[]; /* the last has no name */

static int tests;

int embedded(void) __attribute__((weak)); /* a program without rows */

static cps void all(void *unused)
{
  (void)unused;
  fl_scheduler *loop = fl_loop_start(), *pool = fl_pool_start(1);
  for (size_t r = 0; rows[r].name; r++)
    for (int i = 0; i < 3; i++) {
      struct state s = {.name = i == 0 ? "main" : i == 1 ? "another" : "detached"};
      s.scheduler = i == 0 ? fl_main() : i == 1 ? loop : pool;
      fl_link(s.scheduler);
      rows[r].run(&s);
      fl_link(fl_main());
      printf("ok %d - %s, %s\n", ++tests, rows[r].name, s.name);
    }
  fl_scheduler_stop(loop);
  fl_scheduler_stop(pool);
  printf("1..%d\n", tests);
}

int main(void)
{
  setvbuf(stdout, NULL, _IONBF, 0);
  if (embedded)
    return embedded();
  SPAWN(all, NULL);
  return (int)fl_main_loop();
}

#endif
