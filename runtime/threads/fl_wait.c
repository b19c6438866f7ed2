/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Waiting: for a condition, for time, for a descriptor; and going to another scheduler. */
#define _GNU_SOURCE
#include <errno.h>
#include <poll.h>
#include <time.h>

#include "fl_scheduler.h"

#define UP_TO(member) (offsetof(struct fl_op, member) + sizeof(((struct fl_op *)0)->member))

fl_status fl_finish(fl_exec *x, fl_frame *frame, intptr_t value) {
  x->next = fl_caller(frame);
  fl_pop(x, frame);
  x->value = value;
  return FL_GO_ON;
}

/* At once: `s` goes on where it would if it had waited. */
static fl_status done(fl_exec *x, fl_frame *s, intptr_t value) {
  x->value = value;
  return value == 0 ? FL_DONE : fl_defer(x, s);
}

/* ---- operations that end in more than one way */

_Static_assert(_Alignof(struct fl_op) <= _Alignof(fl_frame), "operations are aligned as frames");

static fl_status op_run(fl_exec *x, void *frame) {
  struct fl_op *op = frame;
  return fl_finish(x, &op->h, op->value);
}

static struct fl_op *new_op(fl_exec *x, fl_frame *s, size_t s_size, size_t size) {
  size = (size + 7) / 8 * 8;
  struct fl_op *op = (struct fl_op *)(void *)fl_push_leaf(x, s, s_size, op_run, size);
  op->thread = x->thread;
  op->loop = x->scheduler;
  op->value = 0;
  op->on = 0;
  x->thread->top = &op->h;
  return op;
}

static void add_timer(struct fl_op *op, uint32_t ms) {
  if (ms == FL_FOREVER) return;
  op->on |= FL_ON_TIMER;
  op->timer.next = NULL;
  /* The clock's milliseconds are rounded down: one more, and it is never early. */
  fl_wheel_start(&op->loop->wheel, &op->timer, fl_now_ms() + ms + 1);
}

/* Of a thread in a nursery: why it is cancelled, or 0. */
static int cancelled(fl_nursery *nursery) {
  return nursery ? __atomic_load_n(&nursery->deadline.reason, __ATOMIC_ACQUIRE) : 0;
}

/* On another loop than the nursery's it is not told. */
static void add_nursery(struct fl_op *op, fl_nursery *nursery) {
  if (!nursery || nursery->deadline.loop != op->loop) return;
  op->on |= FL_ON_NURSERY;
  op->nursery = nursery;
  op->pending_next = NULL;
  op->pending_prev = nursery->last_pending;
  if (nursery->last_pending)
    nursery->last_pending->pending_next = op;
  else
    nursery->pending = op;
  nursery->last_pending = op;
}

static void add_cond(struct fl_op *op, fl_cond *cond) {
  if (!cond) return;
  op->on |= FL_ON_COND;
  fl_cond_add_op(cond, op);
}

/* ---- on another loop, and back: for what belongs there */

enum visit_kind { VISIT_WAIT, VISIT_ANYWAY, VISIT_SLEEP, VISIT_IO };

struct visit {
  fl_frame h;
  fl_scheduler *home;
  fl_cond *cond;
  intptr_t value;
  uint32_t ms;
  int fd, events;
  enum visit_kind kind;
};

static fl_status visit_run(fl_exec *x, void *frame) {
  struct visit *s = frame;
  fl_status status;
  switch (s->h.at) {
  case 0:
    s->h.at = 1;
    switch (s->kind) {
    case VISIT_WAIT: status = fl_wait__leaf(x, &s->h, sizeof *s, s->cond); break;
    case VISIT_ANYWAY: status = fl_wait_anyway__leaf(x, &s->h, sizeof *s, s->cond); break;
    case VISIT_SLEEP: status = fl_sleep__leaf(x, &s->h, sizeof *s, s->ms, s->cond); break;
    default: status = fl_io_wait_for__leaf(x, &s->h, sizeof *s, s->fd, s->events, s->ms, s->cond); break;
    }
    if (status != FL_DONE) return status;
    /* fall through */
  case 1:
    s->value = x->value;
    s->h.at = 2;
    x->thread->top = &s->h;
    fl_move(x, s->home);
    return FL_PARKED;
  default: return fl_finish(x, &s->h, s->value);
  }
}

static fl_status visit(fl_exec *x, fl_frame *s, size_t size, fl_scheduler *loop, struct visit what) {
  struct visit *v = (struct visit *)(void *)fl_push(x, s, size, visit_run, sizeof *v, _Alignof(struct visit));
  what.h = v->h;
  what.home = x->scheduler;
  *v = what;
  x->thread->top = &v->h;
  fl_move(x, loop);
  return FL_PARKED;
}

/* The loop on which to wait for a condition: the caller's, if he is attached and it belongs to nobody yet. */
static fl_scheduler *loop_for(fl_exec *x, fl_cond *cond) {
  return fl_cond_bind(cond, x->scheduler->pool ? &fl_main_scheduler : x->scheduler);
}

/* ---- the primitives */

fl_status fl_wait_slowly(fl_exec *x, fl_frame *s, size_t size, fl_cond *cond) {
  fl_scheduler *loop = loop_for(x, cond);
  if (loop != x->scheduler) return visit(x, s, size, loop, (struct visit){.kind = VISIT_WAIT, .cond = cond});
  fl_nursery *nursery = fl_nursery_of(x);
  if (nursery) {
    int reason = cancelled(nursery);
    if (reason != 0) return done(x, s, reason);
    struct fl_op *op = new_op(x, s, size, sizeof *op);
    op->on |= FL_WAITS;
    add_cond(op, cond);
    add_nursery(op, nursery);
    return FL_PARKED;
  }
  x->value = 0;
  x->thread->top = s;
  fl_cond_add_thread(cond, x->thread);
  return FL_PARKED;
}

fl_status fl_wait_anyway__leaf(fl_exec *x, fl_frame *s, size_t size, fl_cond *cond) {
  fl_scheduler *loop = loop_for(x, cond);
  if (loop != x->scheduler) return visit(x, s, size, loop, (struct visit){.kind = VISIT_ANYWAY, .cond = cond});
  x->value = 0;
  x->thread->top = s;
  fl_cond_add_thread(cond, x->thread);
  return FL_PARKED;
}

static int sleep_natively(uint32_t ms) {
  struct timespec left = {.tv_sec = (time_t)(ms / 1000), .tv_nsec = (long)(ms % 1000) * 1000000};
  do {
    while (nanosleep(&left, &left) == -1 && errno == EINTR)
      ;
  } while (ms == FL_FOREVER && (left.tv_sec = 1000000, true));
  return 0;
}

fl_status fl_sleep__leaf(fl_exec *x, fl_frame *s, size_t size, uint32_t ms, fl_cond *early) {
  fl_nursery *nursery = fl_nursery_of(x);
  int reason = cancelled(nursery);
  if (reason != 0) return done(x, s, reason);
  if (early) {
    fl_scheduler *loop = loop_for(x, early);
    if (loop != x->scheduler)
      return visit(x, s, size, loop, (struct visit){.kind = VISIT_SLEEP, .cond = early, .ms = ms});
  } else if (x->scheduler->pool) {
    return done(x, s, sleep_natively(ms));
  }
  if (!fl_loop_make(x->scheduler)) return done(x, s, -errno);
  struct fl_op *op = new_op(x, s, size, nursery ? sizeof *op : early ? UP_TO(cond) : UP_TO(timer));
  add_timer(op, ms);
  add_cond(op, early);
  add_nursery(op, nursery);
  return FL_PARKED;
}

static int io_natively(int fd, int events, uint32_t ms) {
  struct pollfd p = {.fd = fd, .events = (short)((events & FL_IN ? POLLIN : 0) | (events & FL_OUT ? POLLOUT : 0))};
  uint64_t end = fl_now_ms() + ms + 1;
  for (;;) {
    int wait = -1;
    if (ms != FL_FOREVER) {
      uint64_t now = fl_now_ms();
      wait = now >= end ? 0 : end - now > 1000000000 ? 1000000000 : (int)(end - now);
    }
    int got = poll(&p, 1, wait);
    if (got == -1 && errno != EINTR) return -errno;
    if (got == 1) {
      if (p.revents & POLLNVAL) return -EBADF;
      if (p.revents & (POLLERR | POLLHUP)) return events;
      return (p.revents & POLLIN ? FL_IN : 0) | (p.revents & POLLOUT ? FL_OUT : 0);
    }
    if (got == 0 && ms != FL_FOREVER && fl_now_ms() >= end) return -ETIMEDOUT;
  }
}

fl_status fl_io_wait_for__leaf(fl_exec *x, fl_frame *s, size_t size, int fd, int events, uint32_t ms, fl_cond *early) {
  if (fd < 0) return done(x, s, -EBADF);
  if (events == 0 || (events & ~(FL_IN | FL_OUT))) return done(x, s, -EINVAL);
  fl_nursery *nursery = fl_nursery_of(x);
  int reason = cancelled(nursery);
  if (reason != 0) return done(x, s, reason);
  if (early) {
    fl_scheduler *loop = loop_for(x, early);
    if (loop != x->scheduler)
      return visit(x, s, size, loop,
                   (struct visit){.kind = VISIT_IO, .cond = early, .ms = ms, .fd = fd, .events = events});
  } else if (x->scheduler->pool) {
    return done(x, s, io_natively(fd, events, ms));
  }
  if (!fl_loop_make(x->scheduler)) return done(x, s, -errno);
  struct fl_op *op = new_op(x, s, size, nursery ? sizeof *op : UP_TO(fd_prev));
  op->fd = fd;
  op->events = events;
  int at_once = fl_fd_add(op);
  if (at_once != 0) {
    fl_pop(x, &op->h);
    return done(x, s, at_once);
  }
  op->on |= FL_ON_FD;
  add_timer(op, ms);
  add_cond(op, early);
  add_nursery(op, nursery);
  return FL_PARKED;
}

fl_status fl_io_wait__leaf(fl_exec *x, fl_frame *s, size_t size, int fd, int events, fl_cond *early) {
  return fl_io_wait_for__leaf(x, s, size, fd, events, FL_FOREVER, early);
}

struct linked {
  fl_frame h;
  fl_scheduler *previous;
};

static fl_status linked_run(fl_exec *x, void *frame) {
  struct linked *s = frame;
  return fl_finish(x, &s->h, (intptr_t)s->previous);
}

fl_status fl_link__leaf(fl_exec *x, fl_frame *s, size_t size, fl_scheduler *to) {
  fl_scheduler *from = x->scheduler;
  if (to == from) return done(x, s, (intptr_t)from);
  struct linked *l = (struct linked *)(void *)fl_push_leaf(x, s, size, linked_run, sizeof *l);
  l->previous = from;
  x->thread->top = &l->h;
  fl_move(x, to);
  return FL_PARKED;
}
