/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Condition variables. The queue is of threads that only wait, which have one word for it (`next`), and of operations
 * that may also end otherwise (sleep, io_wait), which can be taken out of the middle: a link to an operation has its
 * lowest bit set, and an operation knows who is before it. So has `loop` from the first operation on until the queue is
 * empty: fl_threads_fast.h. */
#include <errno.h>

#include "fl_record.h"

#define ALL FL_SIGNAL_ALL /* in `pending`: all are to be woken; below it: how many */

fl_scheduler *fl_cond_loop(fl_cond *cond) {
  fl_scheduler *here = fl_current();
  return fl_cond_bind(cond, here && !here->pool ? here : &fl_main_scheduler);
}

fl_scheduler *fl_cond_bind(fl_cond *cond, fl_scheduler *loop) {
  fl_scheduler *bound = fl_cond_loop_of(cond);
  if (FL_LIKELY(bound != NULL)) return bound;
  if (!__atomic_compare_exchange_n(&cond->loop, &bound, loop, false, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE))
    return fl_cond_loop_of(cond);
  if (FL_UNLIKELY(fl_mode() != FL_LIVE)) fl_record_bound(cond, loop);
  return loop;
}

/* The first of the queue, if any, is woken. On the loop. */
static inline bool wake_first(fl_cond *cond) {
  uintptr_t first = cond->head;
  if (first == 0) return false;
  if (FL_UNLIKELY(fl_is_op(first))) {
    fl_op_complete(fl_op_of(first), fl_op_of(first)->on & FL_WAITS ? 0 : -EINTR);
    return true;
  }
  uintptr_t second = (uintptr_t)((struct fl_thread *)first)->next;
  cond->head = second;
  if (fl_is_op(second))
    fl_op_of(second)->prev = 0;
  else if (second == 0)
    fl_cond_say_loop(cond, false);
  fl_ready_add(fl_cond_loop_of(cond)->ready, (struct fl_thread *)first);
  return true;
}

/* Whoever begins to wait because of this does so behind those that are there. */
static void wake_all(fl_cond *cond) {
  while (wake_first(cond))
    ;
}

void fl_cond_wake(fl_cond *cond, uint32_t pending) {
  if (pending & ALL)
    wake_all(cond);
  else
    while (pending-- > 0 && wake_first(cond))
      ;
}

/* From elsewhere: the loop finds the condition in its list, once, however often it is signalled meanwhile. */
static void post(fl_cond *cond, fl_scheduler *loop, uint32_t what) {
  uint32_t before = __atomic_load_n(&cond->pending, __ATOMIC_RELAXED), after;
  do {
    after = what == ALL ? before | ALL : (before & ~ALL) < ALL - 1 ? before + 1 : before;
  } while (!__atomic_compare_exchange_n(&cond->pending, &before, after, true, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED));
  if (before != 0) return;
  pthread_mutex_lock(&loop->lock);
  cond->next_posted = NULL;
  if (loop->signals)
    loop->last_signals->next_posted = cond;
  else
    loop->signals = cond;
  loop->last_signals = cond;
  atomic_store(&loop->posted, true);
  pthread_mutex_unlock(&loop->lock);
  fl_wake_loop(loop);
}

static bool here(const fl_scheduler *loop) { return fl_this && fl_this->x.scheduler == loop; }

void fl_signal(fl_cond *cond) { fl_signal_here(cond); }

struct fl_kept fl_signal_slowly(fl_exec *x, fl_frame *s, fl_cond *cond) {
  fl_scheduler *loop = fl_cond_loop_of(cond);
  if (!loop)
    ; /* nobody has ever waited */
  else if (FL_LIKELY(here(loop)))
    wake_first(cond);
  else
    post(cond, loop, 1);
  return (struct fl_kept){x, s};
}

void fl_signal_all(fl_cond *cond) {
  fl_scheduler *loop = fl_cond_loop_of(cond);
  if (!loop) return;
  if (FL_LIKELY(here(loop)))
    wake_all(cond);
  else
    post(cond, loop, ALL);
}

void fl_cond_destroy(fl_cond *cond) {
  if (FL_UNLIKELY(fl_mode() != FL_LIVE)) fl_record_forget(cond);
  fl_scheduler *loop = fl_cond_loop_of(cond);
  if (loop && __atomic_load_n(&cond->pending, __ATOMIC_ACQUIRE) != 0) {
    pthread_mutex_lock(&loop->lock);
    struct fl_cond **link = &loop->signals, *last = NULL;
    while (*link && *link != cond) {
      last = *link;
      link = &last->next_posted;
    }
    if (*link) {
      *link = cond->next_posted;
      if (loop->last_signals == cond) loop->last_signals = last;
    }
    pthread_mutex_unlock(&loop->lock);
  }
  *cond = (fl_cond)FL_COND_INIT;
}
