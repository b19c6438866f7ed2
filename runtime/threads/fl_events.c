/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* What a loop hears from the kernel: descriptors, by epoll. Each wait arms its descriptor for one event, so that a
 * descriptor that was closed, and its number given to another file, is found out at the next wait. One that is kept
 * (fl_keep) stays armed, level-triggered, until it is reported too often while nobody waits for it. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/timerfd.h>
#include <unistd.h>

#include "fl_record.h"

/* As many as are resumed before the next poll: one that is kept would be reported again before its thread had its
 * turn. */
#define EVENTS_PER_POLL FL_BUDGET

/* So often is a descriptor that is kept reported in vain before it is disarmed. Its thread may be busy just now. */
#define IN_VAIN 4

uint64_t fl_now_ms(void) {
  int mode = fl_mode_here();
  uint64_t now = mode == FL_REPLAYING ? 0 : fl_clock_ms();
  if (FL_UNLIKELY(mode != FL_LIVE)) fl_record_value(&now, sizeof now);
  return now;
}

/* An error of the kernel's, or 0, of a call that a replay does not make. */
static int recorded(int error) {
  if (FL_UNLIKELY(fl_mode_here() != FL_LIVE)) fl_record_value(&error, sizeof error);
  return error;
}

/* The kernel calls it `as`. False with errno set: it is closed. */
static bool hear(const fl_scheduler *loop, int fd, int as) {
  struct epoll_event event = {.events = EPOLLIN, .data.fd = as};
  if (fd == -1 || epoll_ctl(loop->epoll, EPOLL_CTL_ADD, fd, &event) == 0) return fd != -1;
  int reason = errno;
  close(fd);
  errno = reason;
  return false;
}

bool fl_loop_make(fl_scheduler *loop) {
  if (FL_LIKELY(loop->made)) return true;
  loop->epoll = epoll_create1(EPOLL_CLOEXEC);
  if (loop->epoll == -1) return false;
  loop->wake = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
  if (!hear(loop, loop->wake, -1)) {
    int reason = errno;
    close(loop->epoll);
    errno = reason;
    return false;
  }
  fl_wheel_init(&loop->wheel, fl_clock_ms());
  loop->made = true;
  return true;
}

bool fl_loop_embed(fl_scheduler *loop) {
  if (loop->alarm > 0) return true;
  int fd = timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC | TFD_NONBLOCK);
  if (!hear(loop, fd, -2)) return false;
  loop->alarm = fd;
  return true;
}

void fl_alarm_loop(fl_scheduler *loop, bool at_once) {
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

/* Its threads hear that it is not open. */
static void wake_all(fl_scheduler *loop, int fd) {
  while (loop->fds[fd].first) fl_op_complete(loop->fds[fd].first, -EBADF);
}

static uint32_t kernels(int events) {
  return (events & FL_IN ? EPOLLIN | EPOLLRDHUP : 0u) | (events & FL_OUT ? EPOLLOUT : 0u);
}

/* `likely`: EPOLL_CTL_MOD or EPOLL_CTL_ADD, which is tried first. */
static int watch(fl_scheduler *loop, int fd, uint32_t events, int likely) {
  struct epoll_event event = {.events = events, .data.fd = fd};
  if (fl_replaying()) return 0;
  if (epoll_ctl(loop->epoll, likely, fd, &event) == 0) return 0;
  int other = errno == ENOENT ? EPOLL_CTL_ADD : errno == EEXIST ? EPOLL_CTL_MOD : 0;
  return other != 0 && epoll_ctl(loop->epoll, other, fd, &event) == 0 ? 0 : -errno;
}

/* Arms the descriptor for all that wait for it. */
static int arm(fl_scheduler *loop, int fd) {
  struct fl_fd *of = &loop->fds[fd];
  int wanted = of->armed;
  for (const struct fl_op *op = of->first; op; op = op->fd_next) wanted |= op->events;
  if (!of->kept) return recorded(watch(loop, fd, kernels(wanted) | EPOLLONESHOT, EPOLL_CTL_MOD));
  if (wanted == of->armed) return 0;
  int error = recorded(watch(loop, fd, kernels(wanted), of->armed ? EPOLL_CTL_MOD : EPOLL_CTL_ADD));
  if (error == 0) of->armed = (unsigned char)wanted;
  return error;
}

/* A new one in the place of an old one that a process shares with its parent. */
static void replace(int old, int new) {
  if (new == -1 || (new != old &&dup3(new, old, O_CLOEXEC) == -1)) fl_die("no descriptors for a loop after a fork");
  if (new != old) close(new);
}

void fl_loop_forked(fl_scheduler *loop) {
  replace(loop->epoll, epoll_create1(EPOLL_CLOEXEC));
  replace(loop->wake, eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK));
  if (loop->alarm > 0) replace(loop->alarm, timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC | TFD_NONBLOCK));
  if (!hear(loop, loop->wake, -1) || (loop->alarm > 0 && !hear(loop, loop->alarm, -2)))
    fl_die("no descriptors for a loop after a fork");
  for (size_t fd = 0; fd < loop->fds_length; fd++) {
    loop->fds[fd].armed = loop->fds[fd].ignored = 0;
    if (loop->fds[fd].first && arm(loop, (int)fd) != 0) wake_all(loop, (int)fd);
  }
}

/* Nobody waited for what was reported, and it would be reported again and again. */
static void disarm(fl_scheduler *loop, int fd) {
  struct fl_fd *of = &loop->fds[fd];
  of->armed = 0;
  of->ignored = 0;
  if (!of->first) epoll_ctl(loop->epoll, EPOLL_CTL_DEL, fd, NULL);
}

static void append(struct fl_fd *of, struct fl_op *op) {
  op->fd_next = NULL;
  op->fd_prev = of->last;
  if (of->last)
    of->last->fd_next = op;
  else
    of->first = op;
  of->last = op;
}

static int room_for(fl_scheduler *loop, int fd) {
  size_t needed = (size_t)fd + 1;
  if (FL_LIKELY(needed <= loop->fds_length)) return 0;
  size_t length = loop->fds_length * 2 > needed ? loop->fds_length * 2 : needed + 16;
  /* A number that no descriptor can have must not make us allocate for it. */
  int error = recorded(!fl_replaying() && fcntl(fd, F_GETFD) == -1 ? -EBADF : 0);
  if (error != 0) return error;
  struct fl_fd *fds = realloc(loop->fds, length * sizeof *fds);
  if (!fds) return -ENOMEM;
  for (size_t i = loop->fds_length; i < length; i++) fds[i] = (struct fl_fd){0};
  loop->fds = fds;
  loop->fds_length = length;
  return 0;
}

int fl_fd_add(struct fl_op *op) {
  fl_scheduler *loop = op->loop;
  int full = room_for(loop, op->fd);
  if (full != 0) return full;
  append(&loop->fds[op->fd], op);
  loop->io_waiting++;
  int error = arm(loop, op->fd);
  if (error == 0) return 0;
  fl_fd_remove(op);
  return error == -EPERM ? op->events : error; /* a file of a kind that never blocks */
}

void fl_happened(fl_scheduler *loop, int fd, uint32_t happened) {
  if ((size_t)fd >= loop->fds_length) return;
  bool all = happened & (EPOLLERR | EPOLLHUP);
  int events = (happened & (EPOLLIN | EPOLLRDHUP) ? FL_IN : 0) | (happened & EPOLLOUT ? FL_OUT : 0);
  struct fl_fd *of = &loop->fds[fd];
  struct fl_op *next;
  bool ignored = true;
  for (struct fl_op *op = of->first; op; op = next) {
    next = op->fd_next;
    if (all || (op->events & events)) {
      fl_op_complete(op, all ? op->events : op->events & events);
      ignored = false;
    }
  }
  if (!ignored)
    of->ignored = 0;
  else if (of->kept && (all || ++of->ignored == IN_VAIN))
    disarm(loop, fd);
  if (loop->fds[fd].first && arm(loop, fd) != 0) wake_all(loop, fd);
}

void fl_close_wakes(int fd) {
  fl_scheduler *loop = fl_current();
  if (loop && !loop->pool && fd >= 0 && (size_t)fd < loop->fds_length) wake_all(loop, fd);
}

int fl_keep(int fd) {
  fl_scheduler *loop = fl_current();
  if (!loop || loop->pool) return -EINVAL;
  int full = fd < 0 ? -EBADF : room_for(loop, fd);
  if (full != 0) return full;
  /* If one of that number was kept before, and closed otherwise, it is forgotten here. */
  loop->fds[fd].kept = true;
  loop->fds[fd].armed = loop->fds[fd].ignored = 0;
  return 0;
}

int fl_close(int fd) {
  fl_scheduler *loop = fl_current();
  if (loop && !loop->pool && fd >= 0 && (size_t)fd < loop->fds_length) {
    fl_close_wakes(fd);
    /* Where a copy of it is open, in another process too, closing alone would leave it watched. */
    if (loop->fds[fd].kept && loop->fds[fd].armed) disarm(loop, fd);
    loop->fds[fd].kept = false;
  }
  return recorded(close(fd) == 0 ? 0 : -errno);
}

static void take_inbox(fl_scheduler *loop) {
  if (!atomic_load(&loop->posted)) return;
  pthread_mutex_lock(&loop->lock);
  struct fl_queue inbox = loop->inbox;
  struct fl_cond *signals = loop->signals;
  loop->inbox = (struct fl_queue){0};
  loop->signals = loop->last_signals = NULL;
  atomic_store(&loop->posted, false);
  pthread_mutex_unlock(&loop->lock);
  bool recording = fl_mode_here() == FL_RECORDING;
  for (struct fl_thread *thread; (thread = fl_queue_take(&inbox));) {
    if (FL_UNLIKELY(recording)) fl_record_arrival(thread);
    loop->threads++;
    if (loop == &fl_main_scheduler) fl_release();
    fl_ready_add(loop->ready, thread);
  }
  /* Behind the threads: who came here to wait was posted before he can be signalled, but does not wait yet. */
  while (signals) {
    struct fl_cond *next = signals->next_posted; /* once delivered, it may be posted again */
    uint32_t pending = __atomic_exchange_n(&signals->pending, 0, __ATOMIC_ACQ_REL);
    if (FL_UNLIKELY(recording) && pending != 0) fl_record_signal(signals, pending);
    fl_cond_wake(signals, pending);
    signals = next;
  }
}

void fl_expire(fl_scheduler *loop, uint64_t now) {
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

static int wait_ms(fl_scheduler *loop, uint64_t until) {
  uint64_t now = fl_clock_ms(), next = fl_wheel_next(&loop->wheel);
  if (next > until) next = until;
  if (next <= now) return 0;
  return next == UINT64_MAX ? -1 : next - now > INT_MAX ? INT_MAX : (int)(next - now);
}

void fl_poll(fl_scheduler *loop, uint64_t until) {
  take_inbox(loop);
  if (!loop->made) return;
  int wait = 0;
  if (fl_ready_empty(loop->ready) && until > 0) {
    atomic_store(&loop->sleeping, true);
    wait = atomic_load(&loop->posted) ? 0 : wait_ms(loop, until);
  }
  if (wait != 0 || loop->io_waiting > 0 || loop->alarm > 0) {
    struct epoll_event events[EVENTS_PER_POLL];
    int count = epoll_wait(loop->epoll, events, EVENTS_PER_POLL, wait);
    if (count == -1 && errno != EINTR) fl_die("epoll_wait failed");
    if (FL_UNLIKELY(fl_mode_here() == FL_RECORDING)) fl_record_events(events, count);
    for (int i = 0; i < count; i++) {
      uint64_t number;
      int fd = events[i].data.fd;
      if (fd >= 0)
        fl_happened(loop, fd, events[i].events);
      else
        while (read(fd == -1 ? loop->wake : loop->alarm, &number, sizeof number) == -1 && errno == EINTR)
          ;
    }
  }
  atomic_store(&loop->sleeping, false);
  take_inbox(loop);
  if (loop->wheel.running > 0) {
    uint64_t now = fl_clock_ms();
    if (FL_UNLIKELY(fl_mode_here() == FL_RECORDING) && fl_wheel_next(&loop->wheel) <= now) fl_record_time(now);
    fl_expire(loop, now);
  }
}
