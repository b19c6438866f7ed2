/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#define _GNU_SOURCE
#include "fl_inside.h"

#include <assert.h>
#include <sys/epoll.h>

int fl_in_watch(struct fl_loop *loop, int op, int fd, uint32_t events, void *ptr) {
  struct epoll_event e = {.events = events, .data.ptr = ptr};
  return epoll_ctl(loop->epoll, op, fd, &e);
}

int fl_in_accept_events(struct fl_loop *loop, bool on) {
  if (loop->listener < 0 || loop->accepting == on) return 0;
  int r = on ? fl_in_watch(loop, EPOLL_CTL_ADD, loop->listener, EPOLLIN, &loop->listener)
             : epoll_ctl(loop->epoll, EPOLL_CTL_DEL, loop->listener, NULL);
  if (r == 0) loop->accepting = on;
  return r;
}

void fl_in_keep(struct fl_conn *conn) {
  struct fl_loop *loop = conn->loop;
  if (!conn->expendable) return;
  *(conn->older ? &conn->older->newer : &loop->oldest) = conn->newer;
  *(conn->newer ? &conn->newer->older : &loop->newest) = conn->older;
  conn->older = conn->newer = NULL;
  conn->expendable = false;
}

void fl_in_put_behind(struct fl_conn *conn, struct fl_conn *older) {
  struct fl_loop *loop = conn->loop;
  conn->older = older;
  conn->newer = older ? older->newer : loop->oldest;
  *(conn->older ? &conn->older->newer : &loop->oldest) = conn;
  *(conn->newer ? &conn->newer->older : &loop->newest) = conn;
  conn->expendable = true;
}

void fl_in_invite(struct fl_loop *loop) {
  if (!loop->stopping && !loop->accept_again) fl_in_accept_events(loop, true);
}

void fl_conn_expendable(struct fl_conn *conn, bool expendable) {
  assert(conn->phase == CONN_RUNNING);
  if (!expendable)
    fl_in_keep(conn);
  else if (!conn->expendable)
    fl_in_put_behind(conn, conn->loop->newest);
}
