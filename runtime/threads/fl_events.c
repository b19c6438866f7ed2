/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* What a loop hears from the kernel: descriptors, by epoll. Each wait arms its descriptor for one event, so that a
 * descriptor that was closed, and its number given to another file, is found out at the next wait. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

#include "fl_scheduler.h"

#define EVENTS_PER_POLL 256

uint64_t fl_now_ms(void)
{
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (uint64_t)now.tv_sec * 1000 + (uint64_t)now.tv_nsec / 1000000;
}

bool fl_loop_make(fl_scheduler *loop)
{
  if (FL_LIKELY(loop->made))
    return true;
  loop->epoll = epoll_create1(EPOLL_CLOEXEC);
  if (loop->epoll == -1)
    return false;
  loop->wake = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
  struct epoll_event event = {.events = EPOLLIN, .data.fd = -1};
  if (loop->wake == -1 || epoll_ctl(loop->epoll, EPOLL_CTL_ADD, loop->wake, &event) != 0) {
    int reason = errno;
    if (loop->wake != -1)
      close(loop->wake);
    close(loop->epoll);
    errno = reason;
    return false;
  }
  fl_wheel_init(&loop->wheel, fl_now_ms());
  loop->made = true;
  return true;
}

bool fl_loop_embed(fl_scheduler *loop)
{
  if (loop->alarm > 0)
    return true;
  int fd = timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC | TFD_NONBLOCK);
  struct epoll_event event = {.events = EPOLLIN, .data.fd = -2};
  if (fd == -1)
    return false;
  if (epoll_ctl(loop->epoll, EPOLL_CTL_ADD, fd, &event) != 0) {
    int reason = errno;
    close(fd);
    errno = reason;
    return false;
  }
  loop->alarm = fd;
  return true;
}

void fl_alarm_loop(fl_scheduler *loop, bool at_once)
{
  /* Whoever posts must wake the foreign loop, too. */
  atomic_store(&loop->sleeping, true);
  at_once |= atomic_load(&loop->posted);
  uint64_t next = fl_wheel_next(&loop->wheel);
  struct itimerspec when = {0};
  if (at_once)
    when.it_value.tv_nsec = 1;
  else if (next != UINT64_MAX)
    when.it_value = (struct timespec){(time_t)(next / 1000), (long)(next % 1000) * 1000000};
  timerfd_settime(loop->alarm, TFD_TIMER_ABSTIME, &when, NULL);
}

void fl_wake_loop(fl_scheduler *loop)
{
  if (!atomic_exchange(&loop->sleeping, false))
    return;
  uint64_t one = 1;
  while (write(loop->wake, &one, sizeof one) == -1 && errno == EINTR)
    ;
}

static uint32_t kernels(int events)
{
  return (events & FL_IN ? EPOLLIN | EPOLLRDHUP : 0u) | (events & FL_OUT ? EPOLLOUT : 0u);
}

/* Arms the descriptor for all that wait for it. */
static int arm(fl_scheduler *loop, int fd)
{
  uint32_t wanted = EPOLLONESHOT;
  for (const struct fl_op *op = loop->fds[fd].first; op; op = op->fd_next)
    wanted |= kernels(op->events);
  struct epoll_event event = {.events = wanted, .data.fd = fd};
  if (epoll_ctl(loop->epoll, EPOLL_CTL_MOD, fd, &event) == 0)
    return 0;
  if (errno == ENOENT && epoll_ctl(loop->epoll, EPOLL_CTL_ADD, fd, &event) == 0)
    return 0;
  return -errno;
}

static void append(struct fl_fd *of, struct fl_op *op)
{
  op->fd_next = NULL;
  op->fd_prev = of->last;
  if (of->last)
    of->last->fd_next = op;
  else
    of->first = op;
  of->last = op;
}

int fl_fd_add(struct fl_op *op)
{
  fl_scheduler *loop = op->loop;
  size_t fd = (size_t)op->fd;
  if (fd >= loop->fds_length) {
    size_t length = loop->fds_length * 2 > fd + 1 ? loop->fds_length * 2 : fd + 17;
    /* A number that no descriptor can have must not make us allocate for it. */
    if (fcntl(op->fd, F_GETFD) == -1)
      return -EBADF;
    struct fl_fd *fds = realloc(loop->fds, length * sizeof *fds);
    if (!fds)
      return -ENOMEM;
    for (size_t i = loop->fds_length; i < length; i++)
      fds[i] = (struct fl_fd){0};
    loop->fds = fds;
    loop->fds_length = length;
  }
  append(&loop->fds[fd], op);
  loop->io_waiting++;
  int error = arm(loop, op->fd);
  if (error == 0)
    return 0;
  fl_fd_remove(op);
  return error == -EPERM ? op->events : error; /* a file of a kind that never blocks */
}

void fl_fd_remove(struct fl_op *op)
{
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

static void ready(fl_scheduler *loop, int fd, uint32_t happened)
{
  if ((size_t)fd >= loop->fds_length)
    return;
  bool all = happened & (EPOLLERR | EPOLLHUP);
  int events = (happened & (EPOLLIN | EPOLLRDHUP) ? FL_IN : 0) | (happened & EPOLLOUT ? FL_OUT : 0);
  struct fl_op *next;
  for (struct fl_op *op = loop->fds[fd].first; op; op = next) {
    next = op->fd_next;
    if (all || (op->events & events))
      fl_op_complete(op, all ? op->events : op->events & events);
  }
  if (loop->fds[fd].first && arm(loop, fd) != 0)
    while (loop->fds[fd].first)
      fl_op_complete(loop->fds[fd].first, -EBADF);
}

void fl_close_wakes(int fd)
{
  fl_scheduler *loop = fl_current();
  if (!loop || loop->pool || fd < 0 || (size_t)fd >= loop->fds_length)
    return;
  while (loop->fds[fd].first)
    fl_op_complete(loop->fds[fd].first, -EBADF);
}

static void take_inbox(fl_scheduler *loop)
{
  if (!atomic_load(&loop->posted))
    return;
  pthread_mutex_lock(&loop->lock);
  struct fl_queue inbox = loop->inbox;
  struct fl_cond *signals = loop->signals;
  loop->inbox = (struct fl_queue){0};
  loop->signals = loop->last_signals = NULL;
  atomic_store(&loop->posted, false);
  pthread_mutex_unlock(&loop->lock);
  for (struct fl_thread *thread; (thread = fl_queue_take(&inbox));) {
    loop->threads++;
    if (loop == &fl_main_scheduler)
      fl_outside_less();
    fl_queue_add(&loop->ready, thread);
  }
  /* Behind the threads: who came here to wait was posted before he can be signalled, but does not wait yet. */
  while (signals) {
    struct fl_cond *next = signals->next_posted; /* once delivered, it may be posted again */
    fl_cond_deliver(signals);
    signals = next;
  }
}

static int wait_ms(fl_scheduler *loop, uint64_t until)
{
  uint64_t now = fl_now_ms(), next = fl_wheel_next(&loop->wheel);
  if (next > until)
    next = until;
  if (next <= now)
    return 0;
  return next == UINT64_MAX ? -1 : next - now > INT_MAX ? INT_MAX : (int)(next - now);
}

void fl_poll(fl_scheduler *loop, uint64_t until)
{
  take_inbox(loop);
  if (!loop->made)
    return;
  int wait = 0;
  if (!loop->ready.head && until > 0) {
    atomic_store(&loop->sleeping, true);
    wait = atomic_load(&loop->posted) ? 0 : wait_ms(loop, until);
  }
  if (wait != 0 || loop->io_waiting > 0 || loop->alarm > 0) {
    struct epoll_event events[EVENTS_PER_POLL];
    int count = epoll_wait(loop->epoll, events, EVENTS_PER_POLL, wait);
    if (count == -1 && errno != EINTR)
      fl_die("epoll_wait failed");
    for (int i = 0; i < count; i++) {
      uint64_t number;
      int fd = events[i].data.fd;
      if (fd >= 0)
        ready(loop, fd, events[i].events);
      else
        while (read(fd == -1 ? loop->wake : loop->alarm, &number, sizeof number) == -1 && errno == EINTR)
          ;
    }
  }
  atomic_store(&loop->sleeping, false);
  take_inbox(loop);
  if (loop->wheel.running > 0) {
    uint64_t now = fl_now_ms();
    for (struct fl_timer *timer; (timer = fl_wheel_expire(&loop->wheel, now));) {
      struct fl_alarm *alarm = (struct fl_alarm *)(void *)((char *)timer - offsetof(struct fl_alarm, timer));
      if (alarm->kind == FL_IS_ALARM) {
        alarm->expired(alarm);
        continue;
      }
      struct fl_op *op = (struct fl_op *)(void *)((char *)timer - offsetof(struct fl_op, timer));
      fl_op_complete(op, op->on & FL_ON_FD ? -ETIMEDOUT : 0);
    }
  }
}
