/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#define _GNU_SOURCE
#include "fl_inside.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>

static void set_send_deadline(struct fl_conn *conn) {
  struct fl_loop *loop = conn->loop;
  conn->written = 0;
  fl_timer_start(&loop->timers, &conn->timer, loop->now + loop->limits.send_timeout_ms);
}

enum fl_sending fl_conn_send(struct fl_conn *conn, const uint8_t *head, size_t head_length,
                             const struct fl_body *body) {
  assert(conn->phase == CONN_RUNNING && !conn->head && !conn->has_body);
  conn->head = (uint8_t *)(uintptr_t)head; /* borrowed while we are in here */
  conn->head_at = 0;
  conn->head_end = head_length;
  conn->has_body = body != NULL;
  conn->body = body ? *body : (struct fl_body){.file = -1};
  enum fl_sending result = fl_in_flush(conn);
  size_t left = conn->head_end - conn->head_at;
  uint8_t *copy = NULL;
  if (result == FL_SENDING && left > 0) {
    copy = malloc(left);
    if (copy)
      memcpy(copy, head + conn->head_at, left);
    else
      result = FL_SEND_FAILED;
  }
  conn->head = copy;
  conn->head_at = 0;
  conn->head_end = copy ? left : 0;
  if (result == FL_SENDING) {
    conn->phase = CONN_SENDING;
    fl_in_interest(conn, EPOLLOUT);
    set_send_deadline(conn);
  } else {
    fl_in_drop_output(conn);
  }
  return result;
}

void fl_in_continue_sending(struct fl_conn *conn) {
  enum fl_sending result = fl_in_flush(conn);
  if (result == FL_SENDING) {
    /* A slow peer may take its time for a large body, but not take a byte now and then. */
    if (conn->written >= SEND_PROGRESS) set_send_deadline(conn);
    return;
  }
  fl_in_drop_output(conn);
  if (result == FL_SEND_FAILED)
    fl_in_free(conn);
  else
    fl_in_deliver(conn, FL_SENT);
}
