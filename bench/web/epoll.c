/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* A loop by hand, in C, for epoll: each descriptor registered once, level-triggered; a buffer for each connection only
 * while a request is incomplete; what can't be written at once waits for room. */
#include "server.h"

#include <fcntl.h>
#include <sys/epoll.h>

struct connection {
  int fd;
  size_t have;             /* bytes of the next request */
  char *begun;             /* NULL, or a buffer of REQUEST_MOST with them */
  struct answer unwritten; /* length 0: none */
};

static int loop;

static void end(struct connection *c) {
  close(c->fd);
  free(c->begun);
  free(c);
}

static void wait_for(struct connection *c, uint32_t events) {
  struct epoll_event event = {.events = events, .data.ptr = c};
  epoll_ctl(loop, EPOLL_CTL_MOD, c->fd, &event);
}

/* False: the connection is over. */
static bool send_answer(struct connection *c, struct answer answer) {
  ssize_t sent = write(c->fd, answer.text, answer.length);
  if (sent == -1 && errno != EAGAIN) return false;
  if (sent == (ssize_t)answer.length) return !answer.last;
  size_t some = sent > 0 ? (size_t)sent : 0;
  c->unwritten = (struct answer){answer.text + some, answer.length - some, answer.last};
  wait_for(c, EPOLLOUT);
  return true;
}

/* Of what has come: all requests that are complete, until one can't be answered at once. */
static bool answer_requests(struct connection *c, char *buffer, size_t have) {
  for (size_t length; c->unwritten.length == 0 && (length = http_request(buffer, have)) > 0;) {
    if (!send_answer(c, http_answer(buffer, length))) return false;
    have -= length;
    memmove(buffer, buffer + length, have);
  }
  if (have == REQUEST_MOST && c->unwritten.length == 0) {
    send_answer(c, HTTP_TOO_LONG);
    return false;
  }
  c->have = have;
  if (have > 0 && buffer != c->begun) {
    if (!c->begun && !(c->begun = malloc(REQUEST_MOST))) return false;
    memcpy(c->begun, buffer, have);
  } else if (have == 0) {
    free(c->begun);
    c->begun = NULL;
  }
  return true;
}

static bool readable(struct connection *c) {
  static char shared[REQUEST_MOST];
  char *buffer = c->begun ? c->begun : shared;
  ssize_t got = read(c->fd, buffer + c->have, REQUEST_MOST - c->have);
  if (got <= 0) return got == -1 && errno == EAGAIN;
  return answer_requests(c, buffer, c->have + (size_t)got);
}

static bool writable(struct connection *c) {
  struct answer rest = c->unwritten;
  c->unwritten.length = 0;
  if (!send_answer(c, rest)) return false;
  if (c->unwritten.length > 0) return true;
  wait_for(c, EPOLLIN);
  return c->have == 0 || answer_requests(c, c->begun, c->have);
}

static void accept_all(int listener) {
  for (int fd; (fd = accept4(listener, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC)) != -1;) {
    struct connection *c = calloc(1, sizeof *c);
    struct epoll_event event = {.events = EPOLLIN, .data.ptr = c};
    if (!c || epoll_ctl(loop, EPOLL_CTL_ADD, fd, &event) != 0) {
      free(c);
      close(fd);
      continue;
    }
    c->fd = fd;
  }
}

int main(int argc, char **argv) {
  int listener = listen_on(argc > 1 ? argv[1] : "8080");
  struct epoll_event event = {.events = EPOLLIN, .data.ptr = NULL}, events[256];
  loop = epoll_create1(EPOLL_CLOEXEC);
  epoll_ctl(loop, EPOLL_CTL_ADD, listener, &event);
  fcntl(listener, F_SETFL, O_NONBLOCK);
  for (;;) {
    int count = epoll_wait(loop, events, 256, -1);
    for (int i = 0; i < count; i++) {
      struct connection *c = events[i].data.ptr;
      if (!c)
        accept_all(listener);
      else if (!(events[i].events & EPOLLOUT ? writable(c) : readable(c)))
        end(c);
    }
  }
}
