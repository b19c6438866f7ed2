/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The process that has the store: fairlead-monitor-store FD STORE [--look|--held] [USER], started by those who serve,
 * import and export. Of a Redis, descriptor FD + 1 has who we are to it (redis_place.h). It reads what nobody vouches
 * for, with libraries that were not made for that, so it is a process of its own, and what it says is checked by who
 * asked. */
#define _GNU_SOURCE
#include "fl_store_journaled.h"
#include "frames.h"
#include "sandbox.h"
#include "store_cluster.h"
#include "store_redis.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

static struct fl_buffer request, answer;
static struct fl_store_change *changes;
static size_t changes_room;
static uint8_t value[FL_STORE_VALUE];

static bool take_changes(size_t *count) {
  const uint8_t *at = request.data, *end = at + request.length;
  struct fl_store_change c;
  for (*count = 0; at < end; changes[(*count)++] = c) {
    if (!fl_frame_change(&at, end, &c)) return false;
    if (*count == changes_room) {
      size_t room = changes_room ? 2 * changes_room : 1024;
      void *more = realloc(changes, room * sizeof *changes);
      if (!more) return false;
      changes = more;
      changes_room = room;
    }
  }
  return true;
}

struct room {
  size_t bytes;
  bool memory;
};
static bool add_record(void *context, const uint8_t *key, size_t key_length, const uint8_t *record, size_t length) {
  struct room *room = context;
  uint8_t size = (uint8_t)key_length, count[2] = {(uint8_t)(length >> 8), (uint8_t)length};
  if (length > 0xffff || answer.length + 1 + key_length + 2 + length > room->bytes) return false;
  room->memory = fl_buffer_add(&answer, &size, 1) && fl_buffer_add(&answer, key, key_length) &&
                 fl_buffer_add(&answer, count, 2) && fl_buffer_add(&answer, record, length);
  return room->memory;
}

static bool walk(struct fl_store *store, const struct fl_store_way *ways, size_t count, bool known, size_t bytes) {
  struct room room = {bytes, true};
  if (known)
    fl_store_journaled_walks(store, ways, count, add_record, &room);
  else
    store->paths(store->context, ways, count, add_record, &room);
  return room.memory;
}

/* A leaf's key, and the key of a record above it. */
static bool take_way(struct fl_store_way *way, const uint8_t *leaf, const uint8_t *key, size_t key_length) {
  if (key_length < 3 || key_length > FL_STORE_KEY) return false;
  memcpy(way->leaf, leaf, sizeof way->leaf);
  memcpy(way->key, key, key_length);
  way->key_length = key_length;
  return true;
}
static bool walk_one(struct fl_store *store, bool known) {
  struct fl_store_way way;
  return request.length > 32 && take_way(&way, request.data, request.data + 32, request.length - 32) &&
         walk(store, &way, 1, known, FL_FRAME_PATH);
}
static bool walk_some(struct fl_store *store, bool redis) {
  static struct fl_store_way ways[FL_FRAME_WAYS];
  size_t count = 0, at = 1;
  for (; at < request.length; count++) {
    const uint8_t *leaf = request.data + at;
    if (count == FL_FRAME_WAYS || request.length - at < 33) return false;
    size_t length = leaf[32];
    if (request.length - at - 33 < length || !take_way(&ways[count], leaf, leaf + 33, length)) return false;
    at += 33 + length;
  }
  return count > 0 && walk(store, ways, count, !redis && request.data[0] == 0, FL_FRAME_PATHS);
}

static uint8_t carry_out(struct fl_store *store, bool redis, bool cluster, uint8_t what) {
  size_t length, count;
  switch (what) {
  case 'g':
    switch (store->get(store->context, request.data, request.length, value, &length)) {
    case FL_STORE_FOUND: return fl_buffer_add(&answer, value, length) ? FL_FRAME_FOUND : FL_FRAME_FAILED;
    case FL_STORE_ABSENT: return FL_FRAME_ABSENT;
    default: return FL_FRAME_FAILED;
    }
  case 'p':
  case 'q': return walk_one(store, what == 'q' && !redis) ? FL_FRAME_FOUND : FL_FRAME_FAILED;
  case 'm': return walk_some(store, redis) ? FL_FRAME_FOUND : FL_FRAME_FAILED;
  case 'c':
    if (take_changes(&count) && store->commit(store->context, changes, count)) return FL_FRAME_FOUND;
    return redis && !cluster && fl_store_redis_is_taken(store) ? FL_FRAME_ABSENT : FL_FRAME_FAILED;
  default: return FL_FRAME_FAILED;
  }
}

static struct fl_store *open_redis(const char *where, int fd, enum fl_store_part part, const char **why) {
  struct fl_redis_place place;
  struct fl_redis_access access;
  char *text = NULL;
  size_t length = 0;
  struct fl_store *store = NULL;
  *why = "out of memory";
  if (!fl_redis_place_read(where, &place))
    *why = "not " FL_REDIS_FORMS;
  else if (fl_redis_access_read(fd, &access, &text, &length)) {
    if (part != FL_STORE_WHOLE) access.writer = NULL;
    store = place.cluster ? fl_store_cluster(&place, &access, part == FL_STORE_LOOKS, why)
                          : fl_store_redis(&place, &access, why);
  }
  if (text) explicit_bzero(text, length);
  free(text);
  close(fd);
  return store;
}

/* --look: only to look. --held: at what is there now. A Redis cannot do that: whoever asks sees to it that nobody
 * writes, but for a commit that a cluster has begun, which is ended. */
static struct fl_store *open_store(int fd, const char *where, bool redis, enum fl_store_part part, const char *user,
                                   const char **why) {
  bool held = part == FL_STORE_HELD;
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  /* The folder is the user's. */
  if (user && !redis && !held && mkdir(where, 0700) == 0 && (*why = fl_sandbox_give(where, user))) return NULL;
  if (user && (*why = fl_sandbox_user(user))) return NULL;
  prctl(PR_SET_PDEATHSIG, SIGKILL); /* is forgotten when the user changes */
  return redis ? open_redis(where, fd + 1, part, why) : fl_store_journaled(where, part, why);
}

/* It cannot do what it is for any more, and may if it is opened anew. */
static bool is_gone(struct fl_store *store, bool redis, bool cluster) {
  if (cluster) return fl_store_cluster_is_gone(store);
  return redis ? fl_store_redis_is_gone(store) : fl_store_journaled_is_gone(store);
}

/* Until there is something to read; who looks reads meanwhile what the other process has committed, the more often the
 * more that is. */
static void wait_for(struct fl_store *store, int fd) {
  enum { BUSY_MS = 100, IDLE_MS = 1000 };
  static int ms = BUSY_MS;
  struct pollfd p = {.fd = fd, .events = POLLIN};
  for (int n; (n = poll(&p, 1, ms)) == 0 || (n < 0 && errno == EINTR);)
    ms = fl_store_journaled_idle(store) ? BUSY_MS : IDLE_MS;
}

/* What is asked next, into `request': mostly in one call. */
static bool take_request(int fd, uint8_t *what) {
  uint8_t head[FL_FRAME_HEAD];
  request.length = 0;
  if (!fl_buffer_room(&request, 1)) return false;
  struct iovec parts[2] = {{head, sizeof head}, {request.data, request.room}};
  struct msghdr all = {.msg_iov = parts, .msg_iovlen = 2};
  ssize_t n;
  do n = recvmsg(fd, &all, 0);
  while (n < 0 && errno == EINTR);
  if (n <= 0) return false;
  size_t got = (size_t)n;
  if (got < sizeof head) {
    if (!fl_frame_receive(fd, head + got, sizeof head - got, -1)) return false;
    got = sizeof head;
  }
  request.length = got - sizeof head;
  size_t length = fl_frame_u32(head + 1);
  if (request.length > length || !fl_buffer_room(&request, length - request.length)) return false;
  if (!fl_frame_receive(fd, request.data + request.length, length - request.length, -1)) return false;
  request.length = length;
  *what = head[0];
  return true;
}

/* A data.mdb that was cut off is mapped beyond its end, and LMDB looks there. Until it is open, that is said; later,
 * the process ends as by any other fault. */
static int opening = -1;
static void on_bus_error(int n) {
  static const char said[] = "a file of the store is cut off, or its disk cannot be read";
  uint8_t head[FL_FRAME_HEAD];
  (void)n;
  fl_frame_head(head, FL_FRAME_FAILED, sizeof said - 1);
  (void)!write(opening, head, sizeof head);
  (void)!write(opening, said, sizeof said - 1);
  _exit(1);
}

int main(int argc, char **argv) {
  enum fl_store_part part = argc > 3 && strcmp(argv[3], "--held") == 0   ? FL_STORE_HELD
                            : argc > 3 && strcmp(argv[3], "--look") == 0 ? FL_STORE_LOOKS
                                                                         : FL_STORE_WHOLE;
  int user = part == FL_STORE_WHOLE ? 3 : 4;
  if (argc < 3 || argc > user + 1) {
    fputs("usage: fairlead-monitor-store FD STORE [--look|--held] [USER] (fairlead-monitor-serve starts it)\n", stderr);
    return 2;
  }
  int fd = atoi(argv[1]);
  const char *why;
  bool redis = fl_is_redis(argv[2]), cluster = fl_is_redis_cluster(argv[2]);
  signal(SIGHUP, SIG_IGN);
  signal(SIGINT, SIG_IGN); /* a terminal sends it to all; the server says when to end */
  signal(SIGPIPE, SIG_IGN);
  signal(SIGXFSZ, SIG_IGN); /* a file that may not grow is an error like a full disk's */
  opening = fd;
  signal(SIGBUS, on_bus_error);
  struct fl_store *store = open_store(fd, argv[2], redis, part, argc > user ? argv[user] : NULL, &why);
  signal(SIGBUS, SIG_DFL);
  bool files = fl_sandbox_files();
  if (store && !redis && part == FL_STORE_WHOLE) fl_store_journaled_begin(store);
  bool calls = fl_sandbox_calls();
  uint8_t head[FL_FRAME_HEAD];
  /* First a word on whether there is a store, and how well it is kept in. */
  char kept[] = {(char)('0' + (files ? 1 : 0)), (char)('0' + (calls ? 1 : 0))};
  const char *word = store ? kept : why;
  size_t length = store ? sizeof kept : strlen(why);
  fl_frame_head(head, store ? FL_FRAME_FOUND : FL_FRAME_FAILED, (uint32_t)length);
  bool up = fl_frame_send(fd, head, sizeof head, -1) && fl_frame_send(fd, word, length, -1);
  while (store && up) {
    if (part == FL_STORE_LOOKS && !redis) wait_for(store, fd);
    uint8_t what, status;
    if (!take_request(fd, &what)) break;
    answer.length = 0;
    status = carry_out(store, redis, cluster, what);
    up = fl_frame_say(fd, status, answer.data, status == FL_FRAME_FOUND ? answer.length : 0, -1);
    /* Whoever starts us again connects, or opens, again. */
    if (is_gone(store, redis, cluster)) break;
    if (cluster && what == 'c') fl_store_cluster_rest(store);
  }
  if (store) store->close(store->context);
  free(request.data);
  free(answer.data);
  free(changes);
  return store ? 0 : 1;
}
