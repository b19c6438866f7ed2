/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* From one scheduler to another: threads are posted and spawned, loops are woken, and who is elsewhere is counted. */
#include <errno.h>
#include <unistd.h>

#include "fl_record.h"

/* Threads that are not attached to the main loop, and holds. */
static atomic_size_t outside;

void fl_wake_loop(fl_scheduler *loop) {
  if (!atomic_exchange(&loop->sleeping, false)) return;
  uint64_t one = 1;
  while (write(loop->wake, &one, sizeof one) == -1 && errno == EINTR)
    ;
}

void fl_hold(void) { atomic_fetch_add(&outside, 1); }

void fl_release(void) {
  size_t before = atomic_fetch_sub(&outside, 1);
  if (before == 1)
    fl_wake_loop(&fl_main_scheduler);
  else if (before == 0)
    fl_die("more was given back by fl_release than fl_hold took");
}

size_t fl_outside(void) { return atomic_load(&outside); }

/* Of a pool, under its lock, after something was added to the inbox. */
static void pool_has_work(fl_scheduler *pool) {
  if (pool->idle > pool->called) {
    pool->called++;
    pthread_cond_signal(&pool->arrived);
    return;
  }
  if (pool->workers == pool->most) return;
  if (pthread_create(&pool->ids[pool->workers], NULL, pool->work, pool) == 0)
    pool->workers++;
  else if (pool->workers == 0)
    fl_die("no OS thread for a detached thread");
}

void fl_post(fl_scheduler *scheduler, struct fl_thread *thread) {
  pthread_mutex_lock(&scheduler->lock);
  fl_queue_add(&scheduler->inbox, thread);
  if (scheduler->pool) {
    pool_has_work(scheduler);
    pthread_mutex_unlock(&scheduler->lock);
    return;
  }
  atomic_store(&scheduler->posted, true);
  pthread_mutex_unlock(&scheduler->lock);
  fl_wake_loop(scheduler);
}

void fl_move(fl_exec *x, fl_scheduler *to) {
  if (!to) fl_die("fl_link to no scheduler");
  fl_scheduler *from = x->scheduler;
  if (!from->pool) from->threads--;
  if (from == &fl_main_scheduler) {
    fl_hold(); /* until it ends, or comes back */
    if (FL_UNLIKELY(fl_mode() != FL_LIVE)) fl_record_leaves(x->thread);
  }
  fl_post(to, x->thread);
}

void fl_count_threads(fl_exec *x) {
  fl_scheduler *scheduler = x->scheduler;
  bool attached = x->spawned >= 0;
  if (!scheduler->pool) scheduler->threads += (attached ? (size_t)x->spawned : 0) - x->ended;
  if (!attached)
    for (; x->ended > 0; x->ended--) fl_release();
  x->spawned = attached ? 0 : PTRDIFF_MIN;
  x->ended = 0;
  x->thread = NULL;
}

/* ---- spawning, as far as generated code does not do it itself; entries of suspending functions */

struct fl_kept fl_spawned_slowly(fl_exec *x, fl_frame *s, fl_frame *root) {
  x->spawned = PTRDIFF_MIN; /* it is not these that are counted */
  struct fl_thread *thread = fl_thread_of(root);
  thread->top = root;
  fl_scheduler *scheduler = x->scheduler;
  fl_hold();
  if (FL_UNLIKELY(fl_mode() != FL_LIVE)) fl_record_new(thread);
  if (scheduler && !scheduler->pool) {
    scheduler->threads++;
    fl_ready_add(scheduler->ready, thread);
  } else {
    fl_post(scheduler ? scheduler : &fl_main_scheduler, thread);
  }
  return (struct fl_kept){x, s};
}

void fl_spawn_begin(void) {
  fl_exec *x = &fl_self()->x;
  x->from = NULL;
  x->from_size = 0;
  x->pushed = NULL;
  x->entering = 1;
}

void fl_spawn_end(void) {
  fl_exec *x = &fl_self()->x;
  if (x->entering || !x->pushed) fl_die("fl_spawn of something that is no call of a cps function");
  fl_frame *made = x->pushed;
  x->pushed = NULL; /* the callee of nobody who calls through a pointer meanwhile */
  fl_spawned(x, made);
}

void fl_not_entered(void) { fl_die("a function that is not cps was called through a pointer to one that is"); }

fl_exec *fl_enter(void) {
  fl_exec *x = &fl_self()->x;
  if (!x->entering) fl_die("a cps function was called by a function that is not one");
  x->entering = 0;
  return x;
}
