/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The first table of docs/threads/primitives.md: the calls of fl_threads.h, each in each of three states. */
#include "check.h"

/* ---- yield */
static cps void yielder(void *given)
{
  struct state *s = given;
  note(s, 'b');
  fl_yield();
  note(s, 'd');
  __atomic_fetch_add(&s->done, 1, __ATOMIC_SEQ_CST);
}

static cps void row_yield(struct state *s)
{
  SPAWN(yielder, s);
  note(s, 'a');
  fl_yield();
  note(s, 'c');
  fl_yield();
  note(s, 'e');
  until_done(s, 1);
  SAME("abcde");
}

/* ---- spawn: the new thread is of the spawner's scheduler, and comes after what is ready */
static cps void spawned(void *given)
{
  struct state *s = given;
  IS(1, fl_current() == s->scheduler);
  note(s, 's');
  __atomic_fetch_add(&s->done, 1, __ATOMIC_SEQ_CST);
}

static cps void row_spawn(struct state *s)
{
  SPAWN(spawned, s);
  note(s, 'm');
  fl_yield();
  note(s, 'n');
  until_done(s, 1);
  SAME("msn");
}

/* ---- current, is_detached */
static cps void row_current(struct state *s)
{
  IS(1, fl_current() == s->scheduler);
  IS(strcmp(s->name, "detached") == 0, fl_is_detached());
  IS(strcmp(s->name, "main") == 0, fl_current() == fl_main());
}

/* ---- wait, signal, signal_all */
static cps void waiter(void *given)
{
  struct state *s = given;
  fl_wait(&s->cond);
  IS(1, fl_current() == s->scheduler);
  note(s, 'w');
  __atomic_fetch_add(&s->done, 1, __ATOMIC_SEQ_CST);
}

static cps void row_wait(struct state *s)
{
  fl_signal(&s->cond); /* nobody waits: lost */
  fl_signal_all(&s->cond);
  SPAWN(waiter, s);
  SPAWN(waiter, s);
  SPAWN(waiter, s);
  settle();
  note(s, '0');
  fl_signal(&s->cond);
  until_done(s, 1);
  note(s, '1');
  fl_signal_all(&s->cond);
  until_done(s, 2);
  note(s, '2');
  SAME("0w1ww2");
}

/* ---- wait, and a cancellation does not end it */
static cps void waiter_anyway(void *given)
{
  struct state *s = given;
  fl_wait_anyway(&s->cond);
  IS(1, fl_current() == s->scheduler);
  note(s, 'w');
  __atomic_fetch_add(&s->done, 1, __ATOMIC_SEQ_CST);
}

static cps void row_wait_anyway(struct state *s)
{
  fl_nursery nursery = FL_NURSERY_INIT;
  bool attached = !fl_is_detached();
  fl_signal(&s->cond); /* nobody waits: lost */
  if (attached) {
    IS(0, fl_nursery_spawn(&nursery, waiter_anyway, s));
    settle();
    IS(0, fl_nursery_cancel(&nursery));
  } else {
    SPAWN(waiter_anyway, s);
  }
  SPAWN(waiter, s);
  settle();
  note(s, '0');
  fl_signal(&s->cond);
  until_done(s, 1);
  note(s, '1');
  fl_signal(&s->cond);
  until_done(s, 1);
  if (attached)
    IS(-ECANCELED, fl_nursery_join(&nursery));
  SAME("0w1w");
}

static void *signaller(void *given)
{
  struct state *s = given;
  usleep(20000);
  fl_signal(&s->cond);
  usleep(20000);
  fl_signal_all(&s->cond);
  fl_release();
  return NULL;
}

/* ---- signals from an OS thread that runs no threads */
static cps void row_signal_from_outside(struct state *s)
{
  pthread_t id;
  fl_hold();
  SPAWN(waiter, s);
  SPAWN(waiter, s);
  SPAWN(waiter, s);
  settle();
  IS(0, pthread_create(&id, NULL, signaller, s));
  until_done(s, 3);
  pthread_join(id, NULL);
  SAME("www");
}

/* ---- signals from each other state */
static cps void signal_from(void *given)
{
  struct state *s = given;
  fl_scheduler *home = fl_link(fl_default_pool());
  fl_signal(&s->cond);
  fl_link(fl_main());
  fl_signal(&s->cond);
  fl_link(home);
  fl_signal(&s->cond);
}

static cps void row_signal_from_elsewhere(struct state *s)
{
  SPAWN(waiter, s);
  SPAWN(waiter, s);
  SPAWN(waiter, s);
  settle();
  signal_from(s);
  until_done(s, 3);
  SAME("www");
}

/* ---- sleep */
static cps void sleeper(void *given)
{
  struct state *s = given;
  note(s, 'b');
  IS(-EINTR, fl_sleep(60000, &s->cond));
  note(s, 'd');
  __atomic_fetch_add(&s->done, 1, __ATOMIC_SEQ_CST);
}

static cps void row_sleep(struct state *s)
{
  uint64_t before = now_ms();
  IS(0, fl_sleep(30, NULL));
  IS(1, now_ms() - before >= 30);
  IS(0, fl_sleep(0, NULL));
  before = now_ms();
  IS(0, fl_sleep(30, &s->cond));
  IS(1, now_ms() - before >= 30);
  IS(1, fl_current() == s->scheduler);
  SPAWN(sleeper, s);
  settle();
  note(s, 'c');
  fl_signal(&s->cond);
  until_done(s, 1);
  SAME("bcd");
  fl_signal(&s->cond); /* its place in the queue is gone */
}

/* ---- io_wait */
static cps void writer(void *given)
{
  struct state *s = given;
  fl_sleep(20, NULL);
  note(s, 'w');
  IS(1, write(s->pipe[1], "x", 1));
  __atomic_fetch_add(&s->done, 1, __ATOMIC_SEQ_CST);
}

static void *native_writer(void *given)
{
  struct state *s = given;
  usleep(30000);
  IS(1, write(s->pipe[1], "x", 1));
  return NULL;
}

static cps void row_io_wait(struct state *s)
{
  char c;
  int file = open("/dev/null", O_RDONLY | O_CLOEXEC);
  IS(1, file >= 0);
  IS(0, pipe2(s->pipe, O_NONBLOCK | O_CLOEXEC));
  IS(FL_OUT, fl_io_wait(s->pipe[1], FL_OUT, NULL));
  pthread_t id;
  IS(0, pthread_create(&id, NULL, native_writer, s));
  IS(FL_IN, fl_io_wait(s->pipe[0], FL_IN, NULL));
  pthread_join(id, NULL);
  IS(1, fl_current() == s->scheduler);
  IS(1, read(s->pipe[0], &c, 1));
  IS(-EBADF, fl_io_wait(-1, FL_IN, NULL));
  IS(-EBADF, fl_io_wait(1000000, FL_IN, NULL));
  IS(-EINVAL, fl_io_wait(s->pipe[0], 0, NULL));
  IS(FL_IN, fl_io_wait(file, FL_IN, NULL));
  uint64_t before = now_ms();
  IS(-ETIMEDOUT, fl_io_wait_for(s->pipe[0], FL_IN, 30, NULL));
  IS(1, now_ms() - before >= 30);
  IS(-ETIMEDOUT, fl_io_wait_for(s->pipe[0], FL_IN, 0, NULL));
  IS(-ETIMEDOUT, fl_io_wait_for(s->pipe[0], FL_IN, 10, &s->cond));
  if (!fl_is_detached()) { /* there it would block the only OS thread of its pool: so it is with a thread beside it */
    SPAWN(writer, s);
    IS(FL_IN, fl_io_wait(s->pipe[0], FL_IN, NULL));
    until_done(s, 1);
    SAME("w");
    IS(1, read(s->pipe[0], &c, 1));
  }
  /* The other end is closed: ready, and read says what it is. */
  close(s->pipe[1]);
  IS(FL_IN, fl_io_wait(s->pipe[0], FL_IN, NULL));
  IS(0, read(s->pipe[0], &c, 1));
  /* The number is another file's now. */
  close(s->pipe[0]);
  IS(-EBADF, fl_io_wait(s->pipe[0], FL_IN, NULL));
  close(file);
}

static cps void interrupted(void *given)
{
  struct state *s = given;
  IS(-EINTR, fl_io_wait(s->pipe[0], FL_IN, &s->cond));
  IS(1, fl_current() == s->scheduler);
  __atomic_fetch_add(&s->done, 1, __ATOMIC_SEQ_CST);
}

static cps void row_io_wait_early(struct state *s)
{
  IS(0, pipe2(s->pipe, O_NONBLOCK | O_CLOEXEC));
  SPAWN(interrupted, s);
  SPAWN(interrupted, s);
  settle();
  fl_signal_all(&s->cond);
  until_done(s, 2);
  IS(FL_OUT, fl_io_wait(s->pipe[1], FL_OUT, &s->cond));
  IS(1, fl_current() == s->scheduler);
  close(s->pipe[0]);
  close(s->pipe[1]);
}

/* ---- link */
static cps void row_link(struct state *s)
{
  fl_scheduler *others[3] = {fl_main(), fl_default_pool(), s->scheduler};
  for (int i = 0; i < 3; i++) {
    IS(1, fl_link(others[i]) == s->scheduler);
    IS(1, fl_current() == others[i]);
    IS(1, fl_link(s->scheduler) == others[i]);
    IS(1, fl_current() == s->scheduler);
  }
}

const struct row rows[] = {
  {"fl_yield", row_yield},
  {"fl_spawn", row_spawn},
  {"fl_current", row_current},
  {"fl_wait", row_wait},
  {"fl_wait_anyway", row_wait_anyway},
  {"fl_signal from an OS thread", row_signal_from_outside},
  {"fl_signal from another scheduler", row_signal_from_elsewhere},
  {"fl_sleep", row_sleep},
  {"fl_io_wait", row_io_wait},
  {"fl_io_wait, interrupted", row_io_wait_early},
  {"fl_link", row_link},
  {NULL, NULL},
};
