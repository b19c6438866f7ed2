/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#define _GNU_SOURCE
#include <errno.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "seeder.h"

#define GRACE_MS 5000 /* who was useful that recently is not put out for somebody new */
#define AT_ONCE 64

/* What was not sent yet waits in memory of the system's: little of it, lest peers that do not read fill it up. */
#define UNSENT (128 << 10)
#define BACKLOG 1024

static int bound(const struct addrinfo *to) {
  int one = 1, zero = 0, unsent = UNSENT;
  int fd = socket(to->ai_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
  if (fd == -1) return -1;
  setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &one, sizeof one);
  setsockopt(fd, IPPROTO_TCP, TCP_NOTSENT_LOWAT, &unsent, sizeof unsent); /* connections have it from here */
  setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
  if (to->ai_family == AF_INET6) setsockopt(fd, IPPROTO_IPV6, IPV6_V6ONLY, &zero, sizeof zero);
  if (bind(fd, to->ai_addr, to->ai_addrlen) == 0 && listen(fd, BACKLOG) == 0) return fd;
  int error = errno;
  close(fd);
  errno = error;
  return -1;
}

static uint16_t port_of(int fd) {
  union {
    struct sockaddr any;
    struct sockaddr_in v4;
    struct sockaddr_in6 v6;
  } name = {.v6 = {0}};
  socklen_t length = sizeof name;
  getsockname(fd, &name.any, &length);
  return ntohs(name.any.sa_family == AF_INET ? name.v4.sin_port : name.v6.sin6_port);
}

cps int listen_on(const char *address, uint16_t *port) {
  char number[8];
  struct addrinfo *list = NULL;
  const struct addrinfo hints = {.ai_socktype = SOCK_STREAM, .ai_flags = AI_PASSIVE};
  snprintf(number, sizeof number, "%u", *port);
  int failed;
  fl_detached { /* a name server may take its time */
    failed = getaddrinfo(address, number, &hints, &list);
  }
  if (failed != 0) {
    fprintf(stderr, "seeder: %s: %s\n", address ? address : "any address", gai_strerror(failed));
    return -1;
  }
  int fd = -1;
  for (int family = 0; fd == -1 && family < 2; family++) /* one socket of IPv6 takes both kinds */
    for (struct addrinfo *to = list; fd == -1 && to; to = to->ai_next)
      if ((to->ai_family == AF_INET6) == (family == 0)) fd = bound(to);
  if (fd == -1)
    fprintf(stderr, "seeder: %s, port %u: %s\n", address ? address : "any address", *port, strerror(errno));
  else
    *port = port_of(fd);
  freeaddrinfo(list);
  return fd;
}

static bool room(void) {
  /* Those of which nothing was heard yet have no more than half of the places: they come and go. */
  return seeder.connections < seeder.options.peers &&
         seeder.connections - seeder.peers_count < (seeder.options.peers + 1) / 2;
}

/* When all places are taken, by peers that shook hands, the one that was of no use for longest leaves. */
static void make_room(void) {
  struct peer *peer = TAILQ_FIRST(&seeder.peers);
  if (seeder.connections >= seeder.options.peers && peer && now_ms() - peer->useful > GRACE_MS)
    shutdown(peer->fd, SHUT_RDWR);
}

static int take(int fd) {
  int peer = accept4(fd, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC);
  if (peer == -1) return -errno;
  seeder.connections++;
  if (fl_nursery_spawn(&seeder.threads, connection, (void *)(intptr_t)peer) != 0) {
    seeder.connections--;
    close(peer);
  }
  return 0;
}

cps void listener(void *argument) {
  int fd = (int)(intptr_t)argument;
  for (;;) {
    while (!room()) {
      make_room();
      int slept = fl_sleep(1000, &seeder.left);
      if (slept != 0 && slept != -EINTR) return;
    }
    if (fl_io_wait(fd, FL_IN, NULL) < 0) return;
    for (int i = 0; i < AT_ONCE && room(); i++) {
      int error = take(fd);
      if (error == -EMFILE || error == -ENFILE || error == -ENOBUFS || error == -ENOMEM) {
        fprintf(stderr, "seeder: accept: %s\n", strerror(-error));
        if (fl_sleep(1000, &seeder.left) == -ECANCELED) return;
      }
      if (error != 0) break;
    }
  }
}
