/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* What is needed from the store for several keys is asked for at once, before they are asked for one by one. Nothing
 * rests on it: what comes is checked when it is used, as if it had been fetched then. */
#include "whole.h"

#include <string.h>

/* Where a record's way towards a leaf leads on: the edge, 34 bytes, in bytes that nobody vouches for. */
static const uint8_t *onward(const uint8_t *value, size_t length, unsigned direction) {
  enum { EDGE = 68 };
  if (length < 3 || value[0] != 1) return NULL;
  size_t at = direction == 0 ? 1 : value[1] ? 1 + EDGE : 2;
  if (at + EDGE > length || value[at] != 1) return NULL;
  const uint8_t *edge = value + at + 1;
  return fl_digits(edge) <= FL_DEPTH ? edge : NULL;
}

/* The first record on the way to `key` that is neither in the monitor's cache nor near. False: there is none. */
static bool first_away(const struct fl_tree *t, const uint8_t key[FL_KEY], struct fl_name *name) {
  if (fl_tree_cached_leaf(t, key) != FL_GATE_NONE) return false;
  const uint8_t *edge = NULL;
  for (uint32_t s = fl_tree_begin_at(t, key); s != FL_GATE_NONE;) {
    unsigned d = fl_bit(key, fl_digits(fl_gate_key(t->gate, s)));
    edge = fl_gate_edge(t->gate, s, d);
    if (!edge || fl_common(edge, key) < fl_digits(edge)) return false;
    s = fl_gate_child(t->gate, s, d);
  }
  for (unsigned digits = 0; edge && fl_common(edge, key) == fl_digits(edge);) {
    size_t length;
    if (digits >= fl_digits(edge)) return false; /* it leads upwards */
    *name = fl_name_of(edge);
    digits = fl_digits(edge);
    const uint8_t *value = fl_tree_is_near(t, name, &length);
    if (!value) return true;
    if (digits == FL_DEPTH) return false;
    edge = onward(value, length, fl_bit(key, digits));
  }
  return false;
}

size_t fl_host_soon(struct fl_host *h, const struct fl_host_name *names, size_t count) {
  static _Thread_local struct fl_store_way ways[FL_HOST_SOON];
  struct fl_whole *w = h->whole;
  size_t away = 0;
  if (!w->trunk->soon || w->options.short_keys || !w->gates) return 0;
  fl_lock(&h->lock);
  for (size_t i = 0; i < count && i < FL_HOST_SOON && !fl_gates_refused(w->gates); i++) {
    uint8_t key[FL_KEY];
    struct fl_name name;
    fl_value_key(key, names[i].data, names[i].length);
    struct fl_tree *t = fl_tree_of(w, key);
    pthread_mutex_lock(&t->lock);
    bool away_here = first_away(t, key, &name);
    pthread_mutex_unlock(&t->lock);
    if (!away_here) continue;
    struct fl_store_way *way = &ways[away++];
    memcpy(way->key, name.data, name.length);
    way->key_length = name.length;
    memcpy(way->leaf, key + 2, 32);
  }
  pthread_mutex_lock(&w->trunk->lock);
  if (away > 1) fl_tree_foresee(w->trunk, ways, away); /* one alone is asked for when it is needed */
  pthread_mutex_unlock(&w->trunk->lock);
  fl_unlock(&h->lock);
  return away;
}
