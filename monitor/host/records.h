/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The records that are in Blum: key, datum, and when and from which thread each left; or that stay in the cache of a
 * thread of the monitor: which one, and in which slot. Nothing here is believed. In shards, each with its lock, so that
 * threads seldom meet. */
#ifndef FL_RECORDS_H
#define FL_RECORDS_H
#include "bytes.h"
#include "gate_trusted.h"
#include "lock.h"
#include "names.h"

#include <stdlib.h>

enum { FL_RECORD_HERE = 16 };

struct fl_record {
  uint8_t key[32];
  uint64_t epoch;
  uint32_t counter; /* or the slot */
  uint16_t thread;
  uint8_t length; /* of the datum */
  uint8_t taken : 1, changed : 1, null : 1, cached : 1;
  uint8_t used : 1, shared : 1; /* since the last epoch ended; shared: by several threads, so it stays with none */
  union {
    uint8_t here[FL_RECORD_HERE];
    uint8_t *there;
  }; /* if it is longer than FL_RECORD_HERE */
};

struct fl_shard {
  _Alignas(64) struct fl_lock lock;
  struct fl_record *all; /* open addressing, a power of two */
  uint64_t size, count;
  struct fl_records *records;
};
struct fl_records {
  struct fl_shard *shards;
  unsigned bits;
  struct fl_lock lock; /* of what follows: memory for tables, taken after a shard's */
  struct chunk *chunks;
  uint8_t *at; /* in the first of them, and how much is left there */
  size_t left;
  void *outgrown[32]; /* tables of so many bytes, by their logarithm */
};

struct fl_records *fl_records_new(unsigned bits);
void fl_records_free(struct fl_records *r);
static inline struct fl_shard *fl_records_shard_of(const struct fl_records *r, uint64_t hash) {
  return &r->shards[hash >> (64 - r->bits)];
}
static inline struct fl_shard *fl_records_shard(const struct fl_records *r, const uint8_t key[32], uint64_t *hash) {
  return fl_records_shard_of(r, *hash = fl_hash_32(key));
}

/* With the shard's lock. NULL: it is not there. */
static inline struct fl_record *fl_record_find(const struct fl_shard *s, const uint8_t key[32], uint64_t hash) {
  if (s->count == 0) return NULL;
  for (uint64_t i = hash & (s->size - 1); s->all[i].taken; i = (i + 1) & (s->size - 1))
    if (fl_same_32(s->all[i].key, key)) return &s->all[i];
  return NULL;
}
/* The same, for a key that is in registers. */
static inline struct fl_record *fl_record_find_words(const struct fl_shard *s, const uint64_t key[4], uint64_t hash) {
  uint64_t k[4];
  if (s->count == 0) return NULL;
  for (uint64_t i = hash & (s->size - 1); s->all[i].taken; i = (i + 1) & (s->size - 1)) {
    memcpy(k, s->all[i].key, 32);
    if (((k[0] ^ key[0]) | (k[1] ^ key[1]) | (k[2] ^ key[2]) | (k[3] ^ key[3])) == 0) return &s->all[i];
  }
  return NULL;
}
/* There is room for one more; false: no memory. */
bool fl_record_reserve(struct fl_shard *s);
/* A new one, after fl_record_reserve; its datum is null. Others may move. */
struct fl_record *fl_record_add(struct fl_shard *s, const uint8_t key[32], uint64_t hash);
void fl_record_remove(struct fl_shard *s, struct fl_record *r);

static inline const uint8_t *fl_record_datum(const struct fl_record *r) { /* NULL: null */
  return r->null ? NULL : r->length > FL_RECORD_HERE ? r->there : r->here;
}
/* Room for a datum of this length, in case it is long; NULL if it is not. false: no memory. */
static inline bool fl_record_room(size_t length, uint8_t **room) {
  *room = length > FL_RECORD_HERE ? malloc(length) : NULL;
  return length <= FL_RECORD_HERE || *room;
}
static inline void fl_record_no_room(uint8_t *room) { free(room); } /* it is not needed */
/* Takes the room. */
static inline void fl_record_write(struct fl_record *r, const uint8_t *datum, size_t length, uint8_t *room) {
  if (r->length > FL_RECORD_HERE) free(r->there);
  r->null = datum == NULL;
  r->length = (uint8_t)length;
  if (length > FL_RECORD_HERE)
    memcpy(r->there = room, datum, length);
  else
    fl_copy(r->here, datum, length);
}
#endif
