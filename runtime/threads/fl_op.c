/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Operations, and the lists in which they wait: whichever of them ends one takes it out of all others. */
#include "fl_scheduler.h"

void fl_cond_add_op(fl_cond *cond, struct fl_op *op) {
  op->cond = cond;
  op->next = 0;
  op->prev = cond->head ? cond->tail : 0;
  fl_cond_say_loop(cond, true);
  if (op->prev)
    fl_link_next(op->prev, (uintptr_t)op + 1);
  else
    cond->head = (uintptr_t)op + 1;
  cond->tail = (uintptr_t)op + 1;
}

static void remove_from_cond(struct fl_op *op) {
  fl_cond *cond = op->cond;
  if (op->prev)
    fl_link_next(op->prev, op->next);
  else
    cond->head = op->next;
  if (op->next == 0)
    cond->tail = op->prev;
  else if (fl_is_op(op->next))
    fl_op_of(op->next)->prev = op->prev;
  if (cond->head == 0) fl_cond_say_loop(cond, false);
}

void fl_fd_remove(struct fl_op *op) {
  struct fl_fd *of = &op->loop->fds[op->fd];
  if (op->fd_prev)
    op->fd_prev->fd_next = op->fd_next;
  else
    of->first = op->fd_next;
  if (op->fd_next)
    op->fd_next->fd_prev = op->fd_prev;
  else
    of->last = op->fd_prev;
  op->loop->io_waiting--;
}

void fl_op_complete(struct fl_op *op, int value) {
  op->value = value;
  if (op->on & FL_ON_NURSERY) {
    fl_nursery *nursery = op->nursery;
    if (op->pending_prev)
      op->pending_prev->pending_next = op->pending_next;
    else
      nursery->pending = op->pending_next;
    if (op->pending_next)
      op->pending_next->pending_prev = op->pending_prev;
    else
      nursery->last_pending = op->pending_prev;
  }
  if (op->on & FL_ON_TIMER) fl_wheel_stop(&op->loop->wheel, &op->timer);
  if (op->on & FL_ON_COND) remove_from_cond(op);
  if (op->on & FL_ON_FD) fl_fd_remove(op);
  op->on = 0;
  fl_ready_add(op->loop->ready, op->thread);
}
