/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#define _GNU_SOURCE
#include "store_redis.h"

#include "own_file.h"

#include <errno.h>
#include <fcntl.h>
#include <hiredis/hiredis.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* All our keys begin so; no others are touched. */
static const char prefix[] = "fairlead:";
enum { PREFIX = sizeof prefix - 1, NAME = PREFIX + FL_STORE_KEY, PIECE = 1000 };
static const struct timeval patience = {10, 0};

struct redis {
  struct fl_store store;
  redisContext *to;
  char host[256], database[16];
  int port;
  bool local;
};

static void hang_up(struct redis *r) {
  if (r->to) redisFree(r->to);
  r->to = NULL;
}

static bool is_ok(const redisReply *reply) { return reply && reply->type != REDIS_REPLY_ERROR; }

/* A socket, and not what a link in its place leads to: that could be any other server of this machine. */
static redisContext *connect_local(const char *name, const char **why) {
  char path[FL_OWN_PATH];
  struct stat s;
  redisContext *to = NULL;
  int handle = open(name, O_PATH | O_NOFOLLOW | O_CLOEXEC);
  *why = handle < 0 ? strerror(errno) : NULL;
  if (handle >= 0 && (fstat(handle, &s) < 0 || !S_ISSOCK(s.st_mode))) *why = "it is not a socket";
  if (!*why) {
    fl_own_path(path, handle);
    to = redisConnectUnixWithTimeout(path, patience);
  }
  if (handle >= 0) close(handle);
  return to;
}

/* Once: a connection that is lost is not made again, as the process is in its sandbox by then. */
static bool connect_to(struct redis *r, const char **why) {
  static char said[120];
  *why = NULL;
  r->to = r->local ? connect_local(r->host, why) : redisConnectWithTimeout(r->host, r->port, patience);
  if (!r->to) {
    if (!*why) *why = "out of memory";
    return false;
  }
  bool ok = !r->to->err && redisSetTimeout(r->to, patience) == REDIS_OK;
  if (!ok) snprintf(said, sizeof said, "cannot connect: %.100s", r->to->errstr);
  if (ok && strcmp(r->database, "0") != 0) {
    redisReply *reply = redisCommand(r->to, "SELECT %s", r->database);
    ok = is_ok(reply);
    if (!ok) snprintf(said, sizeof said, "SELECT %s: %.80s", r->database, reply ? reply->str : r->to->errstr);
    freeReplyObject(reply);
  }
  *why = said;
  if (!ok) hang_up(r);
  return ok;
}

static size_t name_of(char name[NAME], const uint8_t *key, size_t length) {
  memcpy(name, prefix, PREFIX);
  memcpy(name + PREFIX, key, length);
  return PREFIX + length;
}

static enum fl_store_result get(void *context, const uint8_t *key, size_t key_length, uint8_t *value, size_t *length) {
  struct redis *r = context;
  char name[NAME];
  if (key_length > FL_STORE_KEY || !r->to) return FL_STORE_FAILED;
  size_t n = name_of(name, key, key_length);
  redisReply *reply = redisCommand(r->to, "GET %b", name, n);
  enum fl_store_result result = FL_STORE_FAILED;
  if (!reply)
    hang_up(r);
  else if (reply->type == REDIS_REPLY_NIL)
    result = FL_STORE_ABSENT;
  else if (reply->type == REDIS_REPLY_STRING && reply->len <= FL_STORE_VALUE) {
    memcpy(value, reply->str, reply->len);
    *length = reply->len;
    result = FL_STORE_FOUND;
  }
  freeReplyObject(reply);
  return result;
}

/* The next answer to what was piped. */
static bool next_ok(struct redis *r, bool *queued) {
  redisReply *reply = NULL;
  if (redisGetReply(r->to, (void **)&reply) != REDIS_OK) return false;
  *queued = *queued && is_ok(reply);
  freeReplyObject(reply);
  return true;
}

static bool commit(void *context, const struct fl_store_change *changes, size_t count) {
  struct redis *r = context;
  if (!r->to) return false;
  bool ok = true, up = redisAppendCommand(r->to, "MULTI") == REDIS_OK;
  size_t waiting = 1;
  for (size_t i = 0; up && i < count; i++) {
    const struct fl_store_change *c = &changes[i];
    char name[NAME];
    if (c->key_length > FL_STORE_KEY) {
      ok = false;
      break;
    }
    size_t n = name_of(name, c->key, c->key_length);
    up = (c->value ? redisAppendCommand(r->to, "SET %b %b", name, n, c->value, (size_t)c->value_length)
                   : redisAppendCommand(r->to, "DEL %b", name, n)) == REDIS_OK;
    for (waiting++; up && waiting > PIECE; waiting--) up = next_ok(r, &ok);
  }
  if (up) up = redisAppendCommand(r->to, ok ? "EXEC" : "DISCARD") == REDIS_OK;
  for (; up && waiting > 0; waiting--) up = next_ok(r, &ok);
  redisReply *reply = NULL;
  if (!up || redisGetReply(r->to, (void **)&reply) != REDIS_OK) {
    hang_up(r);
    return false;
  }
  ok = ok && reply && reply->type == REDIS_REPLY_ARRAY && reply->elements == count;
  for (size_t i = 0; ok && i < reply->elements; i++) ok = is_ok(reply->element[i]);
  freeReplyObject(reply);
  return ok;
}

static void close_store(void *context) {
  hang_up(context);
  free(context);
}

struct fl_store *fl_store_redis(const char *url, const char **why) {
  struct redis *r = calloc(1, sizeof *r);
  *why = "out of memory";
  if (!r) return NULL;
  r->port = 6379;
  strcpy(r->database, "0");
  int end = 0, n = 0;
  *why = "not redis://HOST[:PORT][/DATABASE] or redis+unix://PATH";
  if (sscanf(url, "redis+unix://%255s%n", r->host, &end) == 1 && !url[end]) {
    r->local = true;
  } else if (sscanf(url, "redis://%255[^:/]%n", r->host, &end) == 1) {
    if (url[end] == ':' && sscanf(url + end, ":%5d%n", &r->port, &n) == 1) end += n;
    if (url[end] == '/' && sscanf(url + end, "/%15[0-9]%n", r->database, &n) == 1) end += n;
    if (url[end] || r->port < 1 || r->port > 65535) end = 0;
  } else {
    end = 0;
  }
  if (end == 0 || !connect_to(r, why)) {
    close_store(r);
    return NULL;
  }
  /* What Redis may throw away, it does not keep. */
  redisReply *reply = redisCommand(r->to, "CONFIG GET maxmemory-policy");
  bool known = reply && reply->type == REDIS_REPLY_ARRAY && reply->elements == 2 &&
               reply->element[1]->type == REDIS_REPLY_STRING;
  bool keeps = !known || strcmp(reply->element[1]->str, "noeviction") == 0;
  freeReplyObject(reply);
  if (!keeps) {
    *why = "its maxmemory-policy is not noeviction: it would throw records away";
    close_store(r);
    return NULL;
  }
  r->store = (struct fl_store){r, get, NULL, commit, close_store};
  return &r->store;
}

bool fl_store_redis_is_gone(const struct fl_store *store) { return !((const struct redis *)store->context)->to; }
