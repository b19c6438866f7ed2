/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* More of where the runtime meets the system: forks in pools and beside them, OS threads that end with signals and
 * spawns under way, files that epoll refuses, numbers of descriptors up to the limit. Prints TAP. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fl_stream.h>
#include <fl_threads.h>

static int number, failed;
static void ok(bool good, const char *what)
{
  printf("%sok %d - %s\n", good ? "" : "not ", ++number, what);
  failed += !good;
}

#if defined __SANITIZE_ADDRESS__
#define END _exit /* what the pools' threads had in memory is nobody's in the child */
#else
#define END exit
#endif

/* ---- a fork by a detached thread: the child ends; the parent goes on as if nothing had been */
static int forks, forked_wrong;
static cps void forks_detached(int i)
{
  int status = -1;
  fl_detached {
    pid_t child = fork();
    if (child == 0) {
      if (i % 3 == 0)
        _exit(7);
      if (i % 3 == 1)
        END(7);
      execl("/bin/sh", "sh", "-c", "exit 7", (char *)NULL);
      _exit(8);
    }
    while (child != -1 && waitpid(child, &status, 0) == -1 && errno == EINTR)
      ;
  }
  forked_wrong += !WIFEXITED(status) || WEXITSTATUS(status) != 7;
  forks++;
}
static cps void row_fork(void)
{
  for (int i = 0; i < 24; i++)
    fl_spawn(forks_detached(i));
  while (forks < 24)
    fl_sleep(1, NULL);
  ok(forked_wrong == 0, "twenty-four forks by detached threads, at once");
}

/* ---- forks by the loop while OS threads of pools are in the middle of something: the child has pools and loops, with
 * OS threads of its own, stops those that the parent started, and ends as programs do */
#if defined __SANITIZE_ADDRESS__
enum { WORKS = false, STARTS = false }; /* its allocator (gcc 12) stays locked by who held it and is not in the child */
#elif defined __SANITIZE_THREAD__
enum { WORKS = true, STARTS = false }; /* it starts no OS threads after a fork */
#else
enum { WORKS = true, STARTS = true };
#endif
static bool enough;
static int detached_ran, busy_ended;
static cps int deep(int depth)
{
  volatile char large[3000];
  large[depth] = 1;
  if (depth == 0)
    fl_yield();
  else
    deep(depth - 1);
  return large[depth];
}
static cps void busy(fl_scheduler *pool)
{
  while (!enough) {
    fl_detached_to(pool) {
      for (int i = 0; i < 20; i++)
        deep(30);
    }
  }
  busy_ended++;
}
static cps void runs_detached(fl_scheduler *pool)
{
  fl_detached_to(pool) {
    deep(10);
  }
  detached_ran++;
}
static cps void all_run_detached(fl_scheduler *pool)
{
  detached_ran = 0;
  for (int i = 0; i < 20; i++)
    fl_spawn(runs_detached(i % 2 ? pool : fl_default_pool()));
  while (detached_ran < 20)
    fl_sleep(1, NULL);
}
static cps void row_forks(void)
{
  fl_scheduler *loop = fl_loop_start(), *pool = fl_pool_start(3), *idle = fl_pool_start(2);
  int wrong = 0;
  all_run_detached(idle);
  for (int i = 0; i < 4; i++)
    fl_spawn(busy(i % 2 ? pool : fl_default_pool()));
  for (int i = 0; i < 12; i++) {
    int status;
    fl_yield();
    pid_t child = fork();
    if (child == 0) {
      alarm(60);
      if (!WORKS)
        END(7);
      enough = true;
      for (int k = 0; k < 50; k++)
        deep(40);
      if (STARTS)
        all_run_detached(idle);
      fl_scheduler_stop(idle);
      fl_scheduler_stop(loop);
      END(7);
    }
    while (waitpid(child, &status, 0) == -1 && errno == EINTR)
      ;
    wrong += !WIFEXITED(status) || WEXITSTATUS(status) != 7;
  }
  ok(wrong == 0, "the children of forks have pools, and end");
  enough = true;
  while (busy_ended < 4)
    fl_sleep(1, NULL);
  all_run_detached(pool);
  fl_scheduler_stop(loop);
  fl_scheduler_stop(pool);
  fl_scheduler_stop(idle);
  ok(true, "and so has the parent");
}

/* ---- OS threads that signal and spawn, and are gone before the loop comes round */
static fl_cond told;
static int signals_heard, spawned_ran;
static cps void hears(void)
{
  for (;;) {
    fl_wait(&told);
    signals_heard++;
  }
}
static cps void from_outside(long i)
{
  if (fl_current() == fl_main())
    spawned_ran += i > 0;
  fl_yield();
}
static void *leaves(void *given)
{
  (void)given;
  fl_spawn_begin();
  return NULL;
}
static void *signals_and_leaves(void *given)
{
  fl_spawn(from_outside((long)given));
  fl_signal(&told);
  fl_spawn(from_outside((long)given));
  return NULL;
}
static cps void row_gone(void)
{
  enum { OS_THREADS = 200 };
  static pthread_t ids[OS_THREADS];
  fl_spawn(hears());
  fl_yield();
  for (long i = 0; i < OS_THREADS; i++)
    if (pthread_create(&ids[i], NULL, signals_and_leaves, (void *)(i + 1)) != 0)
      abort();
  for (int i = 0; i < OS_THREADS; i++)
    pthread_join(ids[i], NULL); /* the loop stands meanwhile */
  fl_yield();
  for (int i = 0; i < 1000 && spawned_ran < 2 * OS_THREADS; i++)
    fl_sleep(1, NULL);
  ok(spawned_ran == 2 * OS_THREADS, "what 200 OS threads spawned runs when they are gone");
  ok(signals_heard >= 1 && signals_heard <= OS_THREADS, "their signals came");
  pthread_t id;
  if (pthread_create(&id, NULL, leaves, NULL) != 0)
    abort();
  pthread_join(id, NULL);
  ok(true, "an OS thread that ends in the middle of a spawn");
}

/* ---- files that are always ready, which epoll does not take */
static fl_cond never;
static int ready[100], readies;
static cps void waits_for(void *given)
{
  int fd = (int)(intptr_t)given;
  ready[readies++] = fl_io_wait_for(fd, FL_IN | FL_OUT, 10000, &never);
}
static cps void row_files(void)
{
  char name[] = "/tmp/fairlead-edges-XXXXXX";
  int file = mkstemp(name), folder = open("/", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  unlink(name);
  ok(fl_io_wait(file, FL_IN, NULL) == FL_IN && fl_io_wait(file, FL_OUT, NULL) == FL_OUT &&
       fl_io_wait(file, FL_IN | FL_OUT, NULL) == (FL_IN | FL_OUT),
     "a file is ready");
  ok(fl_io_wait_for(folder, FL_IN, 0, &never) == FL_IN && fl_io_wait_for(file, FL_OUT, FL_FOREVER, &never) == FL_OUT,
     "with a time and a condition, too");
  ok(fl_keep(file) == 0 && fl_io_wait(file, FL_IN, NULL) == FL_IN && fl_io_wait(file, FL_IN, NULL) == FL_IN, "kept");
  fl_nursery nursery = FL_NURSERY_INIT;
  for (int i = 0; i < 100; i++)
    fl_nursery_spawn(&nursery, waits_for, (void *)(intptr_t)file);
  int joined = fl_nursery_join(&nursery), wrong = 0;
  for (int i = 0; i < 100; i++)
    wrong += ready[i] != (FL_IN | FL_OUT);
  ok(joined == 0 && readies == 100 && wrong == 0 && never.head == 0, "a hundred threads wait for it, and for nothing");
  int detached = 0;
  fl_detached detached = fl_io_wait_for(file, FL_IN, 10, NULL);
  ok(detached == FL_IN, "detached");
  ok(fl_close(file) == 0 && fl_io_wait(file, FL_IN, NULL) == -EBADF, "closed");
  close(folder);
  int loop = epoll_create1(EPOLL_CLOEXEC), null = open("/dev/null", O_RDWR | O_CLOEXEC);
  ok(fl_io_wait_for(loop, FL_IN, 1, NULL) == -ETIMEDOUT && fl_io_wait(null, FL_IN, NULL) == FL_IN,
     "another epoll is waited for; /dev/null is ready");
  close(loop);
  close(null);
}

/* ---- numbers of descriptors: the largest that there may be, and beyond */
static cps void row_numbers(void)
{
  struct rlimit all;
  int pair[2];
  char byte = 'n';
  getrlimit(RLIMIT_NOFILE, &all);
  rlim_t most = all.rlim_cur < 200000 ? all.rlim_cur : 200000;
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0, pair) != 0)
    abort();
  int high = fcntl(pair[0], F_DUPFD_CLOEXEC, (int)most - 1);
  ok(high == (int)most - 1, "the last number");
  ok(fl_io_wait_for(high, FL_IN, 1, NULL) == -ETIMEDOUT && write(pair[1], &byte, 1) == 1 &&
       fl_io_wait_for(high, FL_IN, 1000, NULL) == FL_IN,
     "is waited for");
  ok(fl_io_wait(high + 1, FL_IN, NULL) == -EBADF && fl_keep(high + 100000) == -EBADF && fl_close(high + 1) == -EBADF,
     "one more is none");
  ok(fl_keep(high) == 0 && fl_io_wait(high, FL_IN, NULL) == FL_IN && fl_close(high) == 0, "kept, and closed");
  fl_close(pair[0]);
  fl_close(pair[1]);
  fl_close_wakes(-1);
  fl_close_wakes(INT32_MAX);
  ok(fl_keep(-1) == -EBADF && fl_close(-1) == -EBADF && fl_close(INT32_MIN) == -EBADF, "so for negative ones");
}

static cps void rows(void)
{
  row_fork();
  row_forks();
  row_gone();
  row_files();
  row_numbers();
}

int main(void)
{
  setvbuf(stdout, NULL, _IONBF, 0);
  signal(SIGPIPE, SIG_IGN);
  fl_spawn(rows());
  ok(fl_main_loop() == 1, "one thread is left: who heard the signals");
  printf("1..%d\n", number);
  return failed > 0;
}
