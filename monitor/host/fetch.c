/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* What the store has, or will have when what has changed is committed; and what is remembered of it. */
#include "tree.h"

#include <stdlib.h>
#include <string.h>

enum { AHEAD = FL_TREE_AHEAD, WAYS = FL_TREE_WAYS, SELDOM = 4 };

enum fl_host_status fl_tree_lie(struct fl_tree *t, const char *why) {
  fl_gate_refuse(t->gate, why);
  return FL_HOST_LIE;
}

enum fl_host_status fl_tree_wrong(struct fl_tree *t, const struct fl_name *n, const char *why) {
  if (!t->store->by_record) return fl_tree_lie(t, why);
  t->doubts++;
  t->doubtful = *n;
  t->doubt = why;
  t->ahead_count = 0; /* the next time it is asked for anew */
  fl_tree_forget_soon(t);
  return FL_HOST_STORE;
}

/* ---- Records that are kept near ---- */

static uint32_t tag_of(uint64_t hash) { return (uint32_t)(hash >> 32) | 1; }
static size_t near_set(const struct fl_tree *t, uint64_t hash) { return (size_t)(hash & t->near_mask) * WAYS; }
static struct fl_near *near_at(const struct fl_tree *t, const struct fl_near_way *way) {
  return &t->near[way->place - 1];
}
static struct fl_near_way *find_near(const struct fl_tree *t, const struct fl_name *n, uint64_t hash) {
  if (!t->near) return NULL;
  struct fl_near_way *set = &t->near_ways[near_set(t, hash)];
  for (struct fl_near_way *w = set; w < set + WAYS; w++) {
    if (w->tag != tag_of(hash)) continue;
    const struct fl_near *x = near_at(t, w);
    if (x->key_length == n->length && memcmp(x->key, n->data, n->length) == 0) return w;
  }
  return NULL;
}
/* Where this one is to be kept: where it was (or another of the same tag, which goes then); where nothing is; or, if
 * all of its set are taken, instead of another one, and then only one of some is kept at all. What is asked for again
 * and again comes in, and what goes by, each once, throws out little. NULL: it is not kept. */
static struct fl_near_way *near_room(struct fl_tree *t, uint64_t hash) {
  struct fl_near_way *set = &t->near_ways[near_set(t, hash)], *w = set, *empty = NULL;
  for (; w < set + WAYS && w->tag != tag_of(hash); w++)
    if (w->tag == 0 && !empty) empty = w;
  if (w == set + WAYS) w = empty;
  if (!w) {
    uint32_t n = t->near_next++;
    if (n % SELDOM != 0) return NULL;
    w = set + n / SELDOM % WAYS;
  }
  if (w->place == 0) w->place = ++t->near_places;
  w->tag = tag_of(hash);
  return w;
}
void fl_tree_keep_near(struct fl_tree *t, const struct fl_name *n, const uint8_t *value, size_t length) {
  if (t->held) fl_changes_put(t->held, n->data, n->length, value, length);
  if (!t->near) return;
  uint64_t hash = fl_hash(n->data, n->length);
  struct fl_near_way *w = near_room(t, hash);
  if (!w) return;
  struct fl_near *x = near_at(t, w);
  x->key_length = (uint8_t)n->length;
  memcpy(x->key, n->data, n->length);
  x->length = (uint16_t)length;
  memcpy(x->value, value, length);
}
const uint8_t *fl_tree_is_near(const struct fl_tree *t, const struct fl_name *n, size_t *length) {
  const struct fl_near_way *w = find_near(t, n, fl_hash(n->data, n->length));
  if (!w) return NULL;
  *length = near_at(t, w)->length;
  return near_at(t, w)->value;
}
void fl_tree_soon(const struct fl_tree *t, const struct fl_name *n) {
  if (!t->near) return;
  __builtin_prefetch(&t->near_ways[near_set(t, fl_hash(n->data, n->length))]);
}
void fl_tree_forget_near(struct fl_tree *t, const struct fl_name *n) {
  struct fl_near_way *w = find_near(t, n, fl_hash(n->data, n->length));
  if (w) w->tag = 0;
  if (t->held) fl_changes_put(t->held, n->data, n->length, NULL, 0);
}

/* ---- The store ---- */

enum fl_store_result fl_tree_fetch(struct fl_tree *t, const struct fl_name *n, size_t *length) {
  const struct fl_store_change *c = fl_changes_find(t->now, n->data, n->length);
  if (!c && t->flying) c = fl_changes_find(t->flying, n->data, n->length);
  if (!c) {
    t->fetched++;
    pthread_mutex_lock(t->store_lock);
    enum fl_store_result r = t->store->get(t->store->context, n->data, n->length, t->bytes, length);
    pthread_mutex_unlock(t->store_lock);
    return r == FL_STORE_FOUND && *length > FL_STORE_VALUE ? FL_STORE_FAILED : r;
  }
  if (!c->value) return FL_STORE_ABSENT;
  memcpy(t->bytes, c->value, c->value_length);
  *length = c->value_length;
  return FL_STORE_FOUND;
}

static void note(struct fl_ahead *a, const uint8_t *key, size_t key_length, const uint8_t *value, size_t length) {
  a->key_length = key_length;
  a->length = length;
  memcpy(a->key, key, key_length);
  memcpy(a->value, value, length);
}
static bool note_ahead(void *context, const uint8_t *key, size_t key_length, const uint8_t *value, size_t length) {
  struct fl_tree *t = context;
  if (t->ahead_count == AHEAD || key_length > FL_STORE_KEY || length > FL_MERKLE_VALUE) return false;
  note(&t->ahead[t->ahead_count++], key, key_length, value, length);
  return true;
}
static const struct fl_ahead *find_ahead(const struct fl_tree *t, const struct fl_name *n) {
  for (size_t i = 0; i < t->ahead_count; i++) {
    const struct fl_ahead *a = &t->ahead[i];
    if (a->key_length == n->length && memcmp(a->key, n->data, n->length) == 0) return a;
  }
  return NULL;
}

/* ---- What will be asked for soon ---- */

/* Where it is in the table, or where it would be. */
static uint16_t *soon_place(struct fl_soon *s, const uint8_t *key, size_t length) {
  enum { MASK = 2 * FL_TREE_SOON - 1 };
  for (size_t i = fl_hash(key, length) & MASK;; i = (i + 1) & MASK) {
    if (s->table[i] == 0) return &s->table[i];
    const struct fl_ahead *a = &s->all[s->table[i] - 1];
    if (a->key_length == length && memcmp(a->key, key, length) == 0) return &s->table[i];
  }
}
static bool note_soon(void *context, const uint8_t *key, size_t key_length, const uint8_t *value, size_t length) {
  struct fl_soon *s = context;
  if (s->count == FL_TREE_SOON || key_length > FL_STORE_KEY || length > FL_MERKLE_VALUE) return false;
  uint16_t *place = soon_place(s, key, key_length);
  if (*place != 0) return true; /* the ways have their beginnings in common */
  note(&s->all[s->count++], key, key_length, value, length);
  *place = (uint16_t)s->count;
  return true;
}
static const struct fl_ahead *find_soon(const struct fl_tree *t, const struct fl_name *n) {
  if (!t->soon || t->soon->count == 0) return NULL;
  uint16_t number = *soon_place(t->soon, n->data, n->length);
  return number ? &t->soon->all[number - 1] : NULL;
}
void fl_tree_forget_soon(struct fl_tree *t) {
  if (!t->soon || t->soon->count == 0) return;
  t->soon->count = 0;
  memset(t->soon->table, 0, sizeof t->soon->table);
}
void fl_tree_foresee(struct fl_tree *t, const struct fl_store_way *ways, size_t count) {
  fl_tree_forget_soon(t);
  t->fetched++;
  pthread_mutex_lock(t->store_lock);
  t->store->paths(t->store->context, ways, count, note_soon, t->soon);
  pthread_mutex_unlock(t->store_lock);
}

static enum fl_store_result lend(struct fl_tree *t, const uint8_t *value, size_t size, size_t *length) {
  memcpy(t->bytes, value, size);
  *length = size;
  return FL_STORE_FOUND;
}

enum fl_store_result fl_tree_fetch_towards(struct fl_tree *t, const struct fl_name *n, const uint8_t leaf[FL_KEY],
                                           size_t *length) {
  /* What the store has is what it is, unless it was changed since the last commit was begun. */
  bool changed =
      fl_changes_find(t->now, n->data, n->length) || (t->flying && fl_changes_find(t->flying, n->data, n->length));
  const struct fl_ahead *a = changed ? NULL : find_ahead(t, n);
  if (!a && !changed) a = find_soon(t, n);
  if (a) return lend(t, a->value, a->length, length);
  const struct fl_near_way *w = find_near(t, n, fl_hash(n->data, n->length));
  if (w) return lend(t, near_at(t, w)->value, near_at(t, w)->length, length);
  const struct fl_store_change *held = t->held ? fl_changes_find(t->held, n->data, n->length) : NULL;
  if (held && held->value) return lend(t, held->value, held->value_length, length);
  if (changed || !t->store->path) return fl_tree_fetch(t, n, length);
  t->ahead_count = 0;
  t->fetched++;
  pthread_mutex_lock(t->store_lock);
  t->store->path(t->store->context, n->data, n->length, leaf + 2, note_ahead, t);
  pthread_mutex_unlock(t->store_lock);
  a = find_ahead(t, n);
  return a ? lend(t, a->value, a->length, length) : fl_tree_fetch(t, n, length);
}

enum fl_host_status fl_tree_write_down(struct fl_tree *t, const struct fl_name *n, const uint8_t *value,
                                       size_t length) {
  return fl_changes_put(t->now, n->data, n->length, value, length) ? FL_HOST_OK : FL_HOST_MEMORY;
}
