/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Where the runtime meets the system: forks, closed and copied descriptors, no descriptors, signals, times at the ends
 * of their range, the budget. Prints TAP. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <fl_stream.h>
#include <fl_sync.h>
#include <fl_threads.h>

static int number, failed;
static void ok(bool good, const char *what)
{
  printf("%sok %d - %s\n", good ? "" : "not ", ++number, what);
  failed += !good;
}

/* ---- a fork: parent and child each have their loop; what one does to its descriptors the other does not notice */
static int forked[2], heard;
static fl_cond hears;

static cps void listens(void)
{
  heard = fl_io_wait_for(forked[0], FL_IN, 10000, NULL);
  fl_signal(&hears);
}

static cps void row_fork(void)
{
  char byte = 'x';
  int status;
  if (pipe2(forked, O_NONBLOCK) != 0)
    abort();
  fl_keep(forked[0]);
  fl_cond_loop(&hears);
  fl_spawn(listens());
  fl_yield();
  fflush(stdout);
  pid_t child = fork();
  if (child == 0) {
    /* The thread waits here, too. Then the child closes what it shares. */
    if (write(forked[1], &byte, 1) != 1)
      _exit(9);
    int slept = heard ? -EINTR : fl_sleep(10000, &hears);
    fl_close(forked[0]);
    _exit(slept == -EINTR && heard == FL_IN ? 7 : 8);
  }
  while (waitpid(child, &status, WNOHANG) == 0)
    fl_sleep(1, NULL);
  ok(WIFEXITED(status) && WEXITSTATUS(status) == 7, "in the child of a fork the loop goes on");
  if (!heard)
    fl_sleep(5000, &hears);
  ok(heard == FL_IN, "and in the parent");
  if (read(forked[0], &byte, 1) != 1)
    abort();
  heard = 0;
  fl_spawn(listens());
  fl_sleep(2, NULL);
  if (heard != 0 || write(forked[1], &byte, 1) != 1)
    abort();
  ok(fl_sleep(5000, &hears) == -EINTR && heard == FL_IN, "which hears of a kept descriptor that the child closed");
  fl_close(forked[0]);
  close(forked[1]);
}

/* ---- descriptors */
struct waits {
  int fd, events, result;
  uint32_t ms;
  bool done;
};
static cps void waits(struct waits *w)
{
  w->result = fl_io_wait_for(w->fd, w->events, w->ms, NULL);
  w->done = true;
}

static cps void row_closed(void)
{
  int first[2], second[2];
  struct waits w = {.events = FL_IN, .ms = 5000};
  char byte = 'y';
  if (pipe2(first, O_NONBLOCK) != 0)
    abort();
  /* Closed by close, not kept: the number is another file's, and waiting for it works. */
  fl_io_wait_for(first[0], FL_IN, 1, NULL);
  int copy = dup(first[0]);
  close(first[0]);
  if (pipe2(second, O_NONBLOCK) != 0)
    abort();
  ok(second[0] == first[0], "the number of a closed descriptor is another file's");
  w.fd = second[0];
  fl_spawn(waits(&w));
  fl_yield();
  if (write(first[1], &byte, 1) != 1) /* of the old one, of which there is a copy */
    abort();
  fl_sleep(5, NULL);
  ok(!w.done || w.result == FL_IN, "the old file's bytes wake nobody, or for nothing");
  if (w.done) {
    w.done = false;
    fl_spawn(waits(&w));
    fl_yield();
  }
  if (write(second[1], &byte, 1) != 1)
    abort();
  fl_sleep(20, NULL);
  ok(w.done && w.result == FL_IN, "the new file's do");
  /* Kept and closed behind the loop's back; kept anew. */
  fl_keep(second[0]);
  ok(fl_io_wait(second[0], FL_IN, NULL) == FL_IN, "it is ready, kept");
  close(second[0]);
  int third[2];
  if (pipe2(third, O_NONBLOCK) != 0 || third[0] != second[0])
    abort();
  fl_keep(third[0]);
  w = (struct waits){.fd = third[0], .events = FL_IN, .ms = 5000};
  fl_spawn(waits(&w));
  fl_yield();
  if (write(third[1], &byte, 1) != 1)
    abort();
  fl_sleep(20, NULL);
  ok(w.done && w.result == FL_IN, "a number that is kept again after a plain close is watched");
  /* Two loops, one descriptor, kept by one of them: closing wakes who waits on that loop. */
  ok(fl_close(third[0]) == 0 && fl_close(third[0]) == -EBADF, "closed once");
  close(copy);
  close(first[1]);
  close(second[1]);
  close(third[1]);
  ok(fl_io_wait(third[0], FL_IN, NULL) == -EBADF, "waiting for what is closed is an error");
  ok(fl_io_wait(INT32_MAX, FL_IN, NULL) == -EBADF && fl_io_wait(-1, FL_IN, NULL) == -EBADF,
     "so for numbers that are none");
  ok(fl_io_wait(0, 0, NULL) == -EINVAL && fl_io_wait(0, 4, NULL) == -EINVAL, "and no or other events");
}

static cps void on_other(struct waits *w, fl_scheduler *other)
{
  fl_scheduler *home = fl_link(other);
  waits(w);
  fl_link(home);
}

static cps void row_two_loops(void)
{
  int pair[2];
  char byte = 'z';
  fl_scheduler *other = fl_loop_start();
  if (!other || socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, pair) != 0)
    abort();
  struct waits here = {.fd = pair[0], .events = FL_IN, .ms = 10000}, there = here;
  fl_keep(pair[0]);
  fl_spawn(waits(&here));
  fl_spawn(on_other(&there, other));
  fl_sleep(5, NULL);
  if (write(pair[1], &byte, 1) != 1)
    abort();
  for (int i = 0; i < 1000 && !(here.done && there.done); i++)
    fl_sleep(1, NULL);
  fl_yield();
  ok(here.result == FL_IN && there.result == FL_IN, "two loops wait for one descriptor: both hear");
  /* Half closed: the peer has sent all it will, and still reads. */
  if (read(pair[0], &byte, 1) != 1 || shutdown(pair[1], SHUT_WR) != 0)
    abort();
  ok(fl_io_wait_for(pair[0], FL_IN, 5000, NULL) == FL_IN && read(pair[0], &byte, 1) == 0,
     "half closed: the end is read");
  ok(fl_io_wait_for(pair[0], FL_OUT, 5000, NULL) == FL_OUT && write(pair[0], &byte, 1) == 1, "and it takes bytes");
  int room = 1;
  while (write(pair[0], &byte, 1) == 1)
    room++;
  here = (struct waits){.fd = pair[0], .events = FL_OUT, .ms = 10000};
  fl_spawn(waits(&here));
  fl_sleep(30, NULL); /* the end is reported in vain meanwhile */
  ok(!here.done, "who waits for room is not woken by the end of the input");
  char bytes[4096];
  while (read(pair[1], bytes, sizeof bytes) > 0)
    ;
  for (int i = 0; i < 1000 && !here.done; i++)
    fl_sleep(1, NULL);
  ok(here.done && here.result == FL_OUT, "but by room");
  fl_close(pair[0]);
  close(pair[1]);
  fl_sleep(5, NULL);
  fl_detached fl_scheduler_stop(other);
}

/* ---- times */
static cps void row_times(void)
{
  fl_cond cond = FL_COND_INIT;
  fl_timeout timeout = {0};
  ok(fl_timeout_start(&timeout, 0, &cond) == 0 && fl_wait(&cond) == 0, "a timeout of 0 comes");
  ok(fl_timeout_start(&timeout, UINT32_MAX - 1, &cond) == 0 && fl_timeout_start(&timeout, 1, &cond) == 0 &&
       fl_sleep(60000, &cond) == -EINTR,
     "one of 49 days that is restarted comes at the new time");
  for (int i = 0; i < 100000; i++)
    fl_timeout_start(&timeout, (uint32_t)i % 1000, &cond);
  ok(fl_timeout_start(&timeout, FL_FOREVER, &cond) == 0 && !fl_timeout_stop(&timeout), "for ever: it does not run");
  ok(fl_timeout_start(&timeout, 5, &cond) == 0 && fl_timeout_stop(&timeout) && !fl_timeout_stop(&timeout),
     "stopped once");
  ok(fl_timeout_start(&timeout, 1, &cond) == 0 && fl_sleep(0, NULL) == 0 && fl_sleep(5, NULL) == 0 &&
       !fl_timeout_stop(&timeout),
     "one that has passed is not running");
  fl_nursery nursery = FL_NURSERY_INIT;
  ok(fl_nursery_deadline(&nursery, 0) == 0 && fl_sleep(5, NULL) == 0 && fl_nursery_join(&nursery) == -ETIMEDOUT,
     "a deadline of 0 passes");
  ok(fl_nursery_join(&nursery) == 0, "the nursery is as new");
}

/* ---- more threads than are resumed between two polls keep their order */
enum { CROWD = 333 };
static int order[CROWD * 4], ordered;
static cps void one_of_many(int i)
{
  for (int round = 0; round < 4; round++) {
    order[ordered++] = i;
    fl_yield();
  }
}
static cps void row_crowd(void)
{
  for (int i = 0; i < CROWD; i++)
    fl_spawn(one_of_many(i));
  while (ordered < CROWD * 4)
    fl_yield();
  int wrong = 0;
  for (int i = 0; i < CROWD * 4; i++)
    wrong += order[i] != i % CROWD;
  ok(wrong == 0, "333 threads take turns in their order");
}

/* ---- signals of the system's, every half millisecond, while the loop waits for events and threads block */
static int ticks; /* the kernel may take any of the OS threads, also two at once */
static void tick(int signal)
{
  (void)signal;
  __atomic_fetch_add(&ticks, 1, __ATOMIC_RELAXED);
}
static cps void row_interrupted(void)
{
  struct sigaction action = {.sa_handler = tick}; /* no SA_RESTART */
  struct itimerval often = {{0, 500}, {0, 500}}, never = {{0, 0}, {0, 0}};
  int pair[2], got = 0;
  char byte = 'q';
  sigaction(SIGALRM, &action, NULL);
  setitimer(ITIMER_REAL, &often, NULL);
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, pair) != 0)
    abort();
  uint64_t before = fl_now_ms();
  int slept = fl_sleep(30, NULL);
  ok(slept == 0 && fl_now_ms() - before >= 30, "a sleep is not shortened by signals");
  fl_detached slept = fl_sleep(30, NULL);
  ok(slept == 0 && fl_now_ms() - before >= 60, "nor a detached one");
  ok(fl_io_wait_for(pair[0], FL_IN, 30, NULL) == -ETIMEDOUT && fl_now_ms() - before >= 90,
     "nor a wait for a descriptor");
  fl_detached slept = fl_io_wait_for(pair[0], FL_IN, 30, NULL);
  ok(slept == -ETIMEDOUT && fl_now_ms() - before >= 120, "nor that, detached");
  for (int i = 0; i < 50; i++) {
    got += fl_write(pair[1], &byte, 1, 1000) == 1;
    got += fl_read(pair[0], &byte, 1, 1000) == 1;
  }
  ok(got == 100, "reads and writes go on");
  setitimer(ITIMER_REAL, &never, NULL);
  ok(__atomic_load_n(&ticks, __ATOMIC_RELAXED) > 0, "there were signals");
  fl_close(pair[0]);
  fl_close(pair[1]);
}

/* ---- no descriptors left */
static cps void row_no_descriptors(void)
{
  struct rlimit all, few;
  getrlimit(RLIMIT_NOFILE, &all);
  few = all;
  few.rlim_cur = 3; /* those that are open stay open */
  int before = fl_sleep(0, NULL);
  setrlimit(RLIMIT_NOFILE, &few);
  errno = 0;
  fl_scheduler *loop = fl_loop_start();
  ok(!loop && errno == EMFILE, "no loop without descriptors: EMFILE");
  ok(fl_sleep(1, NULL) == 0 && before == 0, "the one that there is goes on");
  int detached = 0;
  fl_detached detached = 1;
  ok(detached == 1, "and the pool");
  setrlimit(RLIMIT_NOFILE, &all);
}

/* ---- a loop that ends with threads that wait; they go on in the next */
static fl_cond later;
static int woken;
static cps void forgotten(void)
{
  fl_wait(&later);
  woken++;
}

static cps void rows(void)
{
  row_fork();
  row_closed();
  row_two_loops();
  row_times();
  row_crowd();
  row_interrupted();
  row_no_descriptors();
}

int main(void)
{
  signal(SIGPIPE, SIG_IGN);
  fl_spawn(rows());
  fl_spawn(forgotten());
  fl_spawn(forgotten());
  ok(fl_main_loop() == 2, "two threads are left waiting");
  fl_signal_all(&later);
  ok(fl_main_loop() == 0 && woken == 2, "and go on when they are signalled, in the next loop");
  ok(fl_main_loop() == 0, "one without threads ends at once");
  printf("1..%d\n", number);
  return failed > 0;
}
