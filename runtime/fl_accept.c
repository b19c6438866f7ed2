/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#define _GNU_SOURCE
#include "fl_inside.h"

#include <arpa/inet.h>
#include <assert.h>
#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

int fl_loop_listen(struct fl_loop *loop, const char *address, uint16_t *port) {
  struct sockaddr_in6 six = {.sin6_family = AF_INET6, .sin6_port = htons(*port)};
  struct sockaddr_in four = {.sin_family = AF_INET, .sin_port = htons(*port)};
  struct sockaddr *name;
  socklen_t length;
  if (inet_pton(AF_INET, address, &four.sin_addr) == 1) {
    name = (struct sockaddr *)&four;
    length = sizeof four;
  } else if (inet_pton(AF_INET6, address, &six.sin6_addr) == 1) {
    name = (struct sockaddr *)&six;
    length = sizeof six;
  } else {
    errno = EINVAL;
    return -1;
  }
  int fd = socket(name->sa_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
  if (fd < 0) return -1;
  int one = 1;
  if (setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &one, sizeof one) < 0 || bind(fd, name, length) < 0 ||
      listen(fd, SOMAXCONN) < 0 || getsockname(fd, name, &length) < 0) {
    int saved = errno;
    close(fd);
    errno = saved;
    return -1;
  }
  /* The port is at the same place in both. */
  *port = ntohs(name->sa_family == AF_INET ? four.sin_port : six.sin6_port);
  loop->listener = fd;
  return fl_in_accept_events(loop, true);
}

/* Frees the place of an expendable connection. */
static bool make_room(struct fl_loop *loop) {
  size_t before = loop->open;
  struct fl_conn *last = loop->newest, *next; /* not those that are behind it when the handler has run */
  for (struct fl_conn *conn = loop->oldest; conn && loop->open == before; conn = next) {
    next = conn == last ? NULL : conn->newer;
    if (conn->phase == CONN_LINGERING) {
      fl_in_free(conn);
    } else if (conn->phase == CONN_AWAITING) {
      fl_in_keep(conn);
      loop->crowded = true;
      fl_in_deliver(conn, FL_EXPIRED);
      loop->crowded = false;
    }
  }
  return loop->open < before;
}

/* ---- who gets one */

static bool somebody_asks(const struct fl_loop *loop) {
  struct pollfd listener = {.fd = loop->listener, .events = POLLIN};
  return poll(&listener, 1, 0) == 1;
}

static int accept_one(struct fl_loop *loop) {
  return accept4(loop->listener, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC);
}

void fl_in_accept_some(struct fl_loop *loop) {
  for (int i = 0; i < ACCEPTS_PER_TURN; i++) {
    if (!loop->free) {
      if (!somebody_asks(loop)) return;
      if (!make_room(loop)) {
        fl_in_accept_events(loop, false);
        return;
      }
    }
    int fd = accept_one(loop);
    if (fd < 0 && (errno == EMFILE || errno == ENFILE) && somebody_asks(loop) && make_room(loop)) fd = accept_one(loop);
    if (fd < 0) {
      /* Out of descriptors or memory: epoll would wake us for nothing until there is room. */
      if (errno == EMFILE || errno == ENFILE || errno == ENOBUFS || errno == ENOMEM) {
        fl_in_accept_events(loop, false);
        loop->accept_again = loop->now + ACCEPT_AGAIN_MS;
      }
      return;
    }
    int one = 1;
    setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
    struct fl_conn *conn = loop->free;
    if (fl_in_watch(loop, EPOLL_CTL_ADD, fd, EPOLLIN, conn) < 0) {
      close(fd);
      return;
    }
    loop->free = conn->next_free;
    loop->open++;
    conn->fd = fd;
    conn->interest = EPOLLIN;
    conn->ended = false;
    memset(conn->state, 0, loop->handler.state_size);
    fl_in_deliver(conn, FL_OPENED);
  }
}
