/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#define _GNU_SOURCE
#include "redis_link.h"

#include "frames.h"
#include "own_file.h"

#include <errno.h>
#include <fcntl.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

/* CONNECT_MS: until it is connected, and as long again for TLS. REPLY_MOST: bytes of one reply. */
enum { CONNECT_MS = 4000, PATIENCE_MS = 10000, REPLY_MOST = 64 << 20, PIECE = 16384, WHY = 160 };

struct fl_redis_link {
  int fd, connect_ms;
  redisReader *reader;
  struct fl_tls_side *side;
  struct fl_tls *tls;    /* NULL: in plain text */
  struct fl_buffer out;  /* to be sent; through TLS, as it goes over the wire */
  size_t out_at, unread; /* bytes since the last reply was whole */
  char why[WHY];
};

static bool fail(struct fl_redis_link *l, const char *why) {
  snprintf(l->why, sizeof l->why, "%s", why);
  return false;
}

/* ---- Connecting ---- */

static bool waits(int fd, short events, int64_t until) {
  for (;;) {
    struct pollfd p = {.fd = fd, .events = events};
    int64_t left = until - fl_frame_until(0);
    if (left <= 0) return false;
    int n = poll(&p, 1, (int)left);
    if (n > 0) return true;
    if (n < 0 && errno != EINTR) return false;
  }
}

/* A descriptor, connected; -1: errno. */
static int connect_to(const struct sockaddr *address, socklen_t length, int64_t until) {
  int fd = socket(address->sa_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0), failed = 0, one = 1, idle = 60;
  socklen_t size = sizeof failed;
  if (fd < 0) return -1;
  if (connect(fd, address, length) < 0) {
    failed = errno;
    if (failed == EINPROGRESS) {
      if (!waits(fd, POLLOUT, until))
        failed = ETIMEDOUT;
      else if (getsockopt(fd, SOL_SOCKET, SO_ERROR, &failed, &size) < 0)
        failed = errno;
    }
  }
  if (failed) {
    close(fd);
    errno = failed;
    return -1;
  }
  if (address->sa_family != AF_UNIX) {
    setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
    setsockopt(fd, SOL_SOCKET, SO_KEEPALIVE, &one, sizeof one);
    setsockopt(fd, IPPROTO_TCP, TCP_KEEPIDLE, &idle, sizeof idle);
  }
  return fd;
}

/* A socket, and not what a link in its place leads to: that could be any other server of this machine. */
static bool open_local(struct fl_redis_link *l, const char *name) {
  struct sockaddr_un a = {.sun_family = AF_UNIX};
  struct stat s;
  int handle = open(name, O_PATH | O_NOFOLLOW | O_CLOEXEC);
  if (handle < 0) return fail(l, strerror(errno));
  bool ok = (fstat(handle, &s) == 0 && S_ISSOCK(s.st_mode)) || fail(l, "it is not a socket");
  if (ok) {
    fl_own_path(a.sun_path, handle);
    l->fd = connect_to((const struct sockaddr *)&a, sizeof a, fl_frame_until(l->connect_ms));
    ok = l->fd >= 0;
    if (!ok) snprintf(l->why, sizeof l->why, "cannot connect: %s", strerror(errno));
  }
  close(handle);
  return ok;
}

static bool open_network(struct fl_redis_link *l, const char *host, unsigned port) {
  struct addrinfo hints = {.ai_socktype = SOCK_STREAM, .ai_flags = AI_ADDRCONFIG | AI_NUMERICSERV}, *found = NULL;
  char service[8];
  snprintf(service, sizeof service, "%u", port);
  int64_t until = fl_frame_until(l->connect_ms);
  /* With only the loopback up, its addresses are not "configured": they are looked for as they are then. */
  int failed = getaddrinfo(host, service, &hints, &found);
  hints.ai_flags = AI_NUMERICSERV;
  if (failed) failed = getaddrinfo(host, service, &hints, &found);
  if (failed) {
    snprintf(l->why, sizeof l->why, "cannot connect: %.60s: %s", host, gai_strerror(failed));
    return false;
  }
  int last = 0;
  for (const struct addrinfo *a = found; a && l->fd < 0; a = a->ai_next) {
    l->fd = connect_to(a->ai_addr, a->ai_addrlen, until);
    if (l->fd < 0) last = errno;
  }
  freeaddrinfo(found);
  if (l->fd < 0) snprintf(l->why, sizeof l->why, "cannot connect: %s", strerror(last));
  return l->fd >= 0;
}

/* ---- Bytes ---- */

/* What TLS has to say goes behind what is to be sent. */
static bool collect(struct fl_redis_link *l) {
  size_t n;
  const uint8_t *bytes = fl_tls_take(l->tls, &n);
  return n == 0 || fl_buffer_add(&l->out, bytes, n);
}

static bool send_some(struct fl_redis_link *l) {
  ssize_t n = send(l->fd, l->out.data + l->out_at, l->out.length - l->out_at, MSG_NOSIGNAL | MSG_DONTWAIT);
  if (n < 0) return errno == EAGAIN || errno == EINTR || fail(l, strerror(errno));
  l->out_at += (size_t)n;
  if (l->out_at == l->out.length) l->out_at = l->out.length = 0;
  return true;
}

/* To hiredis, through TLS if there is one and its handshake is over. */
static bool feed(struct fl_redis_link *l, const char *bytes, size_t length) {
  if ((l->unread += length) > REPLY_MOST) return fail(l, "a reply of too many bytes");
  return redisReaderFeed(l->reader, bytes, length) == REDIS_OK || fail(l, "out of memory");
}

static bool receive_some(struct fl_redis_link *l, bool shaking) {
  char bytes[PIECE];
  size_t n;
  ssize_t got = recv(l->fd, bytes, sizeof bytes, MSG_DONTWAIT);
  if (got < 0) return errno == EAGAIN || errno == EINTR || fail(l, strerror(errno));
  if (got == 0) return fail(l, "it has closed the connection");
  if (!l->tls) return feed(l, bytes, (size_t)got);
  if (!fl_tls_hear(l->tls, bytes, (size_t)got)) return fail(l, "out of memory");
  if (shaking) return true;
  for (;;) {
    switch (fl_tls_read(l->tls, bytes, sizeof bytes, &n)) {
    case FL_TLS_DONE:
      if (!feed(l, bytes, n)) return false;
      break;
    case FL_TLS_MORE: return collect(l) || fail(l, "out of memory");
    case FL_TLS_ENDED: return fail(l, "it has closed the connection");
    case FL_TLS_FAILED: return fail(l, fl_tls_why(l->tls));
    }
  }
}

/* Sends, and takes what comes meanwhile: whoever answers what was not sent to its end yet is not kept waiting. */
static bool exchange(struct fl_redis_link *l, bool shaking, int64_t until) {
  int64_t left = until - fl_frame_until(0);
  struct pollfd p = {.fd = l->fd, .events = (short)(POLLIN | (l->out.length > 0 ? POLLOUT : 0))};
  if (left <= 0) return fail(l, "it does not answer");
  int n = poll(&p, 1, (int)left);
  if (n < 0 && errno != EINTR) return fail(l, strerror(errno));
  if (n <= 0) return true;
  if ((p.revents & POLLOUT) && !send_some(l)) return false;
  return !(p.revents & ~POLLOUT) || receive_some(l, shaking);
}

static bool shake_hands(struct fl_redis_link *l) {
  int64_t until = fl_frame_until(l->connect_ms);
  for (;;) {
    enum fl_tls_result r = fl_tls_handshake(l->tls);
    if (!collect(l)) return fail(l, "out of memory");
    if (r == FL_TLS_DONE) return true;
    if (r != FL_TLS_MORE) {
      if (l->out.length > 0) send_some(l); /* an alert, for their log */
      snprintf(l->why, sizeof l->why, "TLS: %.120s", fl_tls_why(l->tls));
      return false;
    }
    if (!exchange(l, true, until)) {
      char why[WHY];
      snprintf(why, sizeof why, "TLS: %.100s (does it speak TLS at this port?)", l->why);
      return fail(l, why);
    }
  }
}

static bool start_tls(struct fl_redis_link *l, const struct fl_redis_place *place,
                      const struct fl_redis_access *access) {
  const char *why, *name = access->name && *access->name ? access->name : place->host;
  l->side = fl_tls_side_new(
      &(struct fl_tls_settings){
          .certificate = access->certificate, .key = access->key, .authorities = access->authorities, .name = name},
      &why);
  if (!l->side) return fail(l, why);
  l->tls = fl_tls_new(l->side);
  return l->tls ? shake_hands(l) : fail(l, "TLS: no memory, or no name to look for");
}

/* ---- For the store ---- */

struct fl_redis_link *fl_redis_link_open(const struct fl_redis_place *place, const struct fl_redis_access *access,
                                         const char **why) {
  static char said[WHY];
  struct fl_redis_link *l = calloc(1, sizeof *l);
  *why = "out of memory";
  if (!l) return NULL;
  l->fd = -1;
  l->connect_ms = place->connect_ms ? place->connect_ms : CONNECT_MS;
  l->reader = redisReaderCreate();
  bool ok = l->reader || fail(l, "out of memory");
  ok = ok && (place->local ? open_local(l, place->host) : open_network(l, place->host, place->port));
  ok = ok && (!place->tls || start_tls(l, place, access));
  if (ok) return l;
  memcpy(said, l->why, sizeof said);
  *why = said;
  fl_redis_link_close(l);
  return NULL;
}

void fl_redis_link_close(struct fl_redis_link *l) {
  if (!l) return;
  if (l->fd >= 0) close(l->fd);
  if (l->reader) redisReaderFree(l->reader);
  fl_tls_free(l->tls);
  fl_tls_side_free(l->side);
  if (l->out.data) explicit_bzero(l->out.data, l->out.room);
  free(l->out.data);
  free(l);
}

/* Bytes that are to be sent; through TLS they are ciphertext from here on. */
static bool put(struct fl_redis_link *l, const void *bytes, size_t length) {
  return l->tls ? fl_tls_say(l->tls, bytes, length) : fl_buffer_add(&l->out, bytes, length);
}

bool fl_redis_link_say(struct fl_redis_link *l, const struct fl_redis_word *words, size_t count) {
  static struct fl_buffer command; /* whole: a record of TLS for each word would be dear */
  char head[32];
  command.length = 0;
  bool ok = fl_buffer_add(&command, head, (size_t)snprintf(head, sizeof head, "*%zu\r\n", count));
  for (size_t i = 0; ok && i < count; i++)
    ok = fl_buffer_add(&command, head, (size_t)snprintf(head, sizeof head, "$%zu\r\n", words[i].length)) &&
         fl_buffer_add(&command, words[i].data, words[i].length) && fl_buffer_add(&command, "\r\n", 2);
  ok = ok && put(l, command.data, command.length) && (!l->tls || collect(l));
  if (count > 0 && words[0].length == 4 && memcmp(words[0].data, "AUTH", 4) == 0)
    explicit_bzero(command.data, command.length);
  return ok || fail(l, "out of memory");
}

redisReply *fl_redis_link_hear(struct fl_redis_link *l) {
  return fl_redis_link_hear_until(l, fl_frame_until(PATIENCE_MS));
}

redisReply *fl_redis_link_hear_until(struct fl_redis_link *l, int64_t until) {
  for (;;) {
    void *reply = NULL;
    if (redisReaderGetReply(l->reader, &reply) != REDIS_OK) return fail(l, "what it says is not Redis' protocol"), NULL;
    if (reply) {
      l->unread = 0;
      return reply;
    }
    if (!exchange(l, false, until)) return NULL;
  }
}

void fl_redis_link_send(struct fl_redis_link *l) {
  if (l->out.length > 0) send_some(l); /* what is wrong with it, whoever hears of it next will see */
}

const char *fl_redis_link_why(const struct fl_redis_link *l) { return l->why; }

int fl_redis_link_descriptor(const struct fl_redis_link *l) { return l->fd; }
