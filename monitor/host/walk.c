/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* One record after the other, in the order of their keys' digits. The way leads along edges that are in the monitor's
 * cache, so a store cannot leave anything out; and what is found is asked of the monitor, as by fl_host_get. */
#include "whole.h"

#include <string.h>

/* The part of the tree that a walk is in, locked; the slots on the way down, the root first, and which way it went on
 * from each. */
struct way {
  struct fl_tree *tree;
  uint32_t count, slots[FL_DEPTH + 1];
  uint8_t went[FL_DEPTH + 1];
};

static const uint8_t *edge_of(const struct way *w, unsigned d) {
  return fl_gate_edge(w->tree->gate, w->slots[w->count - 1], d);
}
static const uint8_t *key_of(const struct way *w) { return fl_gate_key(w->tree->gate, w->slots[w->count - 1]); }

/* Where the last slot's edge leads; `hint` is a leaf that lies that way. */
static enum fl_host_status descend(struct way *w, unsigned d, const uint8_t hint[FL_KEY]) {
  uint32_t s = w->slots[w->count - 1], child = fl_gate_child(w->tree->gate, s, d);
  if (child == FL_GATE_NONE) FL_TRY(fl_tree_bring_back(w->tree, edge_of(w, d), hint, s, &child));
  w->tree->used[child] = 1;
  w->went[w->count - 1] = (uint8_t)d;
  w->slots[w->count++] = child;
  return FL_HOST_OK;
}

/* Down to the first leaf below the last slot; or to a record of the tree with none below it, as may be left where a
 * part of the tree began (fl_tree_split). */
static enum fl_host_status leftmost(struct way *w) {
  while (fl_digits(key_of(w)) < FL_DEPTH) {
    unsigned d = edge_of(w, 0) ? 0 : 1;
    if (!edge_of(w, d)) {
      w->went[w->count - 1] = 1;
      break;
    }
    uint8_t hint[FL_KEY];
    memcpy(hint, edge_of(w, d), FL_KEY);
    hint[0] = 1; /* 256 digits; those that follow the edge's are zeros */
    hint[1] = 0;
    FL_TRY(descend(w, d, hint));
  }
  return FL_HOST_OK;
}

/* To the first leaf at or after `key` in this part of the tree; with count 0 there is none. */
static enum fl_host_status first_from(struct way *w, const uint8_t key[FL_KEY]) {
  w->tree->ahead_count = 0;
  w->slots[0] = 0;
  w->count = 1;
  w->tree->used[0] = 1;
  for (;;) { /* the last slot's key is the beginning of `key` */
    unsigned d = fl_bit(key, fl_digits(key_of(w)));
    const uint8_t *edge = edge_of(w, d);
    unsigned digits = edge ? fl_digits(edge) : 0, shared = edge ? fl_common(edge, key) : 0;
    if (edge && shared == digits) {
      FL_TRY(descend(w, d, key));
      if (digits == FL_DEPTH) return FL_HOST_OK;
      continue;
    }
    w->went[w->count - 1] = (uint8_t)d;
    if (edge && fl_bit(edge, shared)) { /* all that way comes after it */
      FL_TRY(descend(w, d, edge));
      FL_TRY(leftmost(w));
    }
    break;
  }
  /* Where there is nothing: the next way to the right, on the way up. */
  while (w->count > 0 && fl_digits(key_of(w)) < FL_DEPTH) {
    if (w->went[w->count - 1] == 1 || !edge_of(w, 1)) {
      w->count--;
      continue;
    }
    uint8_t hint[FL_KEY];
    memcpy(hint, edge_of(w, 1), FL_KEY);
    FL_TRY(descend(w, 1, hint));
    FL_TRY(leftmost(w));
  }
  return FL_HOST_OK;
}

/* ---- What is there ---- */

static enum fl_host_status name_of(struct fl_host *h, struct fl_tree *t, const uint8_t key[FL_KEY],
                                   struct fl_host_record *r) {
  size_t length;
  uint8_t again[FL_KEY];
  if (h->whole->options.short_keys) {
    r->name_length = key[FL_KEY - 1];
    if (r->name_length > FL_HOST_SHORT_KEY) return fl_lie(h, "a key that is none");
    memcpy(r->name, key + 2, r->name_length);
    return FL_HOST_OK;
  }
  struct fl_name n = fl_name_beside('k', key);
  switch (fl_tree_fetch(t, &n, &length)) {
  case FL_STORE_FAILED: return FL_HOST_STORE;
  case FL_STORE_ABSENT: return fl_tree_wrong(t, &n, "a key's name that is gone");
  case FL_STORE_FOUND: break;
  }
  fl_value_key(again, t->bytes, length);
  if (memcmp(again, key, FL_KEY) != 0) return fl_tree_wrong(t, &n, "a key's name that is another one's");
  memcpy(r->name, t->bytes, length);
  r->name_length = length;
  return FL_HOST_OK;
}

static enum fl_host_status value_of(struct fl_host *h, struct fl_tree *t, uint32_t s, const uint8_t key[FL_KEY],
                                    struct fl_host_record *r) {
  const uint8_t *datum;
  size_t length;
  struct fl_value v;
  FL_PASS(fl_gate_get(t->gate, s, key, &datum, &length));
  if (!datum || !fl_value_decode(datum, length, &v)) return fl_lie(h, "a datum that is no value");
  r->expires = v.expires;
  r->type = v.type;
  r->length = v.length;
  if (v.data) {
    memcpy(r->data, v.data, v.length);
    return FL_HOST_OK;
  }
  uint8_t kept[FL_VALUE_DATUM]; /* what the gate lends does not outlast what follows */
  memcpy(kept, datum, length);
  fl_value_decode(kept, length, &v);
  struct fl_name n = fl_name_beside('v', key);
  switch (fl_tree_fetch(t, &n, &length)) {
  case FL_STORE_FAILED: return FL_HOST_STORE;
  case FL_STORE_ABSENT: return fl_tree_wrong(t, &n, "a value that is gone");
  case FL_STORE_FOUND: break;
  }
  if (!fl_value_is(&v, t->bytes, length)) return fl_tree_wrong(t, &n, "a value that is not what was stored");
  memcpy(r->data, t->bytes, length);
  return FL_HOST_OK;
}

/* Of the record in this slot, when its time is over, as the cache has it; its name only if that was before `now`. */
static enum fl_host_status time_of(struct fl_host *h, struct fl_tree *t, uint32_t s, const uint8_t key[FL_KEY],
                                   uint64_t now, struct fl_host_record *r) {
  size_t length;
  struct fl_value v = {0};
  const uint8_t *datum = fl_tree_datum(t, s, &length);
  if (datum && !fl_value_decode(datum, length, &v)) return fl_lie(h, "a datum that is no value");
  r->expires = v.expires;
  return v.expires && v.expires <= now ? name_of(h, t, key, r) : FL_HOST_OK;
}

/* `glance`: only as time_of does. */
static enum fl_host_status next(struct fl_host *h, struct fl_tree *t, const uint8_t key[FL_KEY], const uint64_t *glance,
                                struct fl_host_record *r) {
  struct way way = {.tree = t};
  if (fl_gates_refused(t->gate->gates)) return FL_HOST_LIE;
  FL_TRY(first_from(&way, key));
  r->there = way.count > 0;
  if (!r->there) return FL_HOST_OK;
  uint8_t found[FL_KEY];
  memcpy(found, key_of(&way), FL_KEY);
  if (glance) {
    FL_TRY(time_of(h, t, way.slots[way.count - 1], found, *glance, r));
  } else {
    FL_TRY(value_of(h, t, way.slots[way.count - 1], found, r));
    FL_TRY(name_of(h, t, found, r));
  }
  memcpy(r->place, found + 2, sizeof r->place);
  return FL_HOST_OK;
}

static enum fl_host_status next_of_all(struct fl_host *h, const uint8_t from[32], const uint64_t *glance,
                                       struct fl_host_record *r) {
  struct fl_whole *w = h->whole;
  uint8_t key[FL_KEY] = {1, 0};
  memcpy(key + 2, from, 32);
  r->there = false;
  if (w->records) return FL_HOST_NO_WALK;
  fl_lock(&h->lock);
  enum fl_host_status status = w->gates ? FL_HOST_OK : FL_HOST_LIE;
  while (status == FL_HOST_OK) {
    struct fl_tree *t = fl_tree_of(w, key);
    pthread_mutex_lock(&t->lock);
    status = next(h, t, key, glance, r);
    pthread_mutex_unlock(&t->lock);
    uint32_t part = w->part_count > 0 ? key[2] >> (8 - w->part_bits) : 0;
    if (r->there || part + 1 >= w->part_count) break;
    memset(key + 2, 0, 32); /* the next part, from its beginning */
    key[2] = (uint8_t)((part + 1) << (8 - w->part_bits));
  }
  fl_unlock(&h->lock);
  if (status != FL_HOST_OK) r->there = false;
  return status;
}

enum fl_host_status fl_host_next(struct fl_host *h, const uint8_t from[32], struct fl_host_record *r) {
  return next_of_all(h, from, NULL, r);
}
enum fl_host_status fl_host_glance(struct fl_host *h, const uint8_t from[32], uint64_t now, struct fl_host_record *r) {
  return next_of_all(h, from, &now, r);
}

bool fl_host_after(uint8_t place[32]) {
  for (unsigned i = 32; i-- > 0;)
    if (++place[i] != 0) return true;
  return false;
}
