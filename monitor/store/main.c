/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The process that has the store: fairlead-monitor-store FD STORE [--held] [USER], started by those who serve, import
 * and export. It reads what nobody vouches for, with libraries that were not made for that, so it is a process of its
 * own, and what it says is checked by who asked. */
#define _GNU_SOURCE
#include "fl_store_lmdb.h"
#include "frames.h"
#include "sandbox.h"
#include "store_redis.h"
#include "walk.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>

static struct fl_buffer request, answer;
static struct fl_store_change *changes;
static size_t changes_room;
static uint8_t value[FL_STORE_VALUE];

static bool take_changes(size_t *count) {
  const uint8_t *at = request.data, *end = at + request.length;
  *count = 0;
  while (at < end) {
    struct fl_store_change c = {0};
    if (end - at < 4) return false;
    c.key_length = fl_frame_u32(at);
    at += 4;
    if ((size_t)(end - at) < (size_t)c.key_length + 5) return false;
    c.key = at;
    at += c.key_length;
    c.value_length = fl_frame_u32(at + 1);
    c.value = at[0] ? at + 5 : NULL;
    at += 5;
    if ((size_t)(end - at) < c.value_length) return false;
    at += c.value_length;
    if (*count == changes_room) {
      size_t room = changes_room ? 2 * changes_room : 1024;
      void *more = realloc(changes, room * sizeof *changes);
      if (!more) return false;
      changes = more;
      changes_room = room;
    }
    changes[(*count)++] = c;
  }
  return true;
}

static bool add_record(void *context, const uint8_t *key, size_t key_length, const uint8_t *record, size_t length) {
  bool *ok = context;
  uint8_t size = (uint8_t)key_length, count[2] = {(uint8_t)(length >> 8), (uint8_t)length};
  if (answer.length + 1 + key_length + 2 + length > FL_FRAME_PATH) return false;
  *ok = fl_buffer_add(&answer, &size, 1) && fl_buffer_add(&answer, key, key_length) &&
        fl_buffer_add(&answer, count, 2) && fl_buffer_add(&answer, record, length);
  return *ok;
}

static bool walk(struct fl_store *store) {
  bool ok = true;
  if (request.length < 35 || request.length > 32 + FL_STORE_KEY) return false;
  fl_store_walk(store, request.data + 32, request.length - 32, request.data, add_record, &ok);
  return ok;
}

static uint8_t carry_out(struct fl_store *store, uint8_t what) {
  size_t length, count;
  switch (what) {
  case 'g':
    switch (store->get(store->context, request.data, request.length, value, &length)) {
    case FL_STORE_FOUND: return fl_buffer_add(&answer, value, length) ? FL_FRAME_FOUND : FL_FRAME_FAILED;
    case FL_STORE_ABSENT: return FL_FRAME_ABSENT;
    default: return FL_FRAME_FAILED;
    }
  case 'p': return walk(store) ? FL_FRAME_FOUND : FL_FRAME_FAILED;
  case 'c':
    return take_changes(&count) && store->commit(store->context, changes, count) ? FL_FRAME_FOUND : FL_FRAME_FAILED;
  default: return FL_FRAME_FAILED;
  }
}

/* --held: only to look, at what is there now. A Redis cannot do that: whoever asks sees to it that nobody writes. */
static struct fl_store *open_store(const char *where, bool redis, bool held, const char *user, const char **why) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  /* The folder is the user's. */
  if (user && !redis && !held && mkdir(where, 0700) == 0 && (*why = fl_sandbox_give(where, user))) return NULL;
  if (user && (*why = fl_sandbox_user(user))) return NULL;
  prctl(PR_SET_PDEATHSIG, SIGKILL); /* is forgotten when the user changes */
  return redis ? fl_store_redis(where, why) : held ? fl_store_lmdb_held(where, why) : fl_store_lmdb(where, why);
}

int main(int argc, char **argv) {
  bool held = argc > 3 && strcmp(argv[3], "--held") == 0;
  int user = held ? 4 : 3;
  if (argc < 3 || argc > user + 1) {
    fputs("usage: fairlead-monitor-store FD STORE [--held] [USER] (fairlead-monitor-serve starts it)\n", stderr);
    return 2;
  }
  int fd = atoi(argv[1]);
  const char *why;
  bool files, calls, redis = strncmp(argv[2], "redis", 5) == 0 && strstr(argv[2], "://");
  signal(SIGINT, SIG_IGN); /* a terminal sends it to all; the server says when to end */
  signal(SIGPIPE, SIG_IGN);
  struct fl_store *store = open_store(argv[2], redis, held, argc > user ? argv[user] : NULL, &why);
  fl_sandbox_enter(&files, &calls);
  uint8_t head[FL_FRAME_HEAD];
  /* First a word on whether there is a store, and how well it is kept in. */
  char kept[] = {(char)('0' + (files ? 1 : 0)), (char)('0' + (calls ? 1 : 0))};
  const char *word = store ? kept : why;
  size_t length = store ? sizeof kept : strlen(why);
  fl_frame_head(head, store ? FL_FRAME_FOUND : FL_FRAME_FAILED, (uint32_t)length);
  bool up = fl_frame_send(fd, head, sizeof head, -1) && fl_frame_send(fd, word, length, -1);
  while (store && up && fl_frame_receive(fd, head, sizeof head, -1)) {
    length = fl_frame_u32(head + 1);
    if (request.room < length + 1) {
      uint8_t *more = realloc(request.data, length + 1);
      if (!more) return 1;
      request.data = more;
      request.room = length + 1;
    }
    request.length = length;
    if (!fl_frame_receive(fd, request.data, length, -1)) break;
    answer.length = 0;
    fl_frame_head(head, carry_out(store, head[0]), 0);
    if (head[0] != FL_FRAME_FOUND) answer.length = 0;
    fl_frame_head(head, head[0], (uint32_t)answer.length);
    up = fl_frame_send(fd, head, sizeof head, -1) && fl_frame_send(fd, answer.data, answer.length, -1);
    if (redis && fl_store_redis_is_gone(store)) break; /* whoever starts us again connects again */
  }
  if (store) store->close(store->context);
  free(request.data);
  free(answer.data);
  free(changes);
  return store ? 0 : 1;
}
