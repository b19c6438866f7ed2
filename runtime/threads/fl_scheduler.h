/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* A scheduler from the inside. */
#ifndef FL_SCHEDULER_H
#define FL_SCHEDULER_H

#include "fl_internal.h"
#include "fl_threads_fast.h"
#include "fl_wheel.h"

struct fl_op;

/* The operations of this loop that wait for a descriptor, in the order of their calls. */
struct fl_fd {
  struct fl_op *first, *last;
  bool kept;             /* by fl_keep: then it may be armed while nobody waits */
  unsigned char armed;   /* of a descriptor that is kept: FL_IN, FL_OUT */
  unsigned char ignored; /* reports, one after the other, for which nobody waited */
};

struct fl_scheduler {
  bool pool;

  /* Of a loop, and touched only by the OS thread that runs it: */
  struct fl_ready *ready; /* of the OS thread that runs it; or, while none does: */
  struct fl_ready stopped;
  size_t threads; /* attached to it */
  struct fl_wheel wheel;
  struct fl_fd *fds;
  size_t fds_length, io_waiting;
  int epoll, wake, alarm; /* alarm: a timerfd, of a loop within another; else 0 */
  bool made;              /* epoll, wake and wheel are */
  atomic_bool runs;       /* on some OS thread, now */

  /* What others bring: threads, and conditions with pending signals, in the order in which they came. `posted` tells
   * without the lock that there is something; `sleeping`, that the loop must be woken for it. */
  pthread_mutex_t lock;
  atomic_bool posted, sleeping;
  struct fl_queue inbox;
  struct fl_cond *signals, *last_signals;
  bool stopping;

  /* Its OS threads, for who ends them; the main loop has none of its own, and after a fork nobody has. */
  unsigned workers;
  pthread_t *ids;
  struct fl_scheduler *other; /* of all that were started */

  /* Of a pool, under the lock: */
  pthread_cond_t arrived;
  unsigned most;
  void *(*work)(void *pool); /* what its OS threads run */
  unsigned idle, called;     /* workers that sleep; those of them that were signalled since */
};

extern fl_scheduler fl_main_scheduler;

uint64_t fl_clock_ms(void); /* the system's; for what the program sees fl_now_ms, which is recorded */

/* Makes a thread that is in no queue ready on a scheduler, from any OS thread. The thread is not the caller's any
 * more. Whoever posts to or from elsewhere than the main loop counts (below). */
void fl_post(fl_scheduler *scheduler, struct fl_thread *thread);

/* Threads that are not attached to the main loop (each by fl_hold), and holds: as long as there are any, it does not
 * end. */
size_t fl_outside(void);

/* What is left of a loop or pool after its OS threads have ended. */
void fl_scheduler_free(fl_scheduler *scheduler);

/* Forks: who is to be known then, until it is freed. */
void fl_scheduler_add(fl_scheduler *scheduler);
void fl_scheduler_remove(fl_scheduler *scheduler);

/* What runs threads, one per OS thread: their list's lock; and in the child of a fork, where this one is left. */
void fl_selves_lock(void);
void fl_selves_unlock(void);
void fl_selves_forked(void);

/* Adds up the threads that were spawned, and that ended, since it was called last: after threads were run, none of
 * which runs any more. */
void fl_count_threads(fl_exec *x);

/* Hands the running thread, whose top is set, to another scheduler: the last thing before FL_PARKED. */
void fl_move(fl_exec *x, fl_scheduler *to);

void fl_wake_loop(fl_scheduler *loop);

/* Creates what a loop needs; false with errno set. And anew, in the child of a fork, which shares it. */
bool fl_loop_make(fl_scheduler *loop);
void fl_loop_forked(fl_scheduler *loop);

/* From a primitive's frame, which is popped, back to the caller, for which the primitive results in `value`. */
fl_status fl_finish(fl_exec *x, fl_frame *frame, intptr_t value);

/* ---- what waits on a loop */

#define FL_ON_TIMER 1u
#define FL_ON_COND 2u
#define FL_ON_FD 4u
#define FL_ON_NURSERY 8u
#define FL_WAITS 16u /* for its condition: then it results in 0, else in -EINTR */

/* A frame on top of the caller's; only as many members are there as `size` at its creation says. */
struct fl_op {
  fl_frame h;
  struct fl_thread *thread;
  fl_scheduler *loop;
  int value;
  unsigned on; /* directly before the timer, as in an fl_alarm */
  struct fl_timer timer;
  uintptr_t next, prev; /* in the condition's queue */
  struct fl_cond *cond;
  int fd, events;
  struct fl_op *fd_next, *fd_prev;
  fl_nursery *nursery;
  struct fl_op *pending_next, *pending_prev;
};

/* What a timer of a wheel belongs to: FL_IS_ALARM, or an op's `on`. */
#define FL_IS_ALARM 0x80000000u
_Static_assert(offsetof(struct fl_op, timer) - offsetof(struct fl_op, on) ==
                   offsetof(struct fl_alarm, timer) - offsetof(struct fl_alarm, kind),
               "what is before a timer tells what it belongs to");

/* The first frame of a thread in a nursery: FL_IN_NURSERY. */
struct fl_nursery_root {
  fl_frame h;
  fl_nursery *nursery;
};

/* The nursery of the running thread, or NULL. */
static inline fl_nursery *fl_nursery_of(const fl_exec *x) {
  const struct fl_nursery_root *root = (const void *)(x->thread + 1);
  return FL_UNLIKELY(root->h.back & FL_IN_NURSERY) ? root->nursery : NULL;
}

/* A thread of a nursery ends: on its loop. */
static inline void fl_nursery_left(fl_nursery *nursery) {
  if (--nursery->running == 0) fl_signal_all(&nursery->ended);
}

void fl_alarm_set(struct fl_alarm *alarm, uint32_t ms);
bool fl_alarm_stop(struct fl_alarm *alarm);

/* Wakes its thread, which is taken out of all else that it waits for. On its loop. */
void fl_op_complete(struct fl_op *op, int value);

/* Conditions. fl_cond_bind: its loop, which becomes `loop` if there is none yet. */
fl_scheduler *fl_cond_bind(fl_cond *cond, fl_scheduler *loop);
static inline bool fl_is_op(uintptr_t link) { return link & 1; }

static inline struct fl_op *fl_op_of(uintptr_t link) {
  /* fl_is_op(link), of whose address it is one more; else it is a thread's. */
  return (struct fl_op *)(link - 1);
}

static inline void fl_cond_add_thread(fl_cond *cond, struct fl_thread *thread) {
  thread->next = NULL;
  if (!cond->head)
    cond->head = (uintptr_t)thread;
  else if (FL_UNLIKELY(fl_is_op(cond->tail)))
    fl_op_of(cond->tail)->next = (uintptr_t)thread;
  else
    ((struct fl_thread *)cond->tail)->next = thread;
  cond->tail = (uintptr_t)thread;
}

static inline fl_scheduler *fl_cond_loop_of(const fl_cond *cond) {
  return (fl_scheduler *)((uintptr_t)__atomic_load_n(&cond->loop, __ATOMIC_ACQUIRE) & ~(uintptr_t)1);
}

/* On its loop. The loop is said again to those who read it without a lock: what it points to must be there for them. */
static inline void fl_cond_say_loop(fl_cond *cond, bool operations) {
  __atomic_store_n(&cond->loop, (fl_scheduler *)((uintptr_t)fl_cond_loop_of(cond) | operations), __ATOMIC_RELEASE);
}

static inline void fl_link_next(uintptr_t link, uintptr_t next) {
  if (fl_is_op(link))
    fl_op_of(link)->next = next;
  else
    ((struct fl_thread *)link)->next = (struct fl_thread *)next;
}

void fl_cond_add_op(fl_cond *cond, struct fl_op *op);

/* Signals that came from elsewhere: so many, or FL_SIGNAL_ALL. */
#define FL_SIGNAL_ALL (UINT32_C(1) << 31)
void fl_cond_wake(fl_cond *cond, uint32_t pending);

/* Descriptors. 0, a mask of events that are ready at once, or a negated errno. */
int fl_fd_add(struct fl_op *op);
void fl_fd_remove(struct fl_op *op);

/* Of a loop within another: gives its epoll a timerfd; sets that to the next timer, or to at once. */
bool fl_loop_embed(fl_scheduler *loop);
void fl_alarm_loop(fl_scheduler *loop, bool at_once);

/* The kernel reported the descriptor; the time has come. */
void fl_happened(fl_scheduler *loop, int fd, uint32_t events);
void fl_expire(fl_scheduler *loop, uint64_t now);

/* Looks for events and makes ready whom they concern; waits for some until `until` (0: does not wait). */
void fl_poll(fl_scheduler *loop, uint64_t until);

#endif
