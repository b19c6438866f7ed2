/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#define _GNU_SOURCE
#include "store_redis.h"

#include "redis_login.h"
#include "redis_writer.h"
#include "walk.h"

#include <stdlib.h>
#include <string.h>

/* All our keys begin so; no others are touched. */
static const char prefix[] = "fairlead:";
enum { PREFIX = sizeof prefix - 1, NAME = PREFIX + FL_STORE_KEY, PIECE = 1000 };

struct redis {
  struct fl_store store;
  struct fl_redis_link *to;
  struct fl_redis_writer writer;
};

static void hang_up(struct redis *r) {
  fl_redis_link_close(r->to);
  r->to = NULL;
}

static bool is_ok(const redisReply *reply) { return reply && reply->type != REDIS_REPLY_ERROR; }

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
  const struct fl_redis_word words[] = {{"GET", 3}, {name, n}};
  redisReply *reply = fl_redis_link_say(r->to, words, 2) ? fl_redis_link_hear(r->to) : NULL;
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

/* ---- A way down the tree, in one trip ----
 *
 * Redis does not walk for us, so all that may lie on the way is asked for at once: the leaf, and a record for each
 * depth that there may be. A tree has records at nearly each depth down to a few below log2 of how many there are, and
 * what is not there costs Redis little. What is deeper is asked for one by one. */
enum { DEPTHS = 28, WAYS = 64 };

struct way {
  struct redis *r;
  const struct fl_store_way *from;
  redisReply *reply; /* as many as there are names; NULL: none was had */
  size_t count, lengths[DEPTHS + 2];
  char names[DEPTHS + 2][NAME];
};

static void add_name(struct way *w, const uint8_t *key, size_t length) {
  w->lengths[w->count] = name_of(w->names[w->count], key, length);
  w->count++;
}

static bool ask_for_all(struct way *w, const struct fl_store_way *from) {
  struct fl_redis_word words[DEPTHS + 3] = {{"MGET", 4}};
  uint8_t key[FL_STORE_KEY];
  unsigned digits = (unsigned)from->key[1] << 8 | from->key[2];
  add_name(w, from->key, from->key_length);
  for (unsigned i = 1; i <= DEPTHS && digits + i < 256; i++)
    add_name(w, key, fl_store_node(key, from->leaf, digits + i));
  key[0] = 'l';
  memcpy(key + 1, from->leaf, 32);
  add_name(w, key, 33);
  for (size_t i = 0; i < w->count; i++) words[1 + i] = (struct fl_redis_word){w->names[i], w->lengths[i]};
  return fl_redis_link_say(w->r->to, words, 1 + w->count);
}

static enum fl_store_result get_on_way(void *context, const uint8_t *key, size_t length, uint8_t *value, size_t *n) {
  struct way *w = context;
  char name[NAME];
  if (!w->r->to) return FL_STORE_FAILED;
  size_t size = name_of(name, key, length);
  bool all = w->reply->type == REDIS_REPLY_ARRAY && w->reply->elements == w->count;
  for (size_t i = 0; all && i < w->count; i++) {
    const redisReply *found = w->reply->element[i];
    if (w->lengths[i] != size || memcmp(w->names[i], name, size) != 0) continue;
    if (found->type != REDIS_REPLY_STRING || found->len > FL_STORE_VALUE) return FL_STORE_ABSENT;
    memcpy(value, found->str, found->len);
    *n = found->len;
    return FL_STORE_FOUND;
  }
  return get(w->r, key, length, value, n);
}

/* All of them are said before the first answer is heard: it is one trip, however many ways. */
static void paths(void *context, const struct fl_store_way *ways, size_t count,
                  bool (*each)(void *, const uint8_t *, size_t, const uint8_t *, size_t), void *mine) {
  static struct way all[WAYS];
  struct redis *r = context;
  size_t said = 0, heard = 0;
  bool up = r->to != NULL;
  for (size_t i = 0; up && i < count && said < WAYS; i++) {
    if (ways[i].key_length < 3 || ways[i].key_length > FL_STORE_KEY) continue;
    struct way *w = &all[said];
    w->r = r, w->reply = NULL, w->count = 0;
    w->from = &ways[i];
    up = ask_for_all(w, w->from);
    if (up) said++;
  }
  for (; up && heard < said; heard++) up = (all[heard].reply = fl_redis_link_hear(r->to)) != NULL;
  if (!up) hang_up(r);
  for (size_t i = 0; i < said; i++) {
    struct way *w = &all[i];
    struct fl_store asked = {.context = w, .get = get_on_way};
    if (w->reply) fl_store_walk(&asked, w->from->key, w->from->key_length, w->from->leaf, each, mine);
    freeReplyObject(w->reply);
  }
}

static void path(void *context, const uint8_t *key, size_t length, const uint8_t leaf[32],
                 bool (*each)(void *, const uint8_t *, size_t, const uint8_t *, size_t), void *mine) {
  struct fl_store_way way = {.key_length = length};
  if (length > sizeof way.key) return;
  memcpy(way.key, key, length);
  memcpy(way.leaf, leaf, sizeof way.leaf);
  paths(context, &way, 1, each, mine);
}

/* ---- Commits ---- */

/* The next answer to what was piped. */
static bool next_ok(struct redis *r, bool *queued) {
  redisReply *reply = fl_redis_link_hear(r->to);
  if (!reply) return false;
  *queued = *queued && is_ok(reply);
  freeReplyObject(reply);
  return true;
}

static bool commit(void *context, const struct fl_store_change *changes, size_t count) {
  struct redis *r = context;
  if (!r->to) return false;
  bool shared = r->writer.token[0];
  if (shared && !fl_redis_writer_watch(&r->writer, r->to)) {
    if (!r->writer.taken) hang_up(r);
    return false;
  }
  bool ok = true, up = fl_redis_say(r->to, "MULTI", NULL, NULL);
  size_t waiting = 1;
  for (size_t i = 0; up && i < count; i++) {
    const struct fl_store_change *c = &changes[i];
    char name[NAME];
    if (c->key_length > FL_STORE_KEY) {
      ok = false;
      break;
    }
    const struct fl_redis_word words[] = {
        {c->value ? "SET" : "DEL", 3}, {name, name_of(name, c->key, c->key_length)}, {c->value, c->value_length}};
    up = fl_redis_link_say(r->to, words, c->value ? 3 : 2);
    for (waiting++; up && waiting > PIECE; waiting--) up = next_ok(r, &ok);
  }
  if (up) up = fl_redis_say(r->to, ok ? "EXEC" : "DISCARD", NULL, NULL);
  if (up && shared) up = fl_redis_writer_say(r->to);
  for (; up && waiting > 0; waiting--) up = next_ok(r, &ok);
  redisReply *reply = up ? fl_redis_link_hear(r->to) : NULL;
  if (!reply) {
    hang_up(r);
    return false;
  }
  ok = ok && reply->type == REDIS_REPLY_ARRAY && reply->elements == count;
  for (size_t i = 0; ok && i < reply->elements; i++) ok = is_ok(reply->element[i]);
  freeReplyObject(reply);
  if (shared && !fl_redis_writer_hear(&r->writer, r->to) && !r->writer.taken) hang_up(r);
  return ok;
}

static void close_store(void *context) {
  hang_up(context);
  free(context);
}

/* ---- Opening ---- */

struct fl_store *fl_store_redis(const struct fl_redis_place *place, const struct fl_redis_access *access,
                                const char **why) {
  struct redis *r = calloc(1, sizeof *r);
  *why = "out of memory";
  if (!r) return NULL;
  r->to = fl_redis_login(place, access, FL_REDIS_LOOPBACK, why);
  bool ok = r->to && fl_redis_must(r->to, "GET", fl_redis_ask(r->to, "GET", "fairlead:s", NULL), why) &&
            fl_redis_keeps(r->to, why) && fl_redis_writer_open(&r->writer, r->to, access->writer, why);
  if (!ok) {
    close_store(r);
    return NULL;
  }
  r->store = (struct fl_store){r, get, path, commit, close_store, paths, false};
  return &r->store;
}

bool fl_store_redis_is_gone(const struct fl_store *store) { return !((const struct redis *)store->context)->to; }

bool fl_store_redis_is_taken(const struct fl_store *store) {
  return ((const struct redis *)store->context)->writer.taken;
}
