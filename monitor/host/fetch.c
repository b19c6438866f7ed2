/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* What the store has, or will have when what has changed is committed; and what is remembered of it. */
#include "tree.h"

#include <string.h>

enum { AHEAD = FL_TREE_AHEAD, WAYS = FL_TREE_WAYS };

enum fl_host_status fl_tree_lie(struct fl_tree *t, const char *why) {
  fl_gate_refuse(t->gate, why);
  return FL_HOST_LIE;
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
/* Where the next one of this set may lie: instead of another one, if all are taken. */
static struct fl_near_way *near_room(struct fl_tree *t, uint64_t hash) {
  struct fl_near_way *set = &t->near_ways[near_set(t, hash)], *w = set;
  while (w < set + WAYS && w->tag != 0) w++;
  if (w == set + WAYS) w = set + t->near_next++ % WAYS;
  if (w->place == 0) w->place = ++t->near_places;
  w->tag = tag_of(hash);
  return w;
}
void fl_tree_keep_near(struct fl_tree *t, const struct fl_name *n, const uint8_t *value, size_t length) {
  if (t->held) fl_changes_put(t->held, n->data, n->length, value, length);
  if (!t->near) return;
  uint64_t hash = fl_hash(n->data, n->length);
  struct fl_near_way *w = find_near(t, n, hash);
  struct fl_near *x = near_at(t, w ? w : near_room(t, hash));
  x->key_length = (uint8_t)n->length;
  memcpy(x->key, n->data, n->length);
  x->length = (uint16_t)length;
  memcpy(x->value, value, length);
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

static bool note_ahead(void *context, const uint8_t *key, size_t key_length, const uint8_t *value, size_t length) {
  struct fl_tree *t = context;
  if (t->ahead_count == AHEAD || key_length > FL_STORE_KEY || length > FL_MERKLE_VALUE) return false;
  struct fl_ahead *a = &t->ahead[t->ahead_count++];
  a->key_length = key_length;
  a->length = length;
  memcpy(a->key, key, key_length);
  memcpy(a->value, value, length);
  return true;
}

enum fl_store_result fl_tree_fetch_towards(struct fl_tree *t, const struct fl_name *n, const uint8_t leaf[FL_KEY],
                                           size_t *length) {
  const struct fl_near_way *w = find_near(t, n, fl_hash(n->data, n->length));
  if (w) {
    const struct fl_near *x = near_at(t, w);
    memcpy(t->bytes, x->value, x->length);
    *length = x->length;
    return FL_STORE_FOUND;
  }
  const struct fl_store_change *held = t->held ? fl_changes_find(t->held, n->data, n->length) : NULL;
  if (held && held->value) {
    memcpy(t->bytes, held->value, held->value_length);
    *length = held->value_length;
    return FL_STORE_FOUND;
  }
  bool changed =
      fl_changes_find(t->now, n->data, n->length) || (t->flying && fl_changes_find(t->flying, n->data, n->length));
  if (changed || !t->store->path) return fl_tree_fetch(t, n, length);
  for (unsigned again = 0; again < 2; again++) {
    for (size_t i = 0; i < t->ahead_count; i++) {
      const struct fl_ahead *a = &t->ahead[i];
      if (a->key_length != n->length || memcmp(a->key, n->data, n->length) != 0) continue;
      memcpy(t->bytes, a->value, a->length);
      *length = a->length;
      return FL_STORE_FOUND;
    }
    if (again) break;
    t->ahead_count = 0;
    t->fetched++;
    pthread_mutex_lock(t->store_lock);
    t->store->path(t->store->context, n->data, n->length, leaf + 2, note_ahead, t);
    pthread_mutex_unlock(t->store_lock);
  }
  return fl_tree_fetch(t, n, length);
}

enum fl_host_status fl_tree_write_down(struct fl_tree *t, const struct fl_name *n, const uint8_t *value,
                                       size_t length) {
  return fl_changes_put(t->now, n->data, n->length, value, length) ? FL_HOST_OK : FL_HOST_MEMORY;
}
