/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#define _GNU_SOURCE
#include "fl_inside.h"

#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

static void give_buffer_back(struct fl_conn *conn) {
  if (conn->input != conn->loop->scratch) free(conn->input);
  conn->input = NULL;
  conn->input_at = conn->input_end = conn->input_room = 0;
}

/* What its handler leaves has a buffer of the connection's own, of about its size. False: no memory. */
static bool keep_input(struct fl_conn *conn) {
  size_t length = conn->input_end - conn->input_at;
  if (length > 0 && conn->input != conn->loop->scratch && conn->input_room / 4 <= length) return true;
  uint8_t *own = length > 0 ? malloc(length) : NULL;
  if (own) memcpy(own, conn->input + conn->input_at, length);
  give_buffer_back(conn);
  conn->input = own;
  conn->input_end = conn->input_room = own ? (uint32_t)length : 0;
  return own || length == 0;
}

/* Little is put before what is read next, in the loop's buffer; what is more has as much room again. False: no
 * memory. */
static bool make_room(struct fl_conn *conn) {
  struct fl_loop *loop = conn->loop;
  size_t length = conn->input_end - conn->input_at;
  if (length > INPUT_PIECE) {
    size_t room = 2 * length < loop->limits.input ? 2 * length : loop->limits.input;
    memmove(conn->input, conn->input + conn->input_at, length);
    uint8_t *larger = conn->input_room < room ? realloc(conn->input, room) : conn->input;
    if (!larger) return false;
    conn->input = larger;
    conn->input_room = conn->input_room < room ? (uint32_t)room : conn->input_room;
  } else {
    if (length > 0) memcpy(loop->scratch, conn->input + conn->input_at, length);
    give_buffer_back(conn);
    conn->input = loop->scratch;
    conn->input_room = loop->limits.input;
  }
  conn->input_at = 0;
  conn->input_end = (uint32_t)length;
  return true;
}

void fl_in_free(struct fl_conn *conn) {
  struct fl_loop *loop = conn->loop;
  assert(conn->phase != CONN_FREE);
  if (conn->phase != CONN_LINGERING && loop->handler.closed) loop->handler.closed(loop->handler.context, conn);
  fl_timer_stop(&loop->timers, &conn->timer);
  fl_in_keep(conn);
  give_buffer_back(conn);
  fl_in_drop_output(conn);
  close(conn->fd); /* also ends epoll's interest */
  conn->fd = -1;
  conn->phase = CONN_FREE;
  conn->next_free = loop->free;
  loop->free = conn;
  loop->open--;
  if (!loop->stopping) fl_in_accept_events(loop, true);
}

void fl_in_interest(struct fl_conn *conn, uint32_t events) {
  if (conn->interest == events) return;
  conn->interest = events;
  fl_in_watch(conn->loop, EPOLL_CTL_MOD, conn->fd, events, conn);
}

static void begin_linger(struct fl_conn *conn) {
  struct fl_loop *loop = conn->loop;
  give_buffer_back(conn);
  fl_in_drop_output(conn);
  fl_in_keep(conn);
  if (conn->ended || shutdown(conn->fd, SHUT_WR) < 0 || loop->crowded) {
    fl_in_free(conn);
    return;
  }
  if (loop->handler.closed) loop->handler.closed(loop->handler.context, conn);
  conn->phase = CONN_LINGERING;
  conn->linger_left = LINGER_BYTES;
  fl_in_put_behind(conn, NULL); /* what it has to lose is little */
  fl_in_invite(loop);
  fl_in_interest(conn, EPOLLIN);
  fl_timer_start(&loop->timers, &conn->timer, loop->now + LINGER_MS);
}

static void run_handler(struct fl_conn *conn, enum fl_event event) {
  struct fl_loop *loop = conn->loop;
  conn->phase = CONN_RUNNING;
  conn->waits = false;
  loop->handler.event(loop->handler.context, conn, event);
  assert(conn->phase != CONN_RUNNING);
}

bool fl_in_is_idle(const struct fl_conn *conn) {
  return conn->phase == CONN_AWAITING && (conn->waits || conn->input_at == conn->input_end);
}

void fl_in_deliver(struct fl_conn *conn, enum fl_event event) {
  struct fl_loop *loop = conn->loop;
  run_handler(conn, event);
  if (loop->stopping && event != FL_STOPPING && fl_in_is_idle(conn)) run_handler(conn, FL_STOPPING);
  if (conn->phase == CONN_FREE || conn->phase == CONN_LINGERING) return;
  if (!keep_input(conn)) fl_in_free(conn);
}

void fl_in_read(struct fl_conn *conn) {
  if (!make_room(conn)) {
    fl_in_free(conn);
    return;
  }
  /* A piece, so that who sends without end does not keep others waiting; of a large message the next one is as large
   * as what is there of it. */
  size_t room = conn->input_room - conn->input_end;
  size_t piece = conn->input_end > INPUT_PIECE ? conn->input_end : INPUT_PIECE;
  ssize_t n = room > 0 ? recv(conn->fd, conn->input + conn->input_end, room < piece ? room : piece, 0) : 0;
  if (n > 0) {
    conn->input_end += (uint32_t)n;
    fl_in_deliver(conn, FL_INPUT);
  } else if (n < 0 && (errno == EAGAIN || errno == EINTR)) {
    if (!keep_input(conn)) fl_in_free(conn);
  } else {
    conn->ended = room > 0;
    fl_in_deliver(conn, FL_ENDED);
  }
}

void fl_in_drain(struct fl_conn *conn) {
  struct fl_loop *loop = conn->loop;
  ssize_t n = recv(conn->fd, loop->scratch, loop->limits.input, 0);
  if (n < 0 && (errno == EAGAIN || errno == EINTR)) return;
  if (n <= 0 || (uint32_t)n >= conn->linger_left)
    fl_in_free(conn);
  else
    conn->linger_left -= (uint32_t)n;
}

/* ---- for handlers */

void *fl_conn_state(struct fl_conn *conn) { return conn->state; }

struct fl_loop *fl_conn_loop(struct fl_conn *conn) {
  return conn->loop;
}

int fl_conn_descriptor(const struct fl_conn *conn) { return conn->fd; }

uint8_t *fl_conn_input(struct fl_conn *conn, size_t *length) {
  *length = conn->input_end - conn->input_at;
  return conn->input ? conn->input + conn->input_at : conn->loop->scratch;
}

void fl_conn_consume(struct fl_conn *conn, size_t count) {
  assert(count <= conn->input_end - conn->input_at);
  conn->input_at += (uint32_t)count;
}

void fl_conn_await(struct fl_conn *conn, uint32_t timeout_ms) {
  struct fl_loop *loop = conn->loop;
  assert(conn->phase == CONN_RUNNING);
  conn->phase = CONN_AWAITING;
  if (conn->expendable) fl_in_invite(loop);
  fl_in_interest(conn, EPOLLIN);
  fl_timer_start(&loop->timers, &conn->timer, loop->now + timeout_ms);
}

/* Level-triggered, a peer that hangs up would wake us for nothing again and again. */
void fl_conn_park(struct fl_conn *conn, uint32_t timeout_ms) {
  struct fl_loop *loop = conn->loop;
  assert(conn->phase == CONN_RUNNING);
  conn->phase = CONN_PARKED;
  fl_in_interest(conn, EPOLLET);
  fl_timer_start(&loop->timers, &conn->timer, loop->now + timeout_ms);
}

void fl_conn_wait(struct fl_conn *conn, uint32_t timeout_ms) {
  bool full = conn->input_end - conn->input_at == conn->loop->limits.input;
  fl_conn_await(conn, timeout_ms);
  conn->waits = true;
  if (full) fl_in_interest(conn, EPOLLET);
}

void fl_conn_wake(struct fl_conn *conn) {
  assert(conn->phase == CONN_PARKED || conn->waits);
  fl_in_deliver(conn, FL_SENT);
}

size_t fl_conn_holds(const struct fl_conn *conn) {
  size_t length = conn->input_end - conn->input_at;
  return (conn->input == conn->loop->scratch ? length : conn->input_room) + conn->head_end;
}

bool fl_conn_expire(struct fl_conn *conn) {
  switch (conn->phase) {
  case CONN_AWAITING:
  case CONN_PARKED: fl_in_deliver(conn, FL_EXPIRED); return true;
  case CONN_SENDING: fl_in_free(conn); return true;
  case CONN_FREE:
  case CONN_RUNNING:
  case CONN_LINGERING: break;
  }
  return false;
}

void fl_conn_close(struct fl_conn *conn) {
  assert(conn->phase == CONN_RUNNING);
  begin_linger(conn);
}
