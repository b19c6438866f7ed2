/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#define _GNU_SOURCE
#include "committer.h"

#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/eventfd.h>
#include <time.h>
#include <unistd.h>

enum { AGAIN_MS = 200 };
enum phase { IDLE, SUBMITTED, DONE, GIVEN_UP };

struct fl_committer {
  struct fl_store *store; /* NULL: it is for anchors */
  struct fl_anchor_place place;
  struct fl_run_log *log;
  int done;
  pthread_t thread;
  pthread_mutex_t lock;
  pthread_cond_t changed;
  enum phase phase;
  bool ending;
  struct fl_committer_job job;
  uint64_t failures;
  atomic_bool failing;
};

static struct timespec in_ms(int ms) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  t.tv_sec += ms / 1000;
  t.tv_nsec += (long)(ms % 1000) * 1000000;
  if (t.tv_nsec >= 1000000000) t.tv_sec++, t.tv_nsec -= 1000000000;
  return t;
}

static bool attempt(struct fl_committer *c, const struct fl_committer_job *job) {
  if (!c->store) return fl_anchor_place_write(&c->place, &job->anchor, &job->before);
  return (!c->log || fl_run_log_sync(c->log)) && c->store->commit(c->store->context, job->batch, job->count);
}

static void tell(struct fl_committer *c) {
  uint64_t one = 1;
  (void)!write(c->done, &one, sizeof one);
}

static void *work(void *context) {
  struct fl_committer *c = context;
  pthread_mutex_lock(&c->lock);
  for (;;) {
    while (c->phase != SUBMITTED && !c->ending) pthread_cond_wait(&c->changed, &c->lock);
    if (c->phase != SUBMITTED) break;
    struct fl_committer_job job = c->job;
    bool ok;
    for (;;) {
      pthread_mutex_unlock(&c->lock);
      ok = attempt(c, &job);
      pthread_mutex_lock(&c->lock);
      if (ok || c->ending) break;
      c->failures++;
      if (!atomic_exchange(&c->failing, true)) tell(c);
      struct timespec until = in_ms(AGAIN_MS);
      while (!c->ending && pthread_cond_timedwait(&c->changed, &c->lock, &until) == 0) {}
    }
    c->phase = ok ? DONE : GIVEN_UP;
    atomic_store(&c->failing, false);
    pthread_cond_broadcast(&c->changed);
    tell(c);
  }
  pthread_mutex_unlock(&c->lock);
  return NULL;
}

static struct fl_committer *begin(struct fl_store *store, struct fl_run_log *log, const struct fl_anchor_place *place,
                                  int *done) {
  struct fl_committer *c = calloc(1, sizeof *c);
  pthread_condattr_t monotonic;
  sigset_t all, old;
  if (!c) return NULL;
  c->store = store;
  c->log = log;
  if (place) c->place = *place;
  c->done = *done = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
  pthread_mutex_init(&c->lock, NULL);
  pthread_condattr_init(&monotonic);
  pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
  pthread_cond_init(&c->changed, &monotonic);
  pthread_condattr_destroy(&monotonic);
  sigfillset(&all); /* signals are the loop's */
  pthread_sigmask(SIG_BLOCK, &all, &old);
  int failed = c->done < 0 || pthread_create(&c->thread, NULL, work, c);
  pthread_sigmask(SIG_SETMASK, &old, NULL);
  if (!failed) return c;
  if (c->done >= 0) close(c->done);
  free(c);
  return NULL;
}

struct fl_committer *fl_committer_new(struct fl_store *store, struct fl_run_log *log, int *done) {
  return begin(store, log, NULL, done);
}
struct fl_committer *fl_committer_anchors(const struct fl_anchor_place *place, int *done) {
  return begin(NULL, NULL, place, done);
}

void fl_committer_submit(struct fl_committer *c, const struct fl_committer_job *job) {
  pthread_mutex_lock(&c->lock);
  c->job = *job;
  c->phase = SUBMITTED;
  pthread_cond_broadcast(&c->changed);
  pthread_mutex_unlock(&c->lock);
}

bool fl_committer_take(struct fl_committer *c, int wait_ms, bool *ok) {
  struct timespec until = in_ms(wait_ms);
  pthread_mutex_lock(&c->lock);
  while (c->phase == SUBMITTED && wait_ms > 0 && pthread_cond_timedwait(&c->changed, &c->lock, &until) == 0) {}
  bool taken = c->phase == DONE || c->phase == GIVEN_UP;
  *ok = c->phase == DONE;
  if (taken) c->phase = IDLE;
  pthread_mutex_unlock(&c->lock);
  return taken;
}

bool fl_committer_is_failing(struct fl_committer *c) { return atomic_load(&c->failing); }

uint64_t fl_committer_failures(struct fl_committer *c) {
  pthread_mutex_lock(&c->lock);
  uint64_t n = c->failures;
  pthread_mutex_unlock(&c->lock);
  return n;
}

void fl_committer_free(struct fl_committer *c) {
  if (!c) return;
  pthread_mutex_lock(&c->lock);
  c->ending = true;
  pthread_cond_broadcast(&c->changed);
  pthread_mutex_unlock(&c->lock);
  pthread_join(c->thread, NULL);
  close(c->done);
  pthread_mutex_destroy(&c->lock);
  pthread_cond_destroy(&c->changed);
  free(c);
}
