/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Loops: what is ready is run, then the kernel is asked, and so on. On top of all other files here but the pool. */
#define _GNU_SOURCE
#include "fl_record.h"

#include <errno.h>
#include <stdlib.h>

static void enter_loop(fl_exec *x, fl_scheduler *loop) {
  if (x->scheduler) fl_die("a loop within a thread");
  if (!fl_loop_make(loop)) fl_die("no descriptors for a loop");
  if (atomic_exchange(&loop->runs, true)) fl_die("two OS threads run one loop");
  fl_set_deep(fl_self_of(x));
  x->scheduler = x->loop = loop;
  fl_ready_move(&x->ready, &loop->stopped);
  loop->ready = &x->ready;
  x->spawned = loop == &fl_main_scheduler ? 0 : PTRDIFF_MIN;
}

static void leave_loop(fl_exec *x) {
  fl_ready_move(&x->loop->stopped, &x->ready);
  x->loop->ready = &x->loop->stopped;
  atomic_store(&x->loop->runs, false);
  x->scheduler = NULL;
  x->loop = fl_no_loop();
  x->spawned = PTRDIFF_MIN;
  x->thread = NULL;
}

/* Nothing can happen on the main loop any more. */
static bool at_end(fl_scheduler *loop) {
  return fl_ready_empty(loop->ready) && loop->io_waiting == 0 && loop->wheel.running == 0 && fl_outside() == 0 &&
         !atomic_load(&loop->posted);
}

static bool stopped(fl_scheduler *loop) {
  pthread_mutex_lock(&loop->lock);
  bool stop = loop->stopping;
  pthread_mutex_unlock(&loop->lock);
  return stop;
}

/* The main loop, recorded or replayed: as below. */
static void run_recorded(fl_exec *x, fl_scheduler *loop) {
  for (bool looked = false;;) {
    if (fl_mode() == FL_REPLAYING) {
      if (!fl_replay_poll(loop)) return;
    } else if (!looked) {
      fl_poll(loop, 0);
    }
    looked = false;
    fl_record_resume_some(x, FL_BUDGET);
    fl_count_threads(x);
    if (fl_mode() == FL_REPLAYING || !fl_ready_empty(loop->ready) || atomic_load(&loop->posted)) continue;
    if (at_end(loop)) break;
    fl_poll(loop, UINT64_MAX);
    looked = true;
  }
  fl_record_end();
}

/* Runs what is ready, looks for events, and so on; until nothing can happen, or the loop is stopped. It does not look
 * twice with nobody resumed in between: descriptors that are kept would be reported again. */
static void *run_loop(void *given) {
  fl_scheduler *loop = given;
  fl_exec *x = &fl_self()->x;
  enter_loop(x, loop);
  if (loop == &fl_main_scheduler) fl_record_begin(loop);
  if (FL_UNLIKELY(fl_mode_here() != FL_LIVE)) {
    run_recorded(x, loop);
    leave_loop(x);
    return NULL;
  }
  for (bool looked = false;;) {
    if (!looked) fl_poll(loop, 0);
    looked = false;
    fl_resume_some(x, FL_BUDGET);
    fl_count_threads(x);
    if (!fl_ready_empty(loop->ready) || atomic_load(&loop->posted)) continue;
    if (loop == &fl_main_scheduler ? at_end(loop) : stopped(loop)) break;
    fl_poll(loop, UINT64_MAX);
    looked = true;
  }
  leave_loop(x);
  return NULL;
}

/* What is ready at once is run, as far as the budget goes: the foreign loop has its turn, too. */
bool fl_step(void) {
  fl_scheduler *loop = &fl_main_scheduler;
  fl_exec *x = &fl_self()->x;
  fl_record_not_here();
  enter_loop(x, loop);
  fl_poll(loop, 0);
  fl_resume_some(x, FL_BUDGET);
  fl_count_threads(x);
  bool more = !at_end(loop);
  if (loop->alarm > 0) fl_alarm_loop(loop, !fl_ready_empty(loop->ready));
  leave_loop(x);
  return more;
}

int fl_step_fd(void) {
  fl_scheduler *loop = &fl_main_scheduler;
  if (!fl_loop_make(loop) || !fl_loop_embed(loop)) return -1;
  fl_alarm_loop(loop, true);
  return loop->epoll;
}

size_t fl_main_loop(void) {
  run_loop(&fl_main_scheduler);
  return fl_main_scheduler.threads;
}

fl_scheduler *fl_loop_start(void) {
  fl_scheduler *loop = calloc(1, sizeof *loop);
  if (!loop) return NULL;
  fl_ready_init(&loop->stopped);
  loop->ready = &loop->stopped;
  pthread_mutex_init(&loop->lock, NULL);
  int error = 0;
  if (!fl_loop_make(loop)) {
    error = errno;
  } else if (!(loop->ids = malloc(sizeof *loop->ids))) {
    error = ENOMEM;
  } else {
    loop->workers = 1;
    fl_scheduler_add(loop);
    if ((error = pthread_create(loop->ids, NULL, run_loop, loop)) == 0) return loop;
  }
  fl_scheduler_free(loop);
  errno = error;
  return NULL;
}

size_t fl_memory(void) { return fl_slab_use().bytes; }
