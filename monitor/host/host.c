/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Which record is where, and what has to be moved for an answer. Nothing here is trusted with the answer. */
#include "fl_host.h"

#include "changes.h"
#include "gate_trusted.h"
#include "value_trusted.h"

#include <openssl/sha.h>
#include <stdlib.h>
#include <string.h>

enum { KEY = 34, DEPTH = 256, MERKLE_VALUE = 256 };

enum { AHEAD = 40 };
struct ahead { uint8_t key[FL_STORE_KEY], value[MERKLE_VALUE]; size_t key_length, length; };

/* Four places for each hash. */
enum { WAYS = 4 };
struct near { uint8_t key_length, key[FL_STORE_KEY]; uint16_t length; uint8_t value[MERKLE_VALUE]; };

struct fl_host {
  struct fl_gate *gate;
  struct fl_store *store;
  uint32_t slots;
  uint32_t *vacant, vacant_count;
  uint8_t *used;                 /* a data record, or the parent of one that left, since the hand came by */
  uint32_t hand;
  uint32_t *leaves, leaf_mask;   /* slot + 1 of a cached leaf, by its key */
  struct fl_changes *now, *flying; /* since the last commit began; of the one that is under way */
  bool committing;
  struct fl_host_options options;
  const char *why;               /* it could not start */
  uint64_t fetched;
  struct ahead *ahead;           /* fetched on the way to the leaf that is looked for now */
  size_t ahead_count;
  struct near *near;             /* what left the monitor's cache last; NULL: none is kept */
  uint32_t near_mask, near_next;
  uint8_t bytes[FL_STORE_VALUE]; /* what was fetched last */
};

static enum fl_host_status lie(struct fl_host *h, const char *why) {
  if (h->gate) fl_gate_refuse(h->gate, why);
  else h->why = why;
  return FL_HOST_LIE;
}
#define TRY(call)                                       \
  do {                                                  \
    enum fl_host_status status_ = (call);               \
    if (status_ != FL_HOST_OK) return status_;          \
  } while (0)
#define PASS(call)                                      \
  do {                                                  \
    if ((call) != FL_GATE_OK) return FL_HOST_LIE;       \
  } while (0)

static unsigned digits(const uint8_t *key) { return (unsigned)key[0] << 8 | key[1]; }
static unsigned bit(const uint8_t *key, unsigned i) { return key[2 + i / 8] >> (7 - i % 8) & 1; }
/* How many digits two keys begin with in common. */
static unsigned common(const uint8_t *a, const uint8_t *b) {
  unsigned most = digits(a) < digits(b) ? digits(a) : digits(b), i = 0;
  while (i + 8 <= most && a[2 + i / 8] == b[2 + i / 8]) i += 8;
  while (i < most && bit(a, i) == bit(b, i)) i++;
  return i;
}

/* ---- Names in the store ---- */

struct name { size_t length; uint8_t data[FL_STORE_KEY]; };

static struct name name_of(const uint8_t *key) {
  struct name n;
  unsigned count = digits(key);
  if (count == DEPTH) {
    n.data[0] = 'l';
    memcpy(n.data + 1, key + 2, 32);
    n.length = 33;
  } else {
    n.data[0] = 'n';
    memcpy(n.data + 1, key, 2 + (count + 7) / 8);
    n.length = 3 + (count + 7) / 8;
  }
  return n;
}
static struct name name_beside(uint8_t what, const uint8_t *key) {
  struct name n = name_of(key);
  n.data[0] = what;
  return n;
}

/* ---- Records that are kept near ---- */

static struct near *near_set(const struct fl_host *h, const struct name *n) {
  uint32_t at;
  memcpy(&at, n->data + n->length - 4, sizeof at); /* leaves' keys are hashes, and forks' are the fronts of hashes */
  at = (at ^ (uint32_t)n->length * 0x9e3779b1u) * 0x85ebca6bu;
  return &h->near[((at ^ at >> 15) & h->near_mask) * WAYS];
}
static struct near *find_near(const struct fl_host *h, const struct name *n) {
  if (!h->near || n->length < 5) return NULL;
  struct near *set = near_set(h, n);
  for (unsigned i = 0; i < WAYS; i++)
    if (set[i].key_length == n->length && memcmp(set[i].key, n->data, n->length) == 0) return &set[i];
  return NULL;
}
/* What the record is as it leaves: whatever was known of it before is not so any more. */
static void keep_near(struct fl_host *h, const struct name *n, const uint8_t *value, size_t length) {
  struct near *x = find_near(h, n);
  if (!h->near || n->length < 5) return;
  if (!x) x = &near_set(h, n)[h->near_next++ % WAYS];
  x->key_length = (uint8_t)n->length;
  memcpy(x->key, n->data, n->length);
  x->length = (uint16_t)length;
  memcpy(x->value, value, length);
}
static void forget_near(struct fl_host *h, const struct name *n) {
  struct near *x = find_near(h, n);
  if (x) x->key_length = 0;
}

/* What was put there last, into h->bytes. */
static enum fl_store_result fetch(struct fl_host *h, const struct name *n, size_t *length) {
  const struct fl_store_change *c = fl_changes_find(h->now, n->data, n->length);
  if (!c && h->flying) c = fl_changes_find(h->flying, n->data, n->length);
  if (!c) {
    h->fetched++;
    enum fl_store_result r = h->store->get(h->store->context, n->data, n->length, h->bytes, length);
    return r == FL_STORE_FOUND && *length > FL_STORE_VALUE ? FL_STORE_FAILED : r;
  }
  if (!c->value) return FL_STORE_ABSENT;
  memcpy(h->bytes, c->value, c->value_length);
  *length = c->value_length;
  return FL_STORE_FOUND;
}

static bool note_ahead(void *context, const uint8_t *key, size_t key_length, const uint8_t *value, size_t length) {
  struct fl_host *h = context;
  if (h->ahead_count == AHEAD || key_length > FL_STORE_KEY || length > MERKLE_VALUE) return false;
  struct ahead *a = &h->ahead[h->ahead_count++];
  a->key_length = key_length;
  a->length = length;
  memcpy(a->key, key, key_length);
  memcpy(a->value, value, length);
  return true;
}

/* The same, of a record of the tree on the way to this leaf: what was fetched with another one need not be again. */
static enum fl_store_result fetch_towards(struct fl_host *h, const struct name *n, const uint8_t leaf[KEY],
                                          size_t *length) {
  const struct near *x = find_near(h, n);
  if (x) {
    memcpy(h->bytes, x->value, x->length);
    *length = x->length;
    return FL_STORE_FOUND;
  }
  bool changed = fl_changes_find(h->now, n->data, n->length) ||
                 (h->flying && fl_changes_find(h->flying, n->data, n->length));
  if (changed || !h->store->path) return fetch(h, n, length);
  for (unsigned again = 0; again < 2; again++) {
    for (size_t i = 0; i < h->ahead_count; i++) {
      const struct ahead *a = &h->ahead[i];
      if (a->key_length != n->length || memcmp(a->key, n->data, n->length) != 0) continue;
      memcpy(h->bytes, a->value, a->length);
      *length = a->length;
      return FL_STORE_FOUND;
    }
    if (again) break;
    h->ahead_count = 0;
    h->fetched++;
    h->store->path(h->store->context, n->data, n->length, leaf + 2, note_ahead, h);
  }
  return fetch(h, n, length);
}

static enum fl_host_status write_down(struct fl_host *h, const struct name *n, const uint8_t *value, size_t length) {
  return fl_changes_put(h->now, n->data, n->length, value, length) ? FL_HOST_OK : FL_HOST_MEMORY;
}

/* ---- Cached leaves, by key ---- */

static uint32_t leaf_hash(const uint8_t *key) {
  uint32_t h;
  memcpy(&h, key + 2, sizeof h);
  return h;
}
static uint32_t find_leaf(const struct fl_host *h, const uint8_t *key) {
  for (uint32_t i = leaf_hash(key) & h->leaf_mask; h->leaves[i]; i = (i + 1) & h->leaf_mask)
    if (memcmp(fl_gate_key(h->gate, h->leaves[i] - 1), key, KEY) == 0) return h->leaves[i] - 1;
  return FL_GATE_NONE;
}
static void index_leaf(struct fl_host *h, uint32_t s) {
  uint32_t i = leaf_hash(fl_gate_key(h->gate, s)) & h->leaf_mask;
  while (h->leaves[i]) i = (i + 1) & h->leaf_mask;
  h->leaves[i] = s + 1;
}
/* Before the record leaves its slot. What stands behind it in its run moves up. */
static void forget_leaf(struct fl_host *h, uint32_t s) {
  uint32_t i = leaf_hash(fl_gate_key(h->gate, s)) & h->leaf_mask;
  while (h->leaves[i] != s + 1) i = (i + 1) & h->leaf_mask;
  for (uint32_t j = (i + 1) & h->leaf_mask; h->leaves[j]; j = (j + 1) & h->leaf_mask) {
    uint32_t home = leaf_hash(fl_gate_key(h->gate, h->leaves[j] - 1)) & h->leaf_mask;
    if (((j - home) & h->leaf_mask) >= ((j - i) & h->leaf_mask)) {
      h->leaves[i] = h->leaves[j];
      i = j;
    }
  }
  h->leaves[i] = 0;
}

/* ---- The cache ---- */

static bool is_leaf(const struct fl_host *h, uint32_t s) { return digits(fl_gate_key(h->gate, s)) == DEPTH; }
static bool has_children(const struct fl_host *h, uint32_t s) {
  return fl_gate_child(h->gate, s, 0) != FL_GATE_NONE || fl_gate_child(h->gate, s, 1) != FL_GATE_NONE;
}

static enum fl_host_status evict(struct fl_host *h, uint32_t s) {
  uint32_t parent = fl_gate_parent(h->gate, s);
  struct name n = name_of(fl_gate_key(h->gate, s));
  size_t length;
  const uint8_t *value = fl_gate_value(h->gate, s, &length);
  if (fl_gate_changed(h->gate, s)) TRY(write_down(h, &n, value, length));
  keep_near(h, &n, value, length);
  if (is_leaf(h, s)) forget_leaf(h, s);
  PASS(fl_gate_evict(h->gate, s, parent));
  h->vacant[h->vacant_count++] = s;
  h->used[parent] = 1;
  return FL_HOST_OK;
}

/* A slot that is free, if need be by an eviction: not of `keep`. */
static enum fl_host_status find_slot(struct fl_host *h, uint32_t keep, uint32_t *s) {
  while (h->vacant_count == 0) {
    uint32_t at = h->hand;
    h->hand = at + 1 == h->slots ? 1 : at + 1;
    if (at == keep || !fl_gate_occupied(h->gate, at) || has_children(h, at)) continue;
    if (h->used[at]) h->used[at] = 0;
    else TRY(evict(h, at));
  }
  *s = h->vacant[h->vacant_count - 1];
  return FL_HOST_OK;
}
static void slot_taken(struct fl_host *h) {
  uint32_t s = h->vacant[--h->vacant_count];
  h->used[s] = 1;
  if (is_leaf(h, s)) index_leaf(h, s);
}

static enum fl_host_status bring(struct fl_host *h, const uint8_t key[KEY], const uint8_t *value, size_t length,
                                 uint32_t parent, uint32_t *s) {
  TRY(find_slot(h, parent, s));
  PASS(fl_gate_add(h->gate, key, value, length, *s, parent));
  slot_taken(h);
  return FL_HOST_OK;
}

/* A record that the tree says is in the store. */
static enum fl_host_status bring_back(struct fl_host *h, const uint8_t edge[KEY], const uint8_t leaf[KEY],
                                      uint32_t parent, uint32_t *s) {
  uint8_t key[KEY];
  size_t length;
  memcpy(key, edge, KEY);
  struct name n = name_of(key);
  switch (fetch_towards(h, &n, leaf, &length)) {
  case FL_STORE_FAILED: return FL_HOST_STORE;
  case FL_STORE_ABSENT: return lie(h, "a record that is gone");
  case FL_STORE_FOUND: break;
  }
  return bring(h, key, h->bytes, length, parent, s);
}

static const uint8_t none_below[] = {1, 0, 0}, null_datum[] = {0, 0};

/* The slot of a data record; FL_GATE_NONE if there is none, and then in whose slot that can be seen. */
static enum fl_host_status locate(struct fl_host *h, const uint8_t key[KEY], uint32_t *found, uint32_t *above) {
  *found = FL_GATE_NONE;
  if (fl_gate_refused(h->gate)) return FL_HOST_LIE;
  uint32_t s = find_leaf(h, key);
  if (s != FL_GATE_NONE) {
    h->used[s] = 1;
    *found = s;
    return FL_HOST_OK;
  }
  h->ahead_count = 0; /* what it was before may not be so any more */
  for (s = 0;;) {
    unsigned d = bit(key, digits(fl_gate_key(h->gate, s)));
    const uint8_t *edge = fl_gate_edge(h->gate, s, d);
    *above = s;
    h->used[s] = 1;
    if (!edge || common(edge, key) < digits(edge)) return FL_HOST_OK;
    bool last = digits(edge) == DEPTH;
    uint32_t child = fl_gate_child(h->gate, s, d);
    if (child == FL_GATE_NONE) TRY(bring_back(h, edge, key, s, &child));
    s = child;
    if (last) {
      *found = s;
      return FL_HOST_OK;
    }
  }
}

/* One that is there from now on, with null if it was not. */
static enum fl_host_status provide(struct fl_host *h, const uint8_t key[KEY], uint32_t *s) {
  uint32_t above;
  TRY(locate(h, key, s, &above));
  if (*s != FL_GATE_NONE) return FL_HOST_OK;
  const uint8_t *edge = fl_gate_edge(h->gate, above, bit(key, digits(fl_gate_key(h->gate, above))));
  if (edge) { /* it leads past our key: cut it where they part */
    unsigned shared = common(edge, key);
    uint8_t fork[KEY] = {(uint8_t)(shared >> 8), (uint8_t)shared};
    memcpy(fork + 2, key + 2, shared / 8);
    if (shared % 8) fork[2 + shared / 8] = key[2 + shared / 8] & (uint8_t)(0xff00 >> shared % 8);
    uint32_t old = above;
    TRY(bring(h, fork, none_below, sizeof none_below, old, &above));
  }
  return bring(h, key, null_datum, sizeof null_datum, above, s);
}

/* A record is no longer needed: out of the cache, the tree and the store. */
static enum fl_host_status dissolve(struct fl_host *h, uint32_t s) {
  struct name n = name_of(fl_gate_key(h->gate, s));
  uint32_t parent = fl_gate_parent(h->gate, s);
  TRY(write_down(h, &n, NULL, 0));
  forget_near(h, &n);
  if (is_leaf(h, s)) forget_leaf(h, s);
  PASS(fl_gate_remove(h->gate, s, parent));
  h->vacant[h->vacant_count++] = s;
  h->used[parent] = 1;
  return FL_HOST_OK;
}

/* The data record in slot s has null: it goes, and so does a fork that parts nothing any more. */
static enum fl_host_status prune(struct fl_host *h, uint32_t s) {
  uint32_t parent = fl_gate_parent(h->gate, s);
  TRY(dissolve(h, s));
  bool forks = fl_gate_edge(h->gate, parent, 0) && fl_gate_edge(h->gate, parent, 1);
  return parent == 0 || forks ? FL_HOST_OK : dissolve(h, parent);
}

/* ---- Its life ---- */

struct fl_host *fl_host_new(const struct fl_host_options *options, struct fl_store *store) {
  if (options->slots < 512 || options->slots > 65536) return NULL;
  struct fl_host *h = calloc(1, sizeof *h);
  if (!h) return NULL;
  uint32_t slots = h->slots = options->slots, table = 1;
  while (table < 2 * slots) table *= 2;
  h->leaf_mask = table - 1;
  h->vacant = calloc(slots, sizeof *h->vacant);
  h->used = calloc(slots, 1);
  h->leaves = calloc(table, sizeof *h->leaves);
  h->now = fl_changes_new();
  h->ahead = calloc(AHEAD, sizeof *h->ahead);
  uint32_t sets = options->near ? 1 : 0;
  while (sets && sets < UINT32_MAX / 8 && sets * WAYS < options->near) sets *= 2;
  h->near_mask = sets - 1;
  h->near = sets ? calloc((size_t)sets * WAYS, sizeof *h->near) : NULL;
  if ((sets && !h->near) || !h->ahead || !h->vacant || !h->used || !h->leaves || !h->now) {
    fl_host_free(h);
    return NULL;
  }
  h->store = store;
  h->options = *options;
  h->hand = 1;
  for (uint32_t s = slots; s-- > 1;) h->vacant[h->vacant_count++] = s;
  return h;
}

void fl_host_free(struct fl_host *h) {
  if (!h) return;
  if (h->store && h->store->close) h->store->close(h->store->context);
  fl_gate_free(h->gate);
  free(h->vacant);
  free(h->used);
  free(h->leaves);
  free(h->ahead);
  free(h->near);
  fl_changes_free(h->now);
  fl_changes_free(h->flying);
  free(h);
}

/* ---- Answers ---- */

/* The datum under a key, as the monitor says. */
static enum fl_host_status read_value(struct fl_host *h, const uint8_t key[KEY], uint32_t s, uint64_t now,
                                      bool *there, struct fl_value *value) {
  const uint8_t *datum;
  size_t length;
  *there = false;
  PASS(fl_gate_get(h->gate, s, key, &datum, &length));
  if (!datum) return FL_HOST_OK;
  if (!fl_value_decode(datum, length, value)) return lie(h, "a datum that is no value");
  *there = !value->expires || now < value->expires;
  return FL_HOST_OK;
}

/* What there is beside a record, when its value goes. */
static enum fl_host_status forget_beside(struct fl_host *h, const uint8_t key[KEY], bool large) {
  struct name value = name_beside('v', key), name = name_beside('k', key);
  if (large) TRY(write_down(h, &value, NULL, 0));
  return write_down(h, &name, NULL, 0);
}

static enum fl_host_status erase(struct fl_host *h, const uint8_t key[KEY], uint32_t s, bool large) {
  TRY(forget_beside(h, key, large));
  PASS(fl_gate_put(h->gate, s, key, NULL, 0));
  return prune(h, s);
}

/* *s is FL_GATE_NONE if there is no value; one whose time is over goes. */
static enum fl_host_status look_up(struct fl_host *h, const uint8_t key[KEY], uint64_t now, uint32_t *s,
                                   struct fl_value *v) {
  uint32_t above;
  bool there;
  TRY(locate(h, key, s, &above));
  if (*s == FL_GATE_NONE) {
    PASS(fl_gate_absent(h->gate, above, key));
    return FL_HOST_OK;
  }
  TRY(read_value(h, key, *s, now, &there, v));
  if (there) return FL_HOST_OK;
  TRY(erase(h, key, *s, v->digest != NULL));
  *s = FL_GATE_NONE;
  return FL_HOST_OK;
}

/* The bytes of it, which may be large. */
static enum fl_host_status read_bytes(struct fl_host *h, const uint8_t key[KEY], const struct fl_value *v,
                                      struct fl_host_value *value) {
  struct name n = name_beside('v', key);
  size_t length;
  *value = (struct fl_host_value){v->data, v->length, v->expires};
  if (v->data) return FL_HOST_OK;
  switch (fetch(h, &n, &length)) {
  case FL_STORE_FAILED: return FL_HOST_STORE;
  case FL_STORE_ABSENT: return lie(h, "a value that is gone");
  case FL_STORE_FOUND: break;
  }
  if (!fl_value_is(v, h->bytes, length)) return lie(h, "a value that is not what was stored");
  value->data = h->bytes;
  return FL_HOST_OK;
}

enum fl_host_status fl_host_get(struct fl_host *h, const void *name, size_t name_length, uint64_t now,
                                struct fl_host_value *value) {
  uint8_t key[KEY];
  uint32_t s;
  struct fl_value v = {0};
  *value = (struct fl_host_value){0};
  fl_value_key(key, name, name_length);
  TRY(look_up(h, key, now, &s, &v));
  if (s == FL_GATE_NONE) return FL_HOST_OK;
  enum fl_host_status status = read_bytes(h, key, &v, value);
  if (status != FL_HOST_OK) *value = (struct fl_host_value){0};
  return status;
}

/* The large value and the name are written down first: should memory end, then they are there in vain. */
static enum fl_host_status store_value(struct fl_host *h, const uint8_t key[KEY], uint32_t s, const void *name,
                                       size_t name_length, const uint8_t *data, size_t length, uint64_t expires) {
  uint8_t datum[FL_VALUE_DATUM];
  struct fl_value old;
  size_t old_length;
  const uint8_t *was = fl_gate_value(h->gate, s, &old_length);
  bool had = old_length > 4 && fl_value_decode(was + 4, old_length - 4, &old);
  bool had_large = had && old.digest;
  struct name large = name_beside('v', key);
  if (length > FL_VALUE_INLINE) TRY(write_down(h, &large, data, length));
  if (!had && name_length <= FL_STORE_VALUE) {
    struct name n = name_beside('k', key);
    TRY(write_down(h, &n, name, name_length));
  }
  PASS(fl_gate_put(h->gate, s, key, datum, fl_value_encode(datum, data, length, expires)));
  if (had_large && length <= FL_VALUE_INLINE) TRY(write_down(h, &large, NULL, 0));
  return FL_HOST_OK;
}

enum fl_host_status fl_host_put(struct fl_host *h, const void *name, size_t name_length, const void *data,
                                size_t length, uint64_t expires) {
  static const uint8_t nothing[1];
  uint8_t key[KEY];
  uint32_t s;
  if (length > FL_VALUE_MOST) return FL_HOST_TOO_LARGE;
  fl_value_key(key, name, name_length);
  TRY(provide(h, key, &s));
  return store_value(h, key, s, name, name_length, length ? data : nothing, length, expires);
}

enum fl_host_status fl_host_delete(struct fl_host *h, const void *name, size_t name_length, uint64_t now,
                                   bool *was_there) {
  uint8_t key[KEY];
  uint32_t s;
  struct fl_value v = {0};
  *was_there = false;
  fl_value_key(key, name, name_length);
  TRY(look_up(h, key, now, &s, &v));
  if (s == FL_GATE_NONE) return FL_HOST_OK;
  TRY(erase(h, key, s, v.digest != NULL));
  *was_there = true;
  return FL_HOST_OK;
}

enum fl_host_status fl_host_touch(struct fl_host *h, const void *name, size_t name_length, uint64_t now,
                                  uint64_t expires, bool *was_there) {
  uint8_t key[KEY], datum[FL_VALUE_DATUM];
  uint32_t s;
  struct fl_value v = {0};
  *was_there = false;
  fl_value_key(key, name, name_length);
  TRY(look_up(h, key, now, &s, &v));
  if (s == FL_GATE_NONE) return FL_HOST_OK;
  size_t length = fl_value_with_time(datum, &v, expires);
  PASS(fl_gate_put(h->gate, s, key, datum, length));
  *was_there = true;
  return FL_HOST_OK;
}

/* A decimal number as Redis has it: no blanks, no plus, no zeros in front. */
static bool number(const uint8_t *text, size_t length, int64_t *n) {
  size_t i = length > 0 && text[0] == '-';
  uint64_t u = 0, most = i ? (uint64_t)INT64_MAX + 1 : (uint64_t)INT64_MAX;
  if (length == i || length - i > 19 || (text[i] == '0' && length > 1)) return false;
  for (size_t j = i; j < length; j++) {
    if (text[j] < '0' || text[j] > '9') return false;
    u = u * 10 + (uint64_t)(text[j] - '0');
  }
  if (u > most) return false;
  *n = i ? (int64_t)(0 - u) : (int64_t)u;
  return true;
}

enum fl_host_status fl_host_add(struct fl_host *h, const void *name, size_t name_length, uint64_t now, int64_t by,
                                int64_t *sum) {
  uint8_t key[KEY], text[24];
  uint32_t s;
  struct fl_value v = {0};
  int64_t n = 0;
  fl_value_key(key, name, name_length);
  TRY(look_up(h, key, now, &s, &v));
  /* What is large is no number. */
  if (s != FL_GATE_NONE && !(v.data && number(v.data, v.length, &n))) return FL_HOST_NO_NUMBER;
  if (__builtin_add_overflow(n, by, &n)) return FL_HOST_NO_NUMBER;
  size_t at = sizeof text;
  uint64_t u = n < 0 ? 0 - (uint64_t)n : (uint64_t)n, expires = s != FL_GATE_NONE ? v.expires : 0;
  do text[--at] = (uint8_t)('0' + u % 10);
  while (u /= 10);
  if (n < 0) text[--at] = '-';
  if (s == FL_GATE_NONE) TRY(provide(h, key, &s));
  TRY(store_value(h, key, s, name, name_length, text + at, sizeof text - at, expires));
  *sum = n;
  return FL_HOST_OK;
}

/* ---- Commits ---- */

struct sealing { struct fl_host *host; bool ok; };
static void seal_one(void *context, uint32_t s, const uint8_t *value, size_t length) {
  struct sealing *sealing = context;
  struct fl_host *h = sealing->host;
  struct name n = name_of(fl_gate_key(h->gate, s));
  if (sealing->ok && write_down(h, &n, value, length) != FL_HOST_OK) sealing->ok = false;
}

bool fl_host_changed(const struct fl_host *h) { return fl_gate_anything_changed(h->gate); }
bool fl_host_committing(const struct fl_host *h) { return h->committing; }

enum fl_host_status fl_host_commit_begin(struct fl_host *h, struct fl_host_seal *seal) {
  if (h->committing) return FL_HOST_STORE;
  if (fl_gate_refused(h->gate)) return FL_HOST_LIE;
  struct fl_changes *fresh = fl_changes_new();
  if (!fresh) return FL_HOST_MEMORY;
  struct sealing sealing = {h, true};
  seal->changed = fl_gate_anything_changed(h->gate);
  if (fl_gate_close_epoch(h->gate, &seal->epoch) != FL_GATE_OK) {
    fl_changes_free(fresh);
    return FL_HOST_LIE;
  }
  seal->epoch++; /* how many there are: the monitor's are numbered from 0 */
  fl_gate_seal(h->gate, seal->root, seal_one, &sealing);
  if (!sealing.ok) { /* what was to be written is no longer known to have changed */
    fl_changes_free(fresh);
    fl_gate_refuse(h->gate, "out of memory in a commit");
    return FL_HOST_MEMORY;
  }
  h->flying = h->now;
  h->now = fresh;
  h->committing = true;
  return FL_HOST_OK;
}

enum fl_host_status fl_host_commit_with(struct fl_host *h, const uint8_t *key, size_t key_length,
                                        const uint8_t *value, size_t length) {
  return fl_changes_put(h->flying, key, key_length, value, length) ? FL_HOST_OK : FL_HOST_MEMORY;
}

const struct fl_store_change *fl_host_commit_batch(const struct fl_host *h, size_t *count) {
  return fl_changes_all(h->flying, count);
}

void fl_host_commit_end(struct fl_host *h) {
  fl_changes_free(h->flying);
  h->flying = NULL;
  h->committing = false;
}

enum fl_host_status fl_host_commit(struct fl_host *h, struct fl_host_seal *seal) {
  if (!h->committing) TRY(fl_host_commit_begin(h, seal));
  size_t count;
  const struct fl_store_change *batch = fl_host_commit_batch(h, &count);
  if (!h->store->commit(h->store->context, batch, count)) return FL_HOST_STORE;
  fl_host_commit_end(h);
  return FL_HOST_OK;
}

/* ---- The start ---- */

enum fl_host_status fl_host_start(struct fl_host *h, const struct fl_host_seal *from) {
  static const uint8_t root_key[KEY];
  struct name n = name_of(root_key);
  size_t length = 0;
  const char *why;
  enum fl_store_result r = fetch(h, &n, &length);
  if (r == FL_STORE_FAILED) return FL_HOST_STORE;
  if (from && r == FL_STORE_ABSENT) return lie(h, "a store without what was sealed");
  if (!from && r == FL_STORE_FOUND) return lie(h, "a store that is not empty, without a seal");
  h->gate = fl_gate_new(h->slots, from ? from->epoch : 0, from ? h->bytes : NULL, length, from ? from->root : NULL,
                        &why);
  if (!h->gate) {
    uint8_t digest[32];
    SHA256(h->bytes, length, digest);
    h->why = why;
    return from && memcmp(digest, from->root, 32) != 0 ? FL_HOST_LIE : FL_HOST_MEMORY;
  }
  if (h->options.log) fl_gate_log(h->gate, h->options.incarnation, h->options.log, h->options.log_context);
  return FL_HOST_OK;
}

/* ---- What is known of it ---- */

const char *fl_host_why(const struct fl_host *h) { return h->gate ? fl_gate_refused(h->gate) : h->why; }
void fl_host_refuse(struct fl_host *h, const char *why) { fl_gate_refuse(h->gate, why); }

void fl_host_figures(const struct fl_host *h, struct fl_host_figures *f) {
  fl_gate_figures(h->gate, &f->answers, &f->entries);
  f->fetched = h->fetched;
  f->cached = h->slots - h->vacant_count;
  f->epoch = fl_gate_epoch(h->gate);
  f->pending_bytes = fl_changes_bytes(h->now) + (h->flying ? fl_changes_bytes(h->flying) : 0);
}
