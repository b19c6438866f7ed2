/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Records over the slots of a Redis Cluster. A look is one trip to each node that is asked. A commit is of many slots,
 * and a cluster has no transactions over those, so it goes to a journal first (cluster_journal.h). */
#define _GNU_SOURCE
#include "store_cluster.h"

#include "cluster_journal.h"
#include "frames.h"
#include "redis_nodes.h"
#include "redis_slots.h"
#include "walk.h"

#include <stdlib.h>
#include <string.h>

/* Whoever looks keeps everybody waiting. */
enum { LOOK_MS = 1000, END_MS = 20000 };

struct cluster {
  struct fl_store store;
  struct fl_redis_nodes *nodes;
  struct fl_cluster_journal journal;
};

static enum fl_store_result result_of(const redisReply *r, uint8_t *value, size_t *length) {
  if (r && r->type == REDIS_REPLY_NIL) return FL_STORE_ABSENT;
  if (!r || r->type != REDIS_REPLY_STRING || r->len > FL_STORE_VALUE) return FL_STORE_FAILED;
  memcpy(value, r->str, r->len);
  *length = r->len;
  return FL_STORE_FOUND;
}

static enum fl_store_result get(void *context, const uint8_t *key, size_t key_length, uint8_t *value, size_t *length) {
  struct cluster *c = context;
  char name[FL_REDIS_NAME];
  if (key_length > FL_STORE_KEY) return FL_STORE_FAILED;
  const struct fl_redis_word words[] = {{"GET", 3}, {name, fl_redis_name(name, key, key_length)}};
  struct fl_redis_question q = {.words = words, .count = 2, .slot = fl_redis_slot(name, words[1].length)};
  fl_redis_nodes_ask(c->nodes, &q, 1, fl_frame_until(LOOK_MS));
  enum fl_store_result result = result_of(q.reply, value, length);
  freeReplyObject(q.reply);
  return result;
}

/* ---- Ways down the tree, in one trip to each node ----
 *
 * As over one Redis (store_redis.c) all that may lie on a way is asked for at once: a record for each depth, and the
 * leaf. Those that are in one slot are one MGET. While a slot moves, Redis answers no MGET of which it has some and not
 * others: then they are asked for one by one, in one trip again. */
enum { DEPTHS = 28, WAYS = 64, NAMES = DEPTHS + 2 };

struct sought {
  size_t length, question, place; /* in which question, and where in it */
  char name[FL_REDIS_NAME];
};
struct way {
  struct cluster *c;
  size_t count;
  struct sought names[NAMES];
};
static struct way ways_asked[WAYS];
static struct fl_redis_question questions[WAYS * NAMES];
static struct fl_redis_word words[2 * WAYS * NAMES];
static size_t question_count, word_count;

static void add_name(struct way *w, const uint8_t *key, size_t length) {
  struct sought *n = &w->names[w->count++];
  n->length = fl_redis_name(n->name, key, length);
}

static void add_names(struct way *w, const struct fl_store_way *from) {
  uint8_t key[FL_STORE_KEY];
  unsigned digits = (unsigned)from->key[1] << 8 | from->key[2];
  w->count = 0;
  add_name(w, from->key, from->key_length);
  for (unsigned i = 1; i <= DEPTHS && digits + i < 256; i++)
    add_name(w, key, fl_store_node(key, from->leaf, digits + i));
  key[0] = 'l';
  memcpy(key + 1, from->leaf, 32);
  add_name(w, key, 33);
}

static void begin_question(unsigned slot) {
  questions[question_count++] = (struct fl_redis_question){.words = &words[word_count], .count = 1, .slot = slot};
  words[word_count++] = (struct fl_redis_word){"GET", 3};
}
static void add_to_question(struct sought *n) {
  struct fl_redis_question *q = &questions[question_count - 1];
  n->question = question_count - 1;
  n->place = q->count++ - 1;
  words[word_count++] = (struct fl_redis_word){n->name, n->length};
  if (q->count == 3) words[word_count - 3] = (struct fl_redis_word){"MGET", 4};
  q->several = q->count > 2;
}
static void add_questions(struct way *w) {
  unsigned last = FL_REDIS_SLOTS;
  for (size_t i = 0; i < w->count; i++) {
    unsigned slot = fl_redis_slot(w->names[i].name, w->names[i].length);
    if (slot != last) begin_question(last = slot);
    add_to_question(&w->names[i]);
  }
}
/* What was asked together, and in vain, each by itself. */
static bool split_questions(size_t ways) {
  size_t before = question_count;
  bool split = false;
  for (size_t i = 0; i < ways; i++)
    for (size_t k = 0; k < ways_asked[i].count; k++) {
      struct sought *n = &ways_asked[i].names[k];
      const struct fl_redis_question *q = &questions[n->question];
      if (n->question >= before || !q->several || !q->reply || q->reply->type != REDIS_REPLY_ERROR) continue;
      if (question_count == sizeof questions / sizeof *questions || word_count + 2 > sizeof words / sizeof *words)
        return split;
      begin_question(q->slot);
      add_to_question(n);
      split = true;
    }
  return split;
}

static const redisReply *found(const struct sought *n) {
  const struct fl_redis_question *q = &questions[n->question];
  if (!q->several || !q->reply) return q->reply;
  bool good = q->reply->type == REDIS_REPLY_ARRAY && q->reply->elements == q->count - 1;
  return good ? q->reply->element[n->place] : NULL;
}

static enum fl_store_result get_on_way(void *context, const uint8_t *key, size_t length, uint8_t *value, size_t *n) {
  struct way *w = context;
  char name[FL_REDIS_NAME];
  size_t size = fl_redis_name(name, key, length);
  for (size_t i = 0; i < w->count; i++)
    if (w->names[i].length == size && memcmp(w->names[i].name, name, size) == 0)
      return result_of(found(&w->names[i]), value, n);
  return get(w->c, key, length, value, n);
}

static void paths(void *context, const struct fl_store_way *ways, size_t count,
                  bool (*each)(void *, const uint8_t *, size_t, const uint8_t *, size_t), void *mine) {
  struct cluster *c = context;
  const struct fl_store_way *from[WAYS];
  size_t asked = 0;
  int64_t until = fl_frame_until(LOOK_MS);
  question_count = word_count = 0;
  for (size_t i = 0; i < count && asked < WAYS; i++) {
    if (ways[i].key_length < 3 || ways[i].key_length > FL_STORE_KEY) continue;
    from[asked] = &ways[i];
    ways_asked[asked].c = c;
    add_names(&ways_asked[asked], &ways[i]);
    add_questions(&ways_asked[asked++]);
  }
  fl_redis_nodes_ask(c->nodes, questions, question_count, until);
  size_t whole = question_count;
  if (split_questions(asked)) fl_redis_nodes_ask(c->nodes, questions + whole, question_count - whole, until);
  for (size_t i = 0; i < asked; i++) {
    struct fl_store asks = {.context = &ways_asked[i], .get = get_on_way};
    fl_store_walk(&asks, from[i]->key, from[i]->key_length, from[i]->leaf, each, mine);
  }
  for (size_t i = 0; i < question_count; i++) freeReplyObject(questions[i].reply);
}

static void path(void *context, const uint8_t *key, size_t length, const uint8_t leaf[32],
                 bool (*each)(void *, const uint8_t *, size_t, const uint8_t *, size_t), void *mine) {
  struct fl_store_way way = {.key_length = length};
  if (length > sizeof way.key) return;
  memcpy(way.key, key, length);
  memcpy(way.leaf, leaf, sizeof way.leaf);
  paths(context, &way, 1, each, mine);
}

/* ---- Its life ---- */

static bool commit(void *context, const struct fl_store_change *changes, size_t count) {
  struct cluster *c = context;
  return fl_cluster_journal_commit(&c->journal, changes, count);
}

static void close_store(void *context) {
  struct cluster *c = context;
  fl_cluster_journal_free(&c->journal);
  fl_redis_nodes_close(c->nodes);
  free(c);
}

/* Whether we may look at what is ours; *why, if not. A node that does not answer is no reason: others do. */
static bool may_look(struct cluster *c, const char **why) {
  static char said[128];
  const uint8_t seal[] = "s";
  char name[FL_REDIS_NAME];
  const struct fl_redis_word get_seal[] = {{"GET", 3}, {name, fl_redis_name(name, seal, 1)}};
  struct fl_redis_question q = {.words = get_seal, .count = 2, .slot = fl_redis_slot(name, get_seal[1].length)};
  bool ok = true;
  if (fl_redis_nodes_ask(c->nodes, &q, 1, fl_frame_until(LOOK_MS)) && q.reply->type == REDIS_REPLY_ERROR) {
    strcpy(said, "GET: ");
    strncat(said, q.reply->str, 100);
    *why = said;
    ok = false;
  }
  freeReplyObject(q.reply);
  return ok;
}

struct fl_store *fl_store_cluster(const struct fl_redis_place *place, const struct fl_redis_access *access, bool looks,
                                  const char **why) {
  struct cluster *c = calloc(1, sizeof *c);
  *why = "out of memory";
  if (!c) return NULL;
  c->nodes = fl_redis_nodes_open(place, access, why);
  c->journal.nodes = c->nodes;
  bool ok = c->nodes && may_look(c, why);
  if (ok && !looks && !fl_cluster_journal_end(&c->journal, fl_frame_until(END_MS))) {
    *why = "a commit that was begun cannot be ended: a node is missing, or too few replicas have it";
    ok = false;
  }
  if (!ok) {
    close_store(c);
    return NULL;
  }
  c->store = (struct fl_store){c, get, path, commit, close_store, paths, false};
  return &c->store;
}

void fl_store_cluster_rest(const struct fl_store *store) {
  struct cluster *c = store->context;
  fl_cluster_journal_rest(&c->journal);
}

bool fl_store_cluster_is_gone(const struct fl_store *store) {
  return fl_redis_nodes_are_gone(((const struct cluster *)store->context)->nodes);
}
