/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Nurseries, and alarms, on which their deadlines and timeouts rest. */
#include <errno.h>

#include "fl_scheduler.h"

/* ---- alarms */

void fl_alarm_set(struct fl_alarm *alarm, uint32_t ms) {
  fl_alarm_stop(alarm);
  alarm->kind = FL_IS_ALARM;
  if (ms != FL_FOREVER) fl_wheel_start(&alarm->loop->wheel, &alarm->timer, fl_now_ms() + ms + 1);
}

bool fl_alarm_stop(struct fl_alarm *alarm) {
  if (!fl_timer_running(&alarm->timer)) return false;
  fl_wheel_stop(&alarm->loop->wheel, &alarm->timer);
  return true;
}

static void timeout_expired(struct fl_alarm *alarm) { fl_signal_all(((fl_timeout *)(void *)alarm)->cond); }

/* The loop of the caller, if he is attached, and `bound` is that loop or not yet one. */
static fl_scheduler *loop_of_caller(fl_scheduler *bound) {
  fl_scheduler *here = fl_current();
  return here && !here->pool && (!bound || bound == here) && fl_loop_make(here) ? here : NULL;
}

int fl_timeout_start(fl_timeout *timeout, uint32_t ms, fl_cond *cond) {
  fl_scheduler *loop = loop_of_caller(timeout->alarm.loop);
  if (!loop || fl_cond_bind(cond, loop) != loop) return -EINVAL;
  timeout->alarm.loop = loop;
  timeout->alarm.expired = timeout_expired;
  timeout->cond = cond;
  fl_alarm_set(&timeout->alarm, ms);
  return 0;
}

bool fl_timeout_stop(fl_timeout *timeout) { return fl_alarm_stop(&timeout->alarm); }

/* ---- nurseries */

static void cancel(fl_nursery *nursery, int reason) {
  if (nursery->deadline.reason != 0) return;
  __atomic_store_n(&nursery->deadline.reason, reason, __ATOMIC_RELEASE);
  while (nursery->pending) fl_op_complete(nursery->pending, reason);
}

static void deadline_passed(struct fl_alarm *alarm) { cancel((fl_nursery *)(void *)alarm, -ETIMEDOUT); }

static fl_scheduler *bind(fl_nursery *nursery) {
  fl_scheduler *loop = loop_of_caller(nursery->deadline.loop);
  if (loop && !nursery->deadline.loop) {
    nursery->deadline.loop = loop;
    fl_cond_bind(&nursery->ended, loop);
  }
  return loop;
}

int fl_nursery_cancel(fl_nursery *nursery) {
  if (!bind(nursery)) return -EINVAL;
  cancel(nursery, -ECANCELED);
  return 0;
}

int fl_nursery_deadline(fl_nursery *nursery, uint32_t ms) {
  if (!bind(nursery)) return -EINVAL;
  nursery->deadline.expired = deadline_passed;
  fl_alarm_set(&nursery->deadline, ms);
  return 0;
}

int fl_cancelled(void) {
  fl_exec *x = fl_this ? &fl_this->x : NULL;
  fl_nursery *nursery = x && x->thread ? fl_nursery_of(x) : NULL;
  return nursery ? __atomic_load_n(&nursery->deadline.reason, __ATOMIC_ACQUIRE) : 0;
}

/* The thread's own frame: calls f through its entry, then leaves the nursery on its loop. */
struct child {
  struct fl_nursery_root root;
  void (*f)(void *);
  void *argument;
};

static fl_status child_run(fl_exec *x, void *frame) {
  struct child *s = frame;
  fl_frame *c;
  fl_status status;
  switch (s->root.h.at) {
  case 0:
    x->from = &s->root.h;
    x->from_size = sizeof *s;
    x->pushed = NULL;
    x->entering = 1;
    s->f(s->argument);
    c = fl_entered(x);
    s->root.h.at = 1;
    if ((status = c->run(x, c)) != FL_DONE) return status;
    fl_pop(x, c);
    break;
  case 1: fl_pop(x, x->returned); break;
  default: break;
  }
  if (x->scheduler != s->root.nursery->deadline.loop) {
    s->root.h.at = 2;
    x->thread->top = &s->root.h;
    fl_move(x, s->root.nursery->deadline.loop);
    return FL_PARKED;
  }
  fl_nursery_left(s->root.nursery);
  return FL_DONE;
}

/* The block of such a thread has room for f's frame and for what it waits for, if f has few variables: one block, where
 * there would be three. */
#define BLOCK 240u

/* Erased mode has a root of its own for them. */
__attribute__((weak)) fl_frame *fl_nursery_root_erased(fl_exec *x, void (*f)(void *), void *argument);

int fl_nursery_spawn(fl_nursery *nursery, void (*f)(void *), void *argument) {
  if (!bind(nursery)) return -EINVAL;
  fl_exec *x = &fl_self()->x;
  struct fl_nursery_root *root;
  if (fl_nursery_root_erased) {
    root = (struct fl_nursery_root *)(void *)fl_nursery_root_erased(x, f, argument);
  } else {
    size_t size = FL_APART ? sizeof(struct child) : BLOCK - sizeof(struct fl_thread);
    struct child *child = (struct child *)(void *)fl_push(x, NULL, 0, child_run, size, _Alignof(struct child));
    child->f = f;
    child->argument = argument;
    root = &child->root;
  }
  root->h.back |= FL_IN_NURSERY;
  root->nursery = nursery;
  nursery->running++;
  fl_spawned(x, &root->h);
  return 0;
}

struct join {
  fl_frame h;
  fl_nursery *nursery;
};

static fl_status join_run(fl_exec *x, void *frame) {
  struct join *s = frame;
  fl_nursery *nursery = s->nursery;
  if (x->value != 0) /* the caller was cancelled */
    cancel(nursery, (int)x->value);
  if (nursery->running > 0) {
    /* Not to be cancelled any more: a plain wait. */
    x->thread->top = &s->h;
    x->value = 0;
    s->h.at = 1;
    fl_cond_add_thread(&nursery->ended, x->thread);
    return FL_PARKED;
  }
  fl_alarm_stop(&nursery->deadline);
  int reason = nursery->deadline.reason;
  nursery->deadline.reason = 0;
  return fl_finish(x, &s->h, reason);
}

fl_status fl_nursery_join__leaf(fl_exec *x, fl_frame *s, size_t size, fl_nursery *nursery) {
  if (!bind(nursery)) {
    x->value = -EINVAL;
    return fl_defer(x, s);
  }
  struct join *j = (struct join *)(void *)fl_push(x, s, size, join_run, sizeof *j, _Alignof(struct join));
  j->nursery = nursery;
  x->value = 0;
  if (nursery->running > 0) return fl_wait__leaf(x, &j->h, sizeof *j, &nursery->ended);
  return fl_defer(x, &j->h); /* with x->value: why the caller is cancelled already, or 0 */
}
