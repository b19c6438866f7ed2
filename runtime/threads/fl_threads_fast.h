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
 * also end otherwise: a link to one of those has its lowest bit set. */
static __inline__ bool fl_is_op(uintptr_t link)
{
  return link & 1;
}

/* The rest of both: other loops, nurseries, operations. fl_wait_slowly does not result in FL_DONE, so that who calls
 * it keeps nothing for afterwards. */
fl_status fl_wait_slowly(fl_exec *x, fl_frame *s, size_t size, fl_cond *cond);
void fl_signal_slowly(fl_cond *cond);

static __inline__ fl_status fl_wait__leaf(fl_exec *x, fl_frame *s, size_t size, fl_cond *cond)
{
  struct fl_thread *thread = x->thread;
  const fl_frame *root = (const fl_frame *)(const void *)(thread + 1);
  if (FL_UNLIKELY(__atomic_load_n(&cond->loop, __ATOMIC_ACQUIRE) != x->loop || (root->back & FL_IN_NURSERY) ||
                  (cond->head && fl_is_op(cond->tail)))) {
    fl_wait_slowly(x, s, size, cond);
    return FL_PARKED;
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

static __inline__ void fl_signal_here(fl_cond *cond)
{
  fl_exec *x = fl_here;
  if (FL_UNLIKELY(__atomic_load_n(&cond->loop, __ATOMIC_ACQUIRE) != x->loop)) {
    fl_signal_slowly(cond);
    return;
  }
  uintptr_t first = cond->head;
  if (first == 0)
    return;
  uintptr_t second = fl_is_op(first) ? 1 : (uintptr_t)((struct fl_thread *)first)->next;
  if (FL_UNLIKELY(fl_is_op(second))) {
    fl_signal_slowly(cond);
    return;
  }
  cond->head = second;
  fl_ready_add(x->ready, (struct fl_thread *)first);
}

#ifdef __FLCC__
#define fl_signal(cond) fl_signal_here(cond)
#endif

#pragma GCC diagnostic pop

#endif
