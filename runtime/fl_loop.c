/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#define _GNU_SOURCE
#include "fl_inside.h"

#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <time.h>
#include <unistd.h>

enum { EVENTS_PER_TURN = 256 };

static uint64_t clock_ms(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (uint64_t)t.tv_sec * 1000u + (uint64_t)t.tv_nsec / 1000000u;
}

static struct fl_conn *conn_number(struct fl_loop *loop, size_t i) {
  return (struct fl_conn *)(void *)(loop->conns + i * loop->conn_size);
}

struct fl_loop *fl_loop_new(const struct fl_limits *limits, const struct fl_handler *handler) {
  assert(limits->connections > 0 && limits->input > 0);
  struct fl_loop *loop = calloc(1, sizeof *loop);
  if (!loop) return NULL;
  loop->limits = *limits;
  loop->handler = *handler;
  loop->listener = loop->wakeup = -1;
  loop->now = clock_ms();
  fl_timers_init(&loop->timers, loop->now);
  size_t align = _Alignof(max_align_t);
  loop->conn_size = (sizeof(struct fl_conn) + handler->state_size + align - 1) / align * align;
  loop->conns = calloc(limits->connections, loop->conn_size);
  loop->scratch = malloc(limits->input);
  loop->epoll = epoll_create1(EPOLL_CLOEXEC);
  if (loop->epoll >= 0) loop->wakeup = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
  if (!loop->conns || !loop->scratch || loop->wakeup < 0 ||
      fl_in_watch(loop, EPOLL_CTL_ADD, loop->wakeup, EPOLLIN, &loop->wakeup) < 0) {
    int saved = errno;
    fl_loop_free(loop);
    errno = saved;
    return NULL;
  }
  for (size_t i = limits->connections; i-- > 0;) {
    struct fl_conn *conn = conn_number(loop, i);
    conn->loop = loop;
    conn->fd = -1;
    conn->next_free = loop->free;
    loop->free = conn;
  }
  return loop;
}

void fl_loop_free(struct fl_loop *loop) {
  if (!loop) return;
  if (loop->conns)
    for (size_t i = 0; i < loop->limits.connections; i++)
      if (conn_number(loop, i)->phase != CONN_FREE) fl_in_free(conn_number(loop, i));
  if (loop->listener >= 0) close(loop->listener);
  if (loop->wakeup >= 0) close(loop->wakeup);
  if (loop->epoll >= 0) close(loop->epoll);
  free(loop->scratch);
  free(loop->conns);
  free(loop);
}

int fl_loop_watch(struct fl_loop *loop, int fd, void (*ready)(void *context), void *context) {
  if (loop->watch_count == FL_LOOP_WATCHES) {
    errno = ENOSPC;
    return -1;
  }
  struct watch *w = &loop->watches[loop->watch_count];
  *w = (struct watch){ready, context};
  if (fl_in_watch(loop, EPOLL_CTL_ADD, fd, EPOLLIN, w) < 0) return -1;
  loop->watch_count++;
  return 0;
}

bool fl_loop_stopping(const struct fl_loop *loop) { return loop->stopping || loop->stop_asked; }

uint64_t fl_loop_now(const struct fl_loop *loop) { return loop->now; }

size_t fl_loop_connections(const struct fl_loop *loop) { return loop->open; }

/* ---- the loop */

static void expired(void *context, struct fl_timer *timer) {
  (void)context;
  struct fl_conn *conn = (struct fl_conn *)(void *)timer;
  if (conn->phase == CONN_AWAITING || conn->phase == CONN_PARKED)
    fl_in_deliver(conn, FL_EXPIRED);
  else
    fl_in_free(conn);
}

static void begin_stop(struct fl_loop *loop) {
  loop->stopping = true;
  loop->stop_by = loop->now + loop->limits.grace_ms;
  fl_in_accept_events(loop, false);
  close(loop->listener);
  loop->listener = -1;
  for (size_t i = 0; i < loop->limits.connections; i++) {
    struct fl_conn *conn = conn_number(loop, i);
    if (fl_in_is_idle(conn)) fl_in_deliver(conn, FL_STOPPING);
  }
}

/* The grace is over. */
static void last_call(struct fl_loop *loop) {
  loop->last_call = true;
  loop->stop_by = loop->now + LINGER_MS;
  for (size_t i = 0; i < loop->limits.connections; i++)
    if (conn_number(loop, i)->phase == CONN_AWAITING || conn_number(loop, i)->phase == CONN_PARKED)
      fl_in_deliver(conn_number(loop, i), FL_EXPIRED);
}

static void dispatch(struct fl_loop *loop, const struct epoll_event *e) {
  if (e->data.ptr == &loop->wakeup) {
    uint64_t count;
    (void)!read(loop->wakeup, &count, sizeof count);
    return;
  }
  if (e->data.ptr == &loop->listener) {
    if (!loop->stopping) fl_in_accept_some(loop);
    return;
  }
  struct watch *w = e->data.ptr;
  if (w >= loop->watches && w < loop->watches + FL_LOOP_WATCHES) {
    w->ready(w->context);
    return;
  }
  struct fl_conn *conn = e->data.ptr;
  switch (conn->phase) {
  case CONN_AWAITING: fl_in_read(conn); break;
  case CONN_SENDING: fl_in_continue_sending(conn); break;
  case CONN_LINGERING: fl_in_drain(conn); break;
  case CONN_FREE: /* closed earlier in this turn */
  case CONN_PARKED:
  case CONN_RUNNING: break;
  }
}

int fl_loop_run(struct fl_loop *loop) {
  struct epoll_event events[EVENTS_PER_TURN];
  while (!(loop->stopping && (loop->open == 0 || loop->now >= loop->stop_by))) {
    int wait = fl_timers_wait(&loop->timers, loop->now);
    if (loop->stopping) {
      int left = (int)(loop->stop_by - loop->now);
      wait = wait < 0 || wait > left ? left : wait;
    }
    if (loop->accept_again && (wait < 0 || wait > ACCEPT_AGAIN_MS)) wait = ACCEPT_AGAIN_MS;
    int n = epoll_wait(loop->epoll, events, EVENTS_PER_TURN, wait);
    if (n < 0 && errno != EINTR) return -1;
    loop->now = clock_ms();
    if (loop->accept_again && loop->now >= loop->accept_again) {
      loop->accept_again = 0;
      if (loop->free) fl_in_accept_events(loop, true);
    }
    for (int i = 0; i < n; i++) dispatch(loop, &events[i]);
    fl_timers_run(&loop->timers, loop->now, expired, loop);
    if (loop->stop_asked && !loop->stopping) begin_stop(loop);
    if (loop->stopping && !loop->last_call && loop->now >= loop->stop_by) last_call(loop);
  }
  return 0;
}

void fl_loop_stop(struct fl_loop *loop) {
  uint64_t one = 1;
  int saved = errno;
  loop->stop_asked = true;
  (void)!write(loop->wakeup, &one, sizeof one);
  errno = saved;
}
