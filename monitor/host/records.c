/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "records.h"

#include "pages.h"

#include <stdlib.h>
#include <string.h>

enum { FIRST = 16, CHUNK = 32 << 20 };

/* ---- Memory of tables: a power of two of bytes, in large pages, for they are looked into at random. What a shard has
 * outgrown is another's; all of it goes with the records. ---- */

struct chunk {
  _Alignas(64) struct chunk *next;
};

static bool of_its_own(size_t bytes) { return bytes >= CHUNK / 4; }

static struct fl_record *table_new(struct fl_records *r, uint64_t size) {
  size_t bytes = size * sizeof(struct fl_record);
  if (of_its_own(bytes)) return fl_pages_new(bytes);
  void **free_ones = &r->outgrown[__builtin_ctzll(bytes)], *t = NULL;
  fl_lock(&r->lock);
  if (*free_ones) {
    t = *free_ones;
    memcpy(free_ones, t, sizeof t);
  } else {
    if (r->left < bytes) { /* what is left of the last chunk stays so */
      struct chunk *c = fl_pages_new(CHUNK);
      if (c) {
        c->next = r->chunks;
        r->chunks = c;
        r->at = (uint8_t *)(c + 1);
        r->left = CHUNK - sizeof *c;
      }
    }
    if (r->left >= bytes) {
      t = r->at;
      r->at += bytes;
      r->left -= bytes;
    }
  }
  fl_unlock(&r->lock);
  return t ? memset(t, 0, bytes) : NULL;
}
static void table_free(struct fl_records *r, struct fl_record *t, uint64_t size) {
  size_t bytes = size * sizeof *t;
  if (!t) return;
  if (of_its_own(bytes)) return fl_pages_free(t, bytes);
  void **free_ones = &r->outgrown[__builtin_ctzll(bytes)], *next = t;
  fl_lock(&r->lock);
  memcpy(t, free_ones, sizeof next);
  *free_ones = next;
  fl_unlock(&r->lock);
}

/* ---- The records ---- */

struct fl_records *fl_records_new(unsigned bits) {
  struct fl_records *r = calloc(1, sizeof *r);
  if (!r) return NULL;
  size_t n = (size_t)1 << bits;
  r->bits = bits;
  r->shards = aligned_alloc(64, n * sizeof *r->shards);
  if (!r->shards) {
    free(r);
    return NULL;
  }
  memset(r->shards, 0, n * sizeof *r->shards);
  for (size_t i = 0; i < n; i++) r->shards[i].records = r;
  return r;
}

void fl_records_free(struct fl_records *r) {
  if (!r) return;
  for (size_t n = 0; n < (size_t)1 << r->bits; n++) {
    struct fl_shard *s = &r->shards[n];
    for (uint64_t i = 0; i < s->size; i++)
      if (s->all[i].taken && s->all[i].length > FL_RECORD_HERE) free(s->all[i].there);
    table_free(r, s->all, s->size);
  }
  while (r->chunks) {
    struct chunk *c = r->chunks;
    r->chunks = c->next;
    fl_pages_free(c, CHUNK);
  }
  free(r->shards);
  free(r);
}

static void place(struct fl_shard *s, const struct fl_record *r, uint64_t hash, struct fl_record **placed) {
  uint64_t i = hash & (s->size - 1);
  while (s->all[i].taken) i = (i + 1) & (s->size - 1);
  s->all[i] = *r;
  *placed = &s->all[i];
}

bool fl_record_reserve(struct fl_shard *s) {
  if (s->count + 1 <= s->size / 4 * 3) return true;
  uint64_t size = s->size ? 2 * s->size : FIRST, old_size = s->size;
  struct fl_record *old = s->all, *all = table_new(s->records, size), *placed;
  if (!all) return false;
  s->all = all;
  s->size = size;
  for (uint64_t i = 0; i < old_size; i++)
    if (old[i].taken) place(s, &old[i], fl_hash_32(old[i].key), &placed);
  table_free(s->records, old, old_size);
  return true;
}

struct fl_record *fl_record_add(struct fl_shard *s, const uint8_t key[32], uint64_t hash) {
  struct fl_record r = {.taken = 1, .null = 1}, *placed;
  memcpy(r.key, key, 32);
  place(s, &r, hash, &placed);
  s->count++;
  return placed;
}

/* What stands behind it in its run moves up. */
void fl_record_remove(struct fl_shard *s, struct fl_record *r) {
  uint64_t mask = s->size - 1, i = (uint64_t)(r - s->all);
  if (r->length > FL_RECORD_HERE) free(r->there);
  for (uint64_t j = (i + 1) & mask; s->all[j].taken; j = (j + 1) & mask) {
    uint64_t home = fl_hash_32(s->all[j].key) & mask;
    if (((j - home) & mask) >= ((j - i) & mask)) {
      s->all[i] = s->all[j];
      i = j;
    }
  }
  memset(&s->all[i], 0, sizeof s->all[i]);
  s->count--;
}

_Static_assert(sizeof(struct fl_record) == 64, "one line of the processor's cache");
