/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* What the servers in C have in common but for how they wait: the socket, and a connection with blocking calls. */
#ifndef BENCH_WEB_SERVER_H
#define BENCH_WEB_SERVER_H

#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>

#include "../../examples/threads/web/http.h"

static int listen_on(const char *port) {
  int one = 1, fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons((uint16_t)atoi(port))};
  setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &one, sizeof one);
  if (bind(fd, (struct sockaddr *)&address, sizeof address) != 0 || listen(fd, 4096) != 0) {
    perror("server");
    exit(1);
  }
  signal(SIGPIPE, SIG_IGN);
  return fd;
}

/* One connection, with calls READ(to, length) and WRITE(from, length) that wait, until it is over. */
#define SERVE(READ, WRITE)                                                               \
  char buffer[REQUEST_MOST];                                                             \
  size_t have = 0;                                                                       \
  for (bool last = false; !last;) {                                                      \
    ssize_t got = READ(buffer + have, sizeof buffer - have);                             \
    if (got <= 0) break;                                                                 \
    have += (size_t)got;                                                                 \
    for (size_t length; !last && (length = http_request(buffer, have)) > 0;) {           \
      struct answer answer = http_answer(buffer, length);                                \
      last = WRITE(answer.text, answer.length) != (ssize_t)answer.length || answer.last; \
      have -= length;                                                                    \
      memmove(buffer, buffer + length, have);                                            \
    }                                                                                    \
    if (have == sizeof buffer) {                                                         \
      WRITE(HTTP_TOO_LONG.text, HTTP_TOO_LONG.length);                                   \
      break;                                                                             \
    }                                                                                    \
  }

#endif
