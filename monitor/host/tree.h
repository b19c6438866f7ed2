/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The tree, or a part of it: which of its records are in the monitor's cache, and what has to be moved for another one
 * to be there. Nothing here is trusted with an answer. A tree belongs to one thread at a time: hold its lock. */
#ifndef FL_TREE_H
#define FL_TREE_H
#include "changes.h"
#include "fl_host.h"
#include "gate_trusted.h"
#include "names.h"

enum { FL_MERKLE_VALUE = 256 };
enum { FL_TREE_AHEAD = 40, FL_TREE_WAYS = 8, FL_TREE_SHORTCUTS = 14 }; /* eight places for each hash */
struct fl_ahead {
  uint8_t key[FL_STORE_KEY], value[FL_MERKLE_VALUE];
  size_t key_length, length;
};
/* What was fetched for several keys at once, before they were asked for. */
enum { FL_TREE_SOON = 1024 };
struct fl_soon {
  size_t count;
  uint16_t table[2 * FL_TREE_SOON]; /* number + 1, by hash; or 0 */
  struct fl_ahead all[FL_TREE_SOON];
};
struct fl_near {
  uint8_t key_length, key[FL_STORE_KEY];
  uint16_t length;
  uint8_t value[FL_MERKLE_VALUE];
};
/* Some of the hash of what is kept, or 0: nothing is; and where: 0, or the number of its place, from 1 on. */
struct fl_near_way {
  uint32_t tag, place;
};

struct fl_tree {
  pthread_mutex_t lock;
  struct fl_gate *gate;
  struct fl_store *store;
  pthread_mutex_t *store_lock; /* the store is asked by one thread at a time */
  uint32_t slots;
  uint32_t *vacant, vacant_count;
  uint8_t *used; /* a data record, or the parent of one that left, since the hand came by */
  uint32_t hand;
  uint32_t *leaves, leaf_mask;     /* slot + 1 of a cached leaf, by its key */
  struct fl_changes *now, *flying; /* since the last commit began; of the one that is under way */
  uint64_t fetched;
  int64_t balance;        /* data records that came into being, less those that went for good */
  int64_t balance_behind; /* of them, at places that were behind this one then (fl_host_counted_to) */
  uint8_t counted_to[FL_KEY - 2];
  struct fl_ahead *ahead; /* fetched on the way to the leaf that is looked for now */
  size_t ahead_count;
  struct fl_soon *soon;          /* of no store but the one that the last commit left; the host's; or NULL */
  struct fl_near *near;          /* what left the monitor's cache last; NULL: none is kept */
  size_t near_size;              /* in bytes */
  struct fl_near_way *near_ways; /* eight to a set, which is one line of the processor's cache */
  uint32_t near_mask, near_next;
  uint32_t near_places;    /* so many places were given out: in their order, so that memory is had bit by bit */
  uint32_t *shortcuts;     /* by a key's first digits: a slot far down on its way, perhaps */
  struct fl_changes *held; /* all that left the cache since it was made; NULL: that is not wanted */
  uint64_t doubts;         /* how often a record was not what was stored, in a store that is taken by record */
  struct fl_name doubtful; /* the last one, and what is wrong with it */
  const char *doubt;
  uint8_t bytes[FL_STORE_VALUE]; /* what was fetched last */
};

#define FL_TRY(call)                           \
  do {                                         \
    enum fl_host_status status_ = (call);      \
    if (status_ != FL_HOST_OK) return status_; \
  } while (0)
#define FL_PASS(call)                              \
  do {                                             \
    enum fl_host_status status_ = fl_passed(call); \
    if (status_ != FL_HOST_OK) return status_;     \
  } while (0)
static inline enum fl_host_status fl_passed(enum fl_gate_status s) {
  return s == FL_GATE_OK ? FL_HOST_OK : s == FL_GATE_FULL ? FL_HOST_FULL : FL_HOST_LIE;
}

/* ---- Its life (tree.c). The gate is set later, and freed with it ---- */
struct fl_tree *fl_tree_new(const struct fl_host_options *options, struct fl_store *store, pthread_mutex_t *store_lock);
void fl_tree_free(struct fl_tree *t);

/* ---- What the store and this tree's changes have under a name (fetch.c) ---- */
/* Into t->bytes. */
enum fl_store_result fl_tree_fetch(struct fl_tree *t, const struct fl_name *n, size_t *length);
/* The same, of a record of the tree on the way to this leaf: what was fetched with another one need not be again. */
enum fl_store_result fl_tree_fetch_towards(struct fl_tree *t, const struct fl_name *n, const uint8_t leaf[FL_KEY],
                                           size_t *length);
enum fl_host_status fl_tree_write_down(struct fl_tree *t, const struct fl_name *n, const uint8_t *value, size_t length);
/* What the record is as it leaves the cache: whatever was known of it before is not so any more. */
void fl_tree_keep_near(struct fl_tree *t, const struct fl_name *n, const uint8_t *value, size_t length);
void fl_tree_forget_near(struct fl_tree *t, const struct fl_name *n);
/* Whether it is kept; then what it is. */
const uint8_t *fl_tree_is_near(const struct fl_tree *t, const struct fl_name *n, size_t *length);
/* What the ways lead along is fetched. */
void fl_tree_foresee(struct fl_tree *t, const struct fl_store_way *ways, size_t count);
/* The store is about to be another. */
void fl_tree_forget_soon(struct fl_tree *t);
/* It will be asked for soon. */
void fl_tree_soon(const struct fl_tree *t, const struct fl_name *n);
enum fl_host_status fl_tree_lie(struct fl_tree *t, const char *why);
/* The store has not what was stored there: a lie, or (fl_store.by_record) a record that nobody gets an answer from. */
enum fl_host_status fl_tree_wrong(struct fl_tree *t, const struct fl_name *n, const char *why);

/* ---- The cache (cache.c) ---- */
uint32_t fl_tree_cached_leaf(const struct fl_tree *t, const uint8_t *key); /* its slot, or FL_GATE_NONE */
/* A slot that is free, if need be by an eviction: not of `keep`. It is taken by fl_tree_bring or not at all. */
enum fl_host_status fl_tree_find_slot(struct fl_tree *t, uint32_t keep, uint32_t *s);
enum fl_host_status fl_tree_bring(struct fl_tree *t, const uint8_t key[FL_KEY], const uint8_t *value, size_t length,
                                  uint32_t parent, uint32_t *s);
/* A record that the tree says is in the store; where an edge of a record leads: key, digest and mark. */
enum fl_host_status fl_tree_bring_back(struct fl_tree *t, const uint8_t *edge, const uint8_t leaf[FL_KEY],
                                       uint32_t parent, uint32_t *s);
/* It has left its slot, or is about to. */
void fl_tree_forget_leaf(struct fl_tree *t, uint32_t s);
void fl_tree_slot_free(struct fl_tree *t, uint32_t s);

/* ---- Records (tree.c) ---- */
/* What the cache has as the datum of the data record in slot s; NULL for null. */
const uint8_t *fl_tree_datum(const struct fl_tree *t, uint32_t s, size_t *length);
/* A slot on the way to it, far down if that is known. */
uint32_t fl_tree_begin_at(const struct fl_tree *t, const uint8_t *key);
/* The slot of a data record; FL_GATE_NONE if there is none, and then in whose slot that can be seen. */
enum fl_host_status fl_tree_locate(struct fl_tree *t, const uint8_t key[FL_KEY], uint32_t *found, uint32_t *above);
/* One that is there from now on, with null if it was not. `above`: where it can be seen that there is none, as was just
 * located; or FL_GATE_NONE. */
enum fl_host_status fl_tree_provide(struct fl_tree *t, const uint8_t key[FL_KEY], uint32_t above, uint32_t *s);
/* The data record in slot s has null: it goes, and so does a fork that parts nothing any more. */
enum fl_host_status fl_tree_prune(struct fl_tree *t, uint32_t s);
/* The record of the tree in slot s goes if it is no fork any more. */
enum fl_host_status fl_tree_join(struct fl_tree *t, uint32_t s);

/* ---- Between the tree and Blum (moves.c) ---- */
/* The data record in slot s leaves to Blum. Its value was copied before. */
enum fl_host_status fl_tree_give(struct fl_tree *t, uint32_t s, struct fl_gate_stamp *stamp);
/* It comes back. `changed`: since it left; then the store will hear of it. The datum may be NULL: then the record goes
 * for good. */
enum fl_host_status fl_tree_take(struct fl_tree *t, const uint8_t key[FL_KEY], const uint8_t *datum, size_t length,
                                 const struct fl_gate_stamp *stamp, bool changed);
/* All that lies below a prefix is another gate's from now on. */
enum fl_host_status fl_tree_split(struct fl_tree *t, const uint8_t prefix[FL_KEY], struct fl_gate *other);
#endif
