/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* A clock that jumps: by hours, by decades, and back, as after a machine was asleep or restored. The program's
 * clock_gettime is the runtime's. Prints TAP. */
#define _GNU_SOURCE
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include <fl_threads.h>

static int64_t ahead; /* milliseconds */

int clock_gettime(clockid_t clock, struct timespec *now)
{
  int result = (int)syscall(SYS_clock_gettime, clock, now);
  int64_t ms = __atomic_load_n(&ahead, __ATOMIC_SEQ_CST);
  now->tv_sec += (time_t)(ms / 1000);
  now->tv_nsec += (long)(ms % 1000) * 1000000;
  if (now->tv_nsec >= 1000000000) {
    now->tv_nsec -= 1000000000;
    now->tv_sec++;
  } else if (now->tv_nsec < 0) {
    now->tv_nsec += 1000000000;
    now->tv_sec--;
  }
  return result;
}

static void jump(int64_t ms)
{
  __atomic_fetch_add(&ahead, ms, __ATOMIC_SEQ_CST);
}

static int number, failed;
static void ok(bool good, const char *what)
{
  printf("%sok %d - %s\n", good ? "" : "not ", ++number, what);
  failed += !good;
}

#define HOUR 3600000
#define YEAR (365 * 24 * (int64_t)HOUR)

static int order[64], ended;
static cps void sleeps(int i, uint32_t ms)
{
  if (fl_sleep(ms, NULL) == 0)
    order[ended++] = i;
}

/* Every 64 of them the loop looks at the clock. */
static cps void turns(int count)
{
  for (int i = 0; i < count; i++)
    fl_yield();
}

static cps void rows(void)
{
  ok(fl_sleep(1, NULL) == 0, "a sleep");
  static const uint32_t times[] = {5 * HOUR, HOUR, UINT32_MAX - 1, 60000, 2 * HOUR, 64 * 64 * 64, 1 << 30, 4096};
  static const int by_time[] = {7, 3, 5, 1, 4, 0, 6, 2};
  for (int i = 0; i < 8; i++)
    fl_spawn(sleeps(i, times[i]));
  turns(200);
  ok(ended == 0, "eight threads sleep for seconds to weeks");
  jump(50 * 24 * (int64_t)HOUR);
  turns(200);
  int wrong = ended != 8;
  for (int i = 0; i < ended; i++)
    wrong += order[i] != by_time[i];
  ok(wrong == 0, "fifty days pass at once: all have slept, in the order of their times");

  ended = 0;
  fl_spawn(sleeps(0, 10));
  turns(200);
  jump(30 * YEAR);
  turns(200);
  ok(ended == 1 && fl_sleep(1, NULL) == 0, "thirty years: the wheel turns that far, and goes on");

  /* A monotonic clock does not go back; should one, nothing ends early, and nothing is lost. */
  uint64_t before = fl_now_ms();
  ended = 0;
  fl_spawn(sleeps(0, 20));
  turns(200);
  jump(-HOUR);
  fl_spawn(sleeps(1, 5));
  fl_spawn(sleeps(2, 0));
  turns(200);
  ok(fl_now_ms() < before, "an hour back");
  jump(HOUR);
  for (int i = 0; i < 1000 && ended < 3; i++)
    fl_sleep(1, NULL);
  ok(ended == 3, "and forth: those who slept and those who began meanwhile end");

  fl_nursery nursery = FL_NURSERY_INIT;
  fl_timeout timeout = {0};
  fl_cond cond = FL_COND_INIT;
  fl_nursery_deadline(&nursery, HOUR);
  fl_timeout_start(&timeout, 2 * HOUR, &cond);
  jump(YEAR);
  ok(fl_wait(&cond) == 0 && fl_nursery_join(&nursery) == -ETIMEDOUT, "deadlines and timeouts that the jump passes");
  int pipes[2];
  if (pipe(pipes) != 0)
    abort();
  ok(fl_io_wait_for(pipes[0], FL_IN, 1, NULL) == -ETIMEDOUT, "a wait for a descriptor, afterwards");
  int waited = 0;
  fl_detached waited = fl_io_wait_for(pipes[0], FL_IN, 1, NULL);
  ok(waited == -ETIMEDOUT, "detached");
  close(pipes[0]);
  close(pipes[1]);
}

int main(void)
{
  setvbuf(stdout, NULL, _IONBF, 0);
  fl_spawn(rows());
  ok(fl_main_loop() == 0, "no thread is left");
  printf("1..%d\n", number);
  return failed > 0;
}
