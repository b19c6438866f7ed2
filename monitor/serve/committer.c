/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#define _GNU_SOURCE
#include "committer.h"

#include "clock.h"
#include "complaint.h"
#include "store_process.h"

#include <inttypes.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/eventfd.h>
#include <unistd.h>

enum { AGAIN_MS = 200 };
enum phase { IDLE, SUBMITTED, DONE, GIVEN_UP };

struct fl_committer {
  struct fl_store *store; /* NULL: it is for anchors */
  struct fl_anchor_place place;
  struct fl_lease *lease; /* of anchors, and NULL if there are no other servers */
  uint64_t incarnation;
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

/* Another server leads. As if the power went: nothing that is under way here is finished, nor told to anybody. */
static _Noreturn void leave(const char *why, uint64_t incarnation) {
  fl_complain(FL_SUPERSEDED, "%s (our incarnation: %" PRIu64 "); nothing is answered here any more", why, incarnation);
  fl_help("start this one again, and it stands by: docs/monitor-standby.md");
  _exit(FL_SUPERSEDED);
}

/* Whether the anchor still has us. */
static void confirm(struct fl_committer *c) {
  struct fl_anchor kept;
  const char *why;
  uint64_t asked = fl_lease_now();
  if (fl_anchor_place_read(&c->place, &kept, &why) <= 0) return;
  if (kept.incarnation != c->incarnation) leave("another server leads now: the anchor says so", c->incarnation);
  fl_lease_confirmed(c->lease, asked);
}

static bool attempt(struct fl_committer *c, const struct fl_committer_job *job) {
  if (c->store) {
    bool kept = (!c->log || fl_run_log_sync(c->log)) && c->store->commit(c->store->context, job->batch, job->count);
    if (!kept && fl_store_process_taken(c->store))
      leave("another server has taken the store, or its mark there (fairlead:w) is gone", c->incarnation);
    return kept;
  }
  uint64_t asked = fl_lease_now();
  bool written = fl_anchor_place_write(&c->place, &job->anchor, &job->before);
  if (c->lease && written) fl_lease_confirmed(c->lease, asked);
  if (c->lease && !written) confirm(c);
  return written;
}

static void tell(struct fl_committer *c) {
  uint64_t one = 1;
  (void)!write(c->done, &one, sizeof one);
}

/* Several times in the time of a lease, if nothing is to be written. */
static void wait_for_job(struct fl_committer *c) {
  struct timespec until = fl_clock_in(c->lease ? c->lease->ms / 4 : 0);
  if (!c->lease)
    pthread_cond_wait(&c->changed, &c->lock);
  else if (pthread_cond_timedwait(&c->changed, &c->lock, &until) != 0) {
    pthread_mutex_unlock(&c->lock);
    confirm(c);
    pthread_mutex_lock(&c->lock);
  }
}

static void *work(void *context) {
  struct fl_committer *c = context;
  pthread_mutex_lock(&c->lock);
  for (;;) {
    while (c->phase != SUBMITTED && !c->ending) wait_for_job(c);
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
      struct timespec until = fl_clock_in(AGAIN_MS);
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

static struct fl_committer *begin(const struct fl_committer *from, int *done) {
  struct fl_committer *c = calloc(1, sizeof *c);
  pthread_condattr_t monotonic;
  sigset_t all, old;
  if (!c) return NULL;
  *c = *from;
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

struct fl_committer *fl_committer_new(struct fl_store *store, struct fl_run_log *log, uint64_t incarnation, int *done) {
  return begin(&(struct fl_committer){.store = store, .log = log, .incarnation = incarnation}, done);
}
struct fl_committer *fl_committer_anchors(const struct fl_anchor_place *place, struct fl_lease *lease,
                                          uint64_t incarnation, int *done) {
  struct fl_committer anchors = {.place = *place, .lease = lease->ms ? lease : NULL, .incarnation = incarnation};
  return begin(&anchors, done);
}

void fl_committer_submit(struct fl_committer *c, const struct fl_committer_job *job) {
  pthread_mutex_lock(&c->lock);
  c->job = *job;
  c->phase = SUBMITTED;
  pthread_cond_broadcast(&c->changed);
  pthread_mutex_unlock(&c->lock);
}

bool fl_committer_take(struct fl_committer *c, int wait_ms, bool *ok) {
  struct timespec until = fl_clock_in(wait_ms > 0 ? (uint32_t)wait_ms : 0);
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
