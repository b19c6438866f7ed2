/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#define _GNU_SOURCE
#include "fl_inside.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/sendfile.h>
#include <sys/socket.h>
#include <sys/uio.h>

static void release_body(struct fl_conn *conn) {
  if (conn->has_body && conn->body.release) conn->body.release(conn->body.owner);
  conn->has_body = false;
}

void fl_in_drop_output(struct fl_conn *conn) {
  release_body(conn);
  free(conn->head);
  conn->head = NULL;
  conn->head_at = conn->head_end = 0;
}

/* One system call's worth of the pending output. */
static ssize_t write_some(struct fl_conn *conn) {
  struct fl_body *body = &conn->body;
  struct iovec parts[2];
  int count = 0;
  if (conn->head_at < conn->head_end)
    parts[count++] = (struct iovec){conn->head + conn->head_at, conn->head_end - conn->head_at};
  if (conn->has_body && body->data)
    parts[count++] = (struct iovec){(void *)(uintptr_t)(body->data + body->offset), body->length};
  if (count > 0) {
    struct msghdr message = {.msg_iov = parts, .msg_iovlen = (size_t)count};
    bool file_follows = conn->has_body && !body->data && body->length > 0;
    return sendmsg(conn->fd, &message, MSG_NOSIGNAL | (file_follows ? MSG_MORE : 0));
  }
  off_t offset = (off_t)body->offset;
  size_t most = body->length < (1u << 30) ? (size_t)body->length : (1u << 30);
  ssize_t n = sendfile(conn->fd, body->file, &offset, most);
  if (n == 0) { /* the file has become shorter than we announced */
    errno = EIO;
    return -1;
  }
  return n;
}

static void count_written(struct fl_conn *conn, size_t n) {
  size_t head_left = conn->head_end - conn->head_at;
  size_t from_head = n < head_left ? n : head_left;
  conn->written += n;
  conn->head_at += from_head;
  conn->body.offset += n - from_head;
  conn->body.length -= n - from_head;
}

enum fl_sending fl_in_flush(struct fl_conn *conn) {
  while (conn->head_at < conn->head_end || (conn->has_body && conn->body.length > 0)) {
    ssize_t n = write_some(conn);
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) return errno == EAGAIN ? FL_SENDING : FL_SEND_FAILED;
    count_written(conn, (size_t)n);
  }
  return FL_SEND_DONE;
}
