/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#define _GNU_SOURCE
#include "store_process.h"

#include "frames.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* A look keeps everybody waiting, a commit nobody. */
enum {
  START_MS = 30000,
  LOOK_MS = 5000,
  COMMIT_MS = 60000,
  START_AGAIN_S = 1,
  SELDOM_S = 32,
  CHILD_FD = 3,
  WHY = 160,
  LEFT = 64
};

struct process {
  const char *program, *where, *user;
  pid_t pid;
  int fd;           /* -1: there is none */
  const char *part; /* of the work: store/main.c; NULL: all */
  bool held;
  int patience_ms;
  int64_t not_before, began;            /* when it may be started again; when it was asked last */
  int64_t pause;                        /* seconds from one start to the next, while nothing comes of it */
  const struct fl_redis_access *access; /* NULL: no Redis */
  struct fl_buffer request;
  bool taken;       /* by another server, it says */
  pid_t left[LEFT]; /* were killed, and may be waiting for their disk still */
  unsigned left_count;
};
struct pair {
  struct fl_store store;
  struct fl_redis_access access;
  struct process look, commit;
  char *where, *program, *user, keep[FL_REDIS_WRITER + 1]; /* keep: what becomes of a claim */
  atomic_bool committed;                                   /* since `look' was asked for a way last */
  uint8_t answer[FL_FRAME_PATHS];
};

extern char **environ;

/* The kernel keeps the numbers of those that we have not seen end. */
static void see_off(struct process *p) {
  for (unsigned i = p->left_count; i-- > 0;)
    if (waitpid(p->left[i], NULL, WNOHANG) != 0) p->left[i] = p->left[--p->left_count];
}

static void end(struct process *p) {
  if (p->fd < 0) return;
  close(p->fd);
  p->fd = -1;
  kill(p->pid, SIGKILL);
  p->left[p->left_count++] = p->pid;
  see_off(p);
}

static int64_t seconds(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec;
}

/* It did not answer, or something that is none. It is not started again before as long is over as that took: a command
 * of many keys would wait for each of them, and everybody behind it. */
static void fail(struct process *p) {
  int64_t now = seconds(), again = now + (now - p->began);
  if (p->not_before < again) p->not_before = again;
  end(p);
}

/* Above those that the process gets; 0 or errno. */
static int move_up(int *fd) {
  int higher = fcntl(*fd, F_DUPFD_CLOEXEC, CHILD_FD + 2);
  if (higher < 0) return errno;
  close(*fd), *fd = higher;
  return 0;
}

/* Twice as long from one to the next where it is a network that does not let us: from 1 to 32 seconds. */
static void put_off(struct process *p) {
  p->began = seconds();
  if (p->pause == 0 || !p->access) p->pause = START_AGAIN_S;
  p->not_before = p->began + p->pause;
  if (p->pause < SELDOM_S) p->pause *= 2;
}

static bool start(struct process *p, int patience_ms, bool kept[2], const char **why) {
  static char said[WHY + 1];
  int fds[2];
  char number[] = {'0' + CHILD_FD, 0};
  char *argv[] = {(char *)(uintptr_t)p->program, number, (char *)(uintptr_t)p->where, NULL, NULL, NULL};
  int words = 3;
  if (p->part) argv[words++] = (char *)(uintptr_t)p->part;
  if (p->user) argv[words++] = (char *)(uintptr_t)p->user;
  char *its[4] = {NULL}, **to = its; /* of our environment, which may have passwords */
  for (char **e = environ; *e && to < its + 3; e++)
    if (strncmp(*e, "LD_LIBRARY_PATH=", 16) == 0 || strncmp(*e, "SSL_CERT_", 9) == 0) *to++ = *e;
  posix_spawn_file_actions_t actions;
  *why = "cannot start fairlead-monitor-store";
  put_off(p), see_off(p);
  if (p->left_count == LEFT || posix_spawn_file_actions_init(&actions) != 0) return false;
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, fds) < 0)
    return posix_spawn_file_actions_destroy(&actions), false;
  /* Each start has a file of its own: what the process writes to one, nobody else reads. */
  int secret = p->access ? fl_redis_access_write(p->access) : -1;
  int failed = p->access && secret < 0 ? errno : 0;
  /* Neither of the two that are given may be written over before it is given. */
  if (!failed && secret >= 0 && secret <= CHILD_FD + 1) failed = move_up(&secret);
  if (!failed && fds[1] <= CHILD_FD + 1) failed = move_up(&fds[1]);
  if (!failed) failed = posix_spawn_file_actions_adddup2(&actions, fds[1], CHILD_FD);
  if (!failed && secret >= 0) failed = posix_spawn_file_actions_adddup2(&actions, secret, CHILD_FD + 1);
  /* Nothing that we were started with is for a store: the standard input may be our key. */
  for (int i = 0; i < 2 && !failed; i++) failed = posix_spawn_file_actions_addopen(&actions, i, "/dev/null", O_RDWR, 0);
  if (!failed) failed = posix_spawn_file_actions_addclosefrom_np(&actions, CHILD_FD + 1 + (secret >= 0));
  if (!failed) failed = posix_spawn(&p->pid, p->program, &actions, NULL, argv, its);
  posix_spawn_file_actions_destroy(&actions);
  close(fds[1]), close(secret);
  if (failed) {
    snprintf(said, sizeof said, "fairlead-monitor-store cannot be started: %.100s", strerror(failed));
    *why = said;
    return close(fds[0]), false;
  }
  p->fd = fds[0];
  uint8_t head[FL_FRAME_HEAD];
  int64_t until = fl_frame_until(patience_ms);
  *why = "its process, fairlead-monitor-store, ended or says nothing";
  if (fl_frame_receive(p->fd, head, sizeof head, until)) {
    uint32_t n = fl_frame_u32(head + 1);
    bool whole = n <= WHY && fl_frame_receive(p->fd, said, n, until);
    if (whole && head[0] == FL_FRAME_FOUND && n == 2) {
      if (kept) kept[0] = said[0] == '1', kept[1] = said[1] == '1';
      struct timeval most = {.tv_sec = p->patience_ms / 1000, .tv_usec = p->patience_ms % 1000 * 1000};
      *why = "no time-out can be set";
      if (setsockopt(p->fd, SOL_SOCKET, SO_RCVTIMEO, &most, sizeof most) == 0) return true;
      end(p);
      return false;
    }
    *why = "it cannot be opened";
    if (whole && head[0] == FL_FRAME_FAILED) {
      for (uint32_t i = 0; i < n; i++)
        if (said[i] < ' ' || said[i] > '~') said[i] = '?';
      said[n] = 0;
      *why = said;
      p->taken = p->taken || strcmp(said, FL_REDIS_TAKEN) == 0;
    }
  }
  fail(p);
  return false;
}

/* Asks, and has the answer, of at most `room` bytes. False: nothing is known, and the process is gone: so it is if it
 * says more than that, for then the stream cannot be used any more. */
static bool ask(struct process *p, uint8_t what, const void *data, size_t length, uint8_t *status, void *answer,
                size_t room, size_t *got) {
  const char *why;
  /* Who waits for a Redis that is not reached waits no longer than for one that does not answer. */
  int patience = p->access ? p->patience_ms : START_MS;
  if (p->fd < 0 && (p->held || seconds() < p->not_before || !start(p, patience, NULL, &why))) return false;
  p->began = seconds();
  int64_t until = fl_frame_until(p->patience_ms);
  if (!fl_frame_say(p->fd, what, data, length, until) || !fl_frame_hear(p->fd, status, answer, room, got, until)) {
    fail(p);
    return false;
  }
  p->pause = 0;
  return true;
}

static enum fl_store_result get(void *context, const uint8_t *key, size_t key_length, uint8_t *value, size_t *length) {
  struct pair *pair = context;
  struct process *p = &pair->look;
  uint8_t status;
  if (!ask(p, 'g', key, key_length, &status, value, FL_STORE_VALUE, length)) return FL_STORE_FAILED;
  if (status != FL_FRAME_FOUND && *length > 0) {
    fail(p);
    return FL_STORE_FAILED;
  }
  return status == FL_FRAME_FOUND ? FL_STORE_FOUND : status == FL_FRAME_ABSENT ? FL_STORE_ABSENT : FL_STORE_FAILED;
}

static void read_records(const uint8_t *answer, size_t n,
                         bool (*each)(void *, const uint8_t *, size_t, const uint8_t *, size_t), void *mine) {
  for (size_t at = 0; at < n;) {
    size_t size = answer[at], left = n - at - 1;
    if (size > FL_STORE_KEY || left < size + 2) return;
    const uint8_t *name = answer + at + 1, *value = name + size + 2;
    size_t length = (size_t)name[size] << 8 | name[size + 1];
    if (left - size - 2 < length || !each(mine, name, size, value, length)) return;
    at += 1 + size + 2 + length;
  }
}

static void path(void *context, const uint8_t *key, size_t key_length, const uint8_t leaf[32],
                 bool (*each)(void *, const uint8_t *, size_t, const uint8_t *, size_t), void *mine) {
  struct pair *pair = context;
  struct process *p = &pair->look;
  uint8_t request[32 + FL_STORE_KEY], answer[FL_FRAME_PATH], status;
  size_t n;
  memcpy(request, leaf, 32);
  memcpy(request + 32, key, key_length);
  /* A process that is started now has looked. */
  uint8_t what = atomic_exchange(&pair->committed, false) ? 'p' : 'q';
  if (!ask(p, what, request, 32 + key_length, &status, answer, sizeof answer, &n)) return;
  read_records(answer, n, each, mine);
}

static void paths(void *context, const struct fl_store_way *ways, size_t count,
                  bool (*each)(void *, const uint8_t *, size_t, const uint8_t *, size_t), void *mine) {
  struct pair *pair = context;
  uint8_t request[1 + FL_FRAME_WAYS * (33 + FL_STORE_KEY)], *at = request, status;
  size_t n;
  *at++ = atomic_exchange(&pair->committed, false);
  for (size_t i = 0; i < count && i < FL_FRAME_WAYS; i++) {
    memcpy(at, ways[i].leaf, 32);
    at[32] = (uint8_t)ways[i].key_length;
    memcpy(at + 33, ways[i].key, ways[i].key_length);
    at += 33 + ways[i].key_length;
  }
  if (ask(&pair->look, 'm', request, (size_t)(at - request), &status, pair->answer, sizeof pair->answer, &n))
    read_records(pair->answer, n, each, mine);
}

static bool commit(void *context, const struct fl_store_change *changes, size_t count) {
  struct pair *pair = context;
  struct process *p = &pair->commit;
  struct fl_buffer *b = &p->request;
  bool ok = true;
  b->length = 0;
  for (size_t i = 0; ok && i < count; i++) ok = fl_frame_add_change(b, &changes[i]);
  uint8_t status, nothing[1];
  size_t n;
  if (!ok || b->length > UINT32_MAX) return false;
  ok = ask(p, 'c', b->data, b->length, &status, nothing, 0, &n);
  /* Whatever it says: it may have done it. */
  atomic_store(&pair->committed, true);
  p->taken = p->taken || (ok && status == FL_FRAME_ABSENT);
  return ok && status == FL_FRAME_FOUND;
}

static void close_store(void *context) {
  struct pair *pair = context;
  end(&pair->look);
  end(&pair->commit);
  free(pair->look.request.data);
  free(pair->commit.request.data);
  free(pair->where);
  free(pair->program);
  free(pair->user);
  free(pair);
}

struct fl_store *fl_store_process(const struct fl_store_place *place, bool kept[2], const char **why) {
  struct pair *pair = calloc(1, sizeof *pair);
  *why = "out of memory";
  if (!pair) return NULL;
  pair->look.fd = pair->commit.fd = -1;
  pair->look.patience_ms = LOOK_MS;
  pair->commit.patience_ms = COMMIT_MS;
  pair->where = strdup(place->where);
  pair->program = strdup(place->program);
  pair->user = place->user ? strdup(place->user) : NULL;
  atomic_init(&pair->committed, true);
  pair->look.where = pair->commit.where = pair->where;
  pair->look.program = pair->commit.program = pair->program;
  pair->look.user = pair->commit.user = pair->user;
  if (place->access) {
    pair->access = *place->access;
    pair->look.access = pair->commit.access = &pair->access;
  }
  pair->look.held = pair->commit.held = place->held;
  pair->look.part = place->held ? "--held" : "--look";
  if (!pair->where || !pair->program || (place->user && !pair->user) || !start(&pair->look, START_MS, kept, why) ||
      (!place->held && !start(&pair->commit, START_MS, NULL, why))) {
    close_store(pair);
    return NULL;
  }
  const char *claim = pair->access.writer;
  if (claim && sscanf(claim, "claim %32s", pair->keep + 5) == 1) {
    memcpy(pair->keep, "keep ", 5);
    pair->access.writer = pair->keep;
  }
  bool by_record = fl_is_redis_cluster(place->where);
  pair->store = (struct fl_store){pair, get, path, commit, close_store, paths, by_record};
  return &pair->store;
}

bool fl_store_process_taken(const struct fl_store *store) {
  return ((const struct pair *)store->context)->commit.taken;
}
