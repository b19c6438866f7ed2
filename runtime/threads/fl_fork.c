/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Forks: the child has one OS thread, whichever forked, and the memory of all. What locks protect must not be in the
 * middle of a change then, so that all of them are taken before a fork; and who has no OS threads any more says so. */
#include "fl_record.h"
#include "fl_slab.h"

/* All loops and pools that were started, and are not freed yet; not the main loop. */
static fl_scheduler *started;
static pthread_mutex_t started_lock = PTHREAD_MUTEX_INITIALIZER;

void fl_scheduler_add(fl_scheduler *scheduler) {
  pthread_mutex_lock(&started_lock);
  scheduler->other = started;
  started = scheduler;
  pthread_mutex_unlock(&started_lock);
}

void fl_scheduler_remove(fl_scheduler *scheduler) {
  pthread_mutex_lock(&started_lock);
  fl_scheduler **link = &started;
  while (*link && *link != scheduler) link = &(*link)->other;
  if (*link) *link = scheduler->other;
  pthread_mutex_unlock(&started_lock);
}

/* Nobody holds two of these at any other time. */
static void before(void) {
  pthread_mutex_lock(&started_lock);
  pthread_mutex_lock(&fl_main_scheduler.lock);
  for (fl_scheduler *s = started; s; s = s->other) pthread_mutex_lock(&s->lock);
  fl_selves_lock();
  fl_slab_lock();
}

static void after(void) {
  fl_slab_unlock();
  fl_selves_unlock();
  for (fl_scheduler *s = started; s; s = s->other) pthread_mutex_unlock(&s->lock);
  pthread_mutex_unlock(&fl_main_scheduler.lock);
  pthread_mutex_unlock(&started_lock);
}

/* The loop that forked, if it is one, goes on with descriptors of its own; pools begin anew, without those that were
 * in them. */
static void in_child(void) {
  fl_scheduler *loop = fl_current();
  fl_selves_forked();
  for (fl_scheduler *s = started; s; s = s->other) {
    if (s->pool) {
      pthread_cond_init(&s->arrived, NULL);
      s->inbox = (struct fl_queue){0};
      s->idle = s->called = 0;
    }
    s->workers = 0;
  }
  after();
  fl_record_forked();
  if (!loop && !atomic_load(&fl_main_scheduler.runs))
    loop = &fl_main_scheduler; /* else it is another OS thread's, which was in the middle of something */
  if (loop && !loop->pool && loop->made) fl_loop_forked(loop);
}

/* By itself: who spawns threads need not know of it. */
__attribute__((constructor)) static void watch_forks(void) {
  if (pthread_atfork(before, after, in_child) != 0) fl_die("no memory to hear of forks");
}
