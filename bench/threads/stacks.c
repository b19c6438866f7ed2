/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Contestants with a stack for each thread: -DNPTL (the system's threads), -DPTH (GNU Pth), -DST (State Threads).
 * Usage: as by_hand.c. A call is a native call with these. */
#include "measure.h"

static long count;
static long sink;

#if defined NPTL
#include <pthread.h>
#include <sched.h>
#define WHO "nptl"
typedef pthread_t id;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t conds[2] = {PTHREAD_COND_INITIALIZER, PTHREAD_COND_INITIALIZER};
static int turn[2];
static void start(void) {}
static int spawn(id *t, void *(*f)(void *), void *a) {
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, 16384);
  int failed = pthread_create(t, &attributes, f, a);
  pthread_attr_destroy(&attributes);
  return failed;
}
static void join(id t) { pthread_join(t, NULL); }
static void yield(void) { sched_yield(); }
static void play(int me) {
  pthread_mutex_lock(&lock);
  for (long i = 0; i < count / 2; i++) {
    turn[1 - me] = 1;
    pthread_cond_signal(&conds[1 - me]);
    while (!turn[me]) pthread_cond_wait(&conds[me], &lock);
    turn[me] = 0;
  }
  turn[1 - me] = 1;
  pthread_cond_signal(&conds[1 - me]);
  pthread_mutex_unlock(&lock);
}
static void wait_for_ever(void) {
  pthread_mutex_lock(&lock);
  for (;;) pthread_cond_wait(&conds[0], &lock);
}
#elif defined PTH
#include <pth.h>
#define WHO "pth"
typedef pth_t id;
static pth_mutex_t lock = PTH_MUTEX_INIT;
static pth_cond_t conds[2] = {PTH_COND_INIT, PTH_COND_INIT};
static pth_attr_t attributes;
static void start(void) {
  pth_init();
  attributes = pth_attr_new();
  pth_attr_set(attributes, PTH_ATTR_STACK_SIZE, 16384);
}
static int spawn(id *t, void *(*f)(void *), void *a) { return (*t = pth_spawn(attributes, f, a)) == NULL; }
static void join(id t) { pth_join(t, NULL); }
static void yield(void) { pth_yield(NULL); }
static void play(int me) {
  pth_mutex_acquire(&lock, FALSE, NULL);
  for (long i = 0; i < count / 2; i++) {
    pth_cond_notify(&conds[1 - me], FALSE);
    pth_cond_await(&conds[me], &lock, NULL);
  }
  pth_cond_notify(&conds[1 - me], FALSE);
  pth_mutex_release(&lock);
}
static void wait_for_ever(void) {
  pth_mutex_acquire(&lock, FALSE, NULL);
  pth_cond_await(&conds[0], &lock, NULL);
}
#else
#include <st.h>
#define WHO "st"
typedef st_thread_t id;
static st_cond_t conds[2];
static void start(void) {
  st_init();
  conds[0] = st_cond_new();
  conds[1] = st_cond_new();
}
static int spawn(id *t, void *(*f)(void *), void *a) { return (*t = st_thread_create(f, a, 1, 16384)) == NULL; }
static void join(id t) { st_thread_join(t, NULL); }
static void yield(void) { st_sleep(0); }
static void play(int me) {
  for (long i = 0; i < count / 2; i++) {
    st_cond_signal(conds[1 - me]);
    st_cond_wait(conds[me]);
  }
  st_cond_signal(conds[1 - me]);
}
static void wait_for_ever(void) { st_cond_wait(conds[0]); }
#endif

static void *yielder(void *unused) {
  (void)unused;
  for (long i = 0; i < count / 10; i++) yield();
  return NULL;
}

static void *player(void *me) {
  play(me != NULL);
  return NULL;
}

static void *child(void *unused) {
  (void)unused;
  sink++;
  return NULL;
}

static void *waiter(void *unused) {
  (void)unused;
  wait_for_ever();
  return NULL;
}

int main(int argc, char **argv) {
  const char *test = argc > 2 ? argv[1] : "";
  count = argc > 2 ? atol(argv[2]) : 0;
  start();
  id ids[10];
  long before = resident();
  double begun = seconds();
  if (strcmp(test, "native") == 0) {
    for (long i = 0; i < count; i++) sink = native(sink, i);
  } else if (strcmp(test, "switch") == 0) {
    for (int i = 0; i < 10; i++) spawn(&ids[i], yielder, NULL);
    for (int i = 0; i < 10; i++) join(ids[i]);
  } else if (strcmp(test, "cond") == 0) {
    spawn(&ids[0], player, NULL);
    spawn(&ids[1], player, &sink);
    join(ids[0]);
    join(ids[1]);
  } else if (strcmp(test, "spawn") == 0) {
    for (long i = 0; i < count; i++) {
      spawn(&ids[0], child, NULL);
      join(ids[0]);
    }
  } else if (strcmp(test, "d1") == 0) {
    long made = 0;
    for (; made < count && spawn(&ids[0], waiter, NULL) == 0; made++)
      if (made % 100 == 0) yield();
    yield();
    line(WHO, test, (double)(resident() - before) / (double)made);
    _exit(0);
  } else {
    return 2;
  }
  line(WHO, test, (seconds() - begun) / (double)count * 1e9);
  return 0;
}
