/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* A bug of order: eight threads add to a total, each with a detached block between reading and writing it (they should
 * have held a lock). How it goes depends on who comes back when, on a timer, on a pipe that an OS thread writes to, on
 * signals from that one, and on random numbers. Prints what happened; status 3 if the total is wrong. It goes another
 * way if NO_DETACHED, NO_OTHER or MORE is in its environment, and crashes now and then with ABORT. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include <fl_stream.h>
#include <fl_threads.h>

static int total, busy, spoiled;
static fl_cond poked = FL_COND_INIT;
static int pipes[2];
static atomic_bool ready; /* to be signalled */
static char trace[4096];

static void note(const char *format, int a, int b)
{
  size_t length = strlen(trace);
  snprintf(trace + length, sizeof trace - length, format, a, b);
}

static void nap(unsigned random)
{
  struct timespec t = {0, (long)(random % 200) * 1000};
  nanosleep(&t, NULL);
}

static cps void adder(int me)
{
  uint32_t random;
  for (int i = 0; i < 3; i++) {
    fl_random(&random, sizeof random);
    int before = total;
    busy++;
    if (random % 64 == 0 && !getenv("NO_DETACHED"))
      fl_detached nap(random);
    if (random % 64 == 1 && getenv("ABORT"))
      abort();
    if (total != before && !spoiled++)
      note("spoiled by %d in %d;", me, i);
    total = before + 1;
    note(" %d:%d", me, total);
    busy--;
  }
}

static cps void sleeper(void)
{
  fl_cond_loop(&poked);
  atomic_store(&ready, true);
  for (int i = 0; i < (getenv("MORE") ? 5 : 4); i++) {
    uint64_t before = fl_now_ms();
    int why = fl_sleep(1, &poked);
    note(" s%d,%d", why, (int)(fl_now_ms() - before));
  }
}

static cps void reader(void)
{
  char buffer[16];
  for (;;) {
    int got = (int)fl_read(pipes[0], buffer, sizeof buffer, 50);
    note(" r%d,%d", got, got > 0 ? buffer[0] : 0);
    if (got <= 0)
      break;
  }
  fl_close(pipes[0]);
}

static void *outside(void *none)
{
  while (!atomic_load(&ready))
    nap(1);
  for (int i = 0; i < 5; i++) {
    nap((unsigned)rand());
    if (getenv("NO_OTHER"))
      break;
    fl_signal(&poked);
    /* The reader may have closed the pipe by now: it waits for 50 ms, and in a replay it gets what was recorded. */
    if (write(pipes[1], "abcde" + i, 1) != 1 && errno != EPIPE)
      abort();
  }
  close(pipes[1]);
  fl_release();
  return none;
}

int main(void)
{
  pthread_t other;
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  srand((unsigned)now.tv_nsec);
  if (pipe2(pipes, O_NONBLOCK | O_CLOEXEC) != 0)
    return 1;
  signal(SIGPIPE, SIG_IGN);
  fl_hold();
  pthread_create(&other, NULL, outside, NULL);
  fl_spawn(sleeper());
  fl_spawn(reader());
  for (int i = 0; i < 8; i++)
    fl_spawn(adder(i));
  size_t left = fl_main_loop();
  pthread_join(other, NULL);
  printf("%s\ntotal %d, left %zu\n", trace, total, left);
  return total == 24 ? 0 : 3;
}
