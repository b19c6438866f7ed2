/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* What the files of the runtime share. */
#ifndef FL_INTERNAL_H
#define FL_INTERNAL_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdnoreturn.h>

#include "fl_slab.h"
#include "fl_threads_abi.h"

/* First in, first out; all zero: empty. */
struct fl_queue {
  struct fl_thread *head, *tail; /* tail is of use only if there is a head */
};

static inline void fl_queue_add(struct fl_queue *queue, struct fl_thread *thread) {
  thread->next = NULL;
  if (queue->head)
    queue->tail->next = thread;
  else
    queue->head = thread;
  queue->tail = thread;
}

static inline struct fl_thread *fl_queue_take(struct fl_queue *queue) {
  struct fl_thread *thread = queue->head;
  if (thread) queue->head = thread->next;
  return thread;
}

/* All that are in the queue, behind whom nobody is in the batch; NULL: none. */
static inline struct fl_thread *fl_ready_take(struct fl_ready *queue) {
  *queue->end = NULL;
  queue->end = &queue->head;
  return queue->head;
}

/* `to` has nobody in it. */
static inline void fl_ready_move(struct fl_ready *to, struct fl_ready *from) {
  to->batch = from->batch;
  from->batch = NULL;
  struct fl_thread **end = from->end;
  to->head = fl_ready_take(from);
  to->end = to->head ? end : &to->head;
}

/* An fl_exec and what only the runtime knows of it. One per OS thread that runs threads. */
struct fl_self {
  fl_exec x;
  char *stack_end;       /* NULL: not known */
  struct fl_self *other; /* another OS thread's */
};

#define FL_BUDGET 64u /* threads that are resumed before a loop looks for events again */

extern _Thread_local struct fl_self *fl_this; /* NULL: not made yet */

/* No scheduler's address, in `loop` of an OS thread that runs none now. */
static inline struct fl_scheduler *fl_no_loop(void) { return (struct fl_scheduler *)(void *)&fl_this; }

/* Of this OS thread; made when it is first asked for, freed when the OS thread ends. */
struct fl_self *fl_self(void);

/* Where its native stack counts as deep, for what is called from here. */
void fl_set_deep(struct fl_self *self);

static inline struct fl_self *fl_self_of(fl_exec *x) { return (struct fl_self *)(void *)x; }

static inline struct fl_thread *fl_thread_of(fl_frame *root) { return (struct fl_thread *)(void *)root - 1; }

/* The caller's frame; not of a root. */
fl_frame *fl_caller(fl_frame *frame);

/* A frame as fl_push's that will not be anybody's caller: a chunk for it has no room for others. It is aligned as a
 * header. */
fl_frame *fl_push_leaf(fl_exec *x, const fl_frame *from, size_t from_size, fl_run_function *run, size_t size);

/* Runs a thread until it parks (then another OS thread may have it) or ends (then its memory is free). */
void fl_resume(fl_exec *x, struct fl_thread *thread);

/* The same with so many of x->ready, or fewer. */
void fl_resume_some(fl_exec *x, unsigned budget);

noreturn void fl_die(const char *message);

#endif
