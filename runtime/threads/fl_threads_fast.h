/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* What threads do most, open-coded in code made by flcc: waiting for a condition of one's own loop, and signalling it.
 * fl_threads.h includes this; it says what they mean. Not in erased mode: there a function may go on on another OS
 * thread, and compilers keep the address of fl_here. */
#ifndef FL_THREADS_FAST_H
#define FL_THREADS_FAST_H

/* Programs may be in C89. */
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wpedantic"

#include <stdbool.h>

#include "fl_threads.h"
#include "fl_threads_abi.h"

/* A condition's queue is of threads that only wait, which have one word for it (`next`), and of operations that may
 * also end otherwise. While there may be any of the latter the lowest bit of its `loop` is set, so that the address of
 * one's own loop there says both: it is ours, and the queue is of threads alone. */

/* The rest of both: other loops, nurseries, operations. fl_wait_slowly does not result in FL_DONE, so that who calls
 * it keeps nothing for afterwards. */
FL_COLD fl_status fl_wait_slowly(fl_exec *x, fl_frame *s, size_t size, fl_cond *cond);

FL_COLD struct fl_kept fl_signal_slowly(fl_exec *x, fl_frame *s, fl_cond *cond);

static __inline__ fl_status fl_wait__leaf(fl_exec *x, fl_frame *s, size_t size, fl_cond *cond) {
  struct fl_thread *thread = x->thread;
  const fl_frame *root = (const fl_frame *)(const void *)(thread + 1);
  if (FL_NEVER(__atomic_load_n(&cond->loop, __ATOMIC_ACQUIRE) != x->loop || (int32_t)root->back < 0)) {
    fl_status status = fl_wait_slowly(x, s, size, cond);
    if (status == FL_DONE) __builtin_unreachable();
    return status;
  }
  thread->top = s;
  thread->next = NULL;
  if (cond->head)
    ((struct fl_thread *)cond->tail)->next = thread;
  else
    cond->head = (uintptr_t)thread;
  cond->tail = (uintptr_t)thread;
  return FL_PARKED;
}

/* By the thread that runs on x, in whose frame s: what flcc makes of the statement fl_signal(cond) in functions that
 * suspend. */
static __inline__ struct fl_kept fl_signal_by(fl_exec *x, fl_frame *s, fl_cond *cond) {
  struct fl_kept kept = {x, s};
  if (FL_NEVER(__atomic_load_n(&cond->loop, __ATOMIC_ACQUIRE) != x->loop)) return fl_signal_slowly(x, s, cond);
  struct fl_thread *first = (struct fl_thread *)cond->head;
  if (first) {
    cond->head = (uintptr_t)first->next;
    fl_ready_add(&x->ready, first);
  }
  return kept;
}

static __inline__ void fl_signal_here(fl_cond *cond) { fl_signal_by(fl_here, NULL, cond); }

#ifdef __FLCC__
#define fl_signal(cond) fl_signal_here(cond)
#endif

#pragma GCC diagnostic pop

#endif
