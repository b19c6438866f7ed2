/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "tree.h"

#include "pages.h"

#include <stdlib.h>
#include <string.h>

static const uint8_t none_below[] = {1, 0, 0}, null_datum[] = {0, 0};

/* Where the way to a key may begin: further down than at the root, if what the shortcut leads to is in the cache still
 * and on the way, as each record of the tree is whose key is the beginning of this one. */
static uint32_t *shortcut(const struct fl_tree *t, const uint8_t *key) {
  return &t->shortcuts[((uint32_t)key[2] << 8 | key[3]) >> (16 - FL_TREE_SHORTCUTS)];
}
uint32_t fl_tree_begin_at(const struct fl_tree *t, const uint8_t *key) {
  uint32_t s = *shortcut(t, key);
  if (s == 0 || !fl_gate_occupied(t->gate, s)) return 0;
  const uint8_t *there = fl_gate_key(t->gate, s);
  unsigned digits = fl_digits(there);
  return digits <= FL_TREE_SHORTCUTS && fl_common(there, key) == digits ? s : 0;
}

enum fl_host_status fl_tree_locate(struct fl_tree *t, const uint8_t key[FL_KEY], uint32_t *found, uint32_t *above) {
  *found = FL_GATE_NONE;
  if (fl_gates_refused(t->gate->gates)) return FL_HOST_LIE;
  uint32_t s = fl_tree_cached_leaf(t, key);
  if (s != FL_GATE_NONE) {
    t->used[s] = 1;
    *found = s;
    return FL_HOST_OK;
  }
  t->ahead_count = 0; /* what it was before may not be so any more */
  struct fl_name leaf = fl_name_of(key);
  fl_tree_soon(t, &leaf);
  for (s = fl_tree_begin_at(t, key);;) {
    unsigned d = fl_bit(key, fl_digits(fl_gate_key(t->gate, s)));
    const uint8_t *edge = fl_gate_edge(t->gate, s, d);
    *above = s;
    t->used[s] = 1;
    if (fl_digits(fl_gate_key(t->gate, s)) <= FL_TREE_SHORTCUTS) *shortcut(t, key) = s;
    if (!edge || fl_common(edge, key) < fl_digits(edge)) return FL_HOST_OK;
    bool last = fl_digits(edge) == FL_DEPTH;
    uint32_t child = fl_gate_child(t->gate, s, d);
    if (child == FL_GATE_NONE) FL_TRY(fl_tree_bring_back(t, edge, key, s, &child));
    s = child;
    if (last) {
      *found = s;
      return FL_HOST_OK;
    }
  }
}

const uint8_t *fl_tree_datum(const struct fl_tree *t, uint32_t s, size_t *length) {
  enum { HEAD = 4 };
  const uint8_t *value = fl_gate_value(t->gate, s, length);
  if (*length <= HEAD) return NULL;
  *length -= HEAD;
  return value + HEAD;
}

static void count(struct fl_tree *t, const uint8_t key[FL_KEY], int n) {
  t->balance += n;
  if (memcmp(key + 2, t->counted_to, sizeof t->counted_to) < 0) t->balance_behind += n;
}

enum fl_host_status fl_tree_provide(struct fl_tree *t, const uint8_t key[FL_KEY], uint32_t above, uint32_t *s) {
  if (above == FL_GATE_NONE) {
    FL_TRY(fl_tree_locate(t, key, s, &above));
    if (*s != FL_GATE_NONE) return FL_HOST_OK;
  }
  const uint8_t *edge = fl_gate_edge(t->gate, above, fl_bit(key, fl_digits(fl_gate_key(t->gate, above))));
  if (edge) { /* it leads past our key: cut it where they part */
    unsigned shared = fl_common(edge, key);
    uint8_t fork[FL_KEY];
    fl_front(fork, key, shared);
    uint32_t old = above;
    FL_TRY(fl_tree_bring(t, fork, none_below, sizeof none_below, old, &above));
  }
  FL_TRY(fl_tree_bring(t, key, null_datum, sizeof null_datum, above, s));
  count(t, key, 1);
  return FL_HOST_OK;
}

/* A record is no longer needed: out of the cache, the tree and the store. */
static enum fl_host_status dissolve(struct fl_tree *t, uint32_t s) {
  struct fl_name n = fl_name_of(fl_gate_key(t->gate, s));
  uint32_t parent = fl_gate_parent(t->gate, s);
  FL_TRY(fl_tree_write_down(t, &n, NULL, 0));
  fl_tree_forget_near(t, &n);
  if (fl_digits(fl_gate_key(t->gate, s)) == FL_DEPTH) fl_tree_forget_leaf(t, s);
  FL_PASS(fl_gate_remove(t->gate, s, parent));
  fl_tree_slot_free(t, s);
  t->used[parent] = 1;
  return FL_HOST_OK;
}

enum fl_host_status fl_tree_prune(struct fl_tree *t, uint32_t s) {
  uint32_t parent = fl_gate_parent(t->gate, s);
  uint8_t key[FL_KEY];
  memcpy(key, fl_gate_key(t->gate, s), sizeof key);
  FL_TRY(dissolve(t, s));
  count(t, key, -1);
  return fl_tree_join(t, parent);
}

enum fl_host_status fl_tree_join(struct fl_tree *t, uint32_t s) {
  bool forks = fl_gate_edge(t->gate, s, 0) && fl_gate_edge(t->gate, s, 1);
  return s == 0 || forks ? FL_HOST_OK : dissolve(t, s);
}

/* ---- Its life ---- */

static size_t ways_size(const struct fl_tree *t) {
  return ((size_t)t->near_mask + 1) * FL_TREE_WAYS * sizeof *t->near_ways;
}

struct fl_tree *fl_tree_new(const struct fl_host_options *options, struct fl_store *store,
                            pthread_mutex_t *store_lock) {
  struct fl_tree *t = calloc(1, sizeof *t);
  if (!t) return NULL;
  uint32_t slots = t->slots = options->slots, table = 1;
  while (table < 2 * slots) table *= 2;
  t->leaf_mask = table - 1;
  t->vacant = calloc(slots, sizeof *t->vacant);
  t->used = calloc(slots, 1);
  t->leaves = calloc(table, sizeof *t->leaves);
  t->now = fl_changes_new();
  t->ahead = calloc(FL_TREE_AHEAD, sizeof *t->ahead);
  uint32_t sets = options->near ? 1 : 0;
  while (sets && sets < UINT32_MAX / 8 && sets * FL_TREE_WAYS < options->near) sets *= 2;
  t->near_mask = sets - 1;
  t->near_size = (size_t)sets * FL_TREE_WAYS * sizeof *t->near;
  t->near = fl_pages_new(t->near_size);
  t->near_ways = sets ? fl_pages_new(ways_size(t)) : NULL;
  t->shortcuts = calloc((size_t)1 << FL_TREE_SHORTCUTS, sizeof *t->shortcuts);
  bool ok =
      (!sets || (t->near && t->near_ways)) && t->shortcuts && t->ahead && t->vacant && t->used && t->leaves && t->now;
  if (!ok || pthread_mutex_init(&t->lock, NULL) != 0) {
    fl_tree_free(t);
    return NULL;
  }
  t->store = store;
  t->store_lock = store_lock;
  t->hand = 1;
  for (uint32_t s = slots; s-- > 1;) t->vacant[t->vacant_count++] = s;
  return t;
}

void fl_tree_free(struct fl_tree *t) {
  if (!t) return;
  fl_gate_free(t->gate);
  free(t->vacant);
  free(t->used);
  free(t->leaves);
  free(t->ahead);
  fl_pages_free(t->near, t->near_size);
  fl_pages_free(t->near_ways, ways_size(t));
  free(t->shortcuts);
  fl_changes_free(t->now);
  fl_changes_free(t->flying);
  fl_changes_free(t->held);
  free(t);
}
