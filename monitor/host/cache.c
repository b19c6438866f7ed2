/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Which records of the tree are in the monitor's cache, and which of them leaves it for another one. */
#include "digest.h"
#include "tree.h"

#include <string.h>

/* ---- Cached leaves, by key ---- */

static uint32_t leaf_hash(const uint8_t *key) { return (uint32_t)fl_hash(key + 2, 32); }
uint32_t fl_tree_cached_leaf(const struct fl_tree *t, const uint8_t *key) {
  for (uint32_t i = leaf_hash(key) & t->leaf_mask; t->leaves[i]; i = (i + 1) & t->leaf_mask)
    if (memcmp(fl_gate_key(t->gate, t->leaves[i] - 1), key, FL_KEY) == 0) return t->leaves[i] - 1;
  return FL_GATE_NONE;
}
static void index_leaf(struct fl_tree *t, uint32_t s) {
  uint32_t i = leaf_hash(fl_gate_key(t->gate, s)) & t->leaf_mask;
  while (t->leaves[i]) i = (i + 1) & t->leaf_mask;
  t->leaves[i] = s + 1;
}
/* What stands behind it in its run moves up. */
void fl_tree_forget_leaf(struct fl_tree *t, uint32_t s) {
  uint32_t i = leaf_hash(fl_gate_key(t->gate, s)) & t->leaf_mask;
  while (t->leaves[i] != s + 1) i = (i + 1) & t->leaf_mask;
  for (uint32_t j = (i + 1) & t->leaf_mask; t->leaves[j]; j = (j + 1) & t->leaf_mask) {
    uint32_t home = leaf_hash(fl_gate_key(t->gate, t->leaves[j] - 1)) & t->leaf_mask;
    if (((j - home) & t->leaf_mask) >= ((j - i) & t->leaf_mask)) {
      t->leaves[i] = t->leaves[j];
      i = j;
    }
  }
  t->leaves[i] = 0;
}

/* ---- The cache ---- */

static bool is_leaf(const struct fl_tree *t, uint32_t s) { return fl_digits(fl_gate_key(t->gate, s)) == FL_DEPTH; }
static bool has_children(const struct fl_tree *t, uint32_t s) {
  return fl_gate_child(t->gate, s, 0) != FL_GATE_NONE || fl_gate_child(t->gate, s, 1) != FL_GATE_NONE;
}

static enum fl_host_status evict(struct fl_tree *t, uint32_t s) {
  uint32_t parent = fl_gate_parent(t->gate, s);
  struct fl_name n = fl_name_of(fl_gate_key(t->gate, s));
  size_t length;
  const uint8_t *value = fl_gate_value(t->gate, s, &length);
  if (fl_gate_changed(t->gate, s)) FL_TRY(fl_tree_write_down(t, &n, value, length));
  fl_tree_keep_near(t, &n, value, length);
  if (is_leaf(t, s)) fl_tree_forget_leaf(t, s);
  FL_PASS(fl_gate_evict(t->gate, s, parent));
  fl_tree_slot_free(t, s);
  t->used[parent] = 1;
  return FL_HOST_OK;
}

/* Most of what leaves has not been looked at for long: the processor is told before it is needed. */
static void fetch_ahead(const struct fl_tree *t) {
  enum { AHEAD = 4, LINE = 64, LINES = 4 };
  uint32_t s = t->hand + AHEAD;
  if (s >= t->slots || t->used[s]) return;
  const uint8_t *key = fl_gate_key(t->gate, s);
  for (unsigned i = 0; i < LINES; i++) __builtin_prefetch(key + i * LINE);
}

/* The hand goes round: a slot that was used is spared once, one that has children some times more without a look. */
enum { SPARED = 3 };
enum fl_host_status fl_tree_find_slot(struct fl_tree *t, uint32_t keep, uint32_t *s) {
  while (t->vacant_count == 0) {
    uint32_t at = t->hand;
    t->hand = at + 1 == t->slots ? 1 : at + 1;
    fetch_ahead(t);
    if (t->used[at]) { /* first: this is in few lines of memory, and the slots are in many */
      t->used[at]--;
      continue;
    }
    if (at == keep || !fl_gate_occupied(t->gate, at)) continue;
    if (has_children(t, at))
      t->used[at] = SPARED;
    else
      FL_TRY(evict(t, at));
  }
  *s = t->vacant[t->vacant_count - 1];
  return FL_HOST_OK;
}
static void slot_taken(struct fl_tree *t) {
  uint32_t s = t->vacant[--t->vacant_count];
  t->used[s] = 1;
  if (is_leaf(t, s)) index_leaf(t, s);
}

enum fl_host_status fl_tree_bring(struct fl_tree *t, const uint8_t key[FL_KEY], const uint8_t *value, size_t length,
                                  uint32_t parent, uint32_t *s) {
  FL_TRY(fl_tree_find_slot(t, parent, s));
  FL_PASS(fl_gate_add(t->gate, key, value, length, *s, parent));
  slot_taken(t);
  return FL_HOST_OK;
}

/* Whether the gate will take it, which refuses for good what it is not to take: asked of stores alone that are taken by
 * record. What left to Blum has a mark at its edge, and no digest that counts. */
static bool is_what_left(const struct fl_tree *t, const uint8_t digest[32], bool marked, size_t length) {
  uint8_t found[32];
  if (!t->store->by_record || marked) return true;
  fl_digest(t->bytes, length, found);
  return memcmp(found, digest, sizeof found) == 0;
}

enum fl_host_status fl_tree_bring_back(struct fl_tree *t, const uint8_t *edge, const uint8_t leaf[FL_KEY],
                                       uint32_t parent, uint32_t *s) {
  uint8_t key[FL_KEY], digest[32];
  bool marked = edge[FL_KEY + sizeof digest] != 0;
  size_t length;
  memcpy(key, edge, FL_KEY);
  memcpy(digest, edge + FL_KEY, sizeof digest);
  struct fl_name n = fl_name_of(key);
  switch (fl_tree_fetch_towards(t, &n, leaf, &length)) {
  case FL_STORE_FAILED: return FL_HOST_STORE;
  case FL_STORE_ABSENT: return fl_tree_wrong(t, &n, "a record that is gone");
  case FL_STORE_FOUND: break;
  }
  if (!is_what_left(t, digest, marked, length)) return fl_tree_wrong(t, &n, "a record that is not what was stored");
  return fl_tree_bring(t, key, t->bytes, length, parent, s);
}

void fl_tree_slot_free(struct fl_tree *t, uint32_t s) { t->vacant[t->vacant_count++] = s; }
