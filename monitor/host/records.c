/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "records.h"

#include <stdlib.h>
#include <string.h>

enum { FIRST = 16 };

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
  return r;
}

void fl_records_free(struct fl_records *r) {
  if (!r) return;
  for (size_t n = 0; n < (size_t)1 << r->bits; n++) {
    struct fl_shard *s = &r->shards[n];
    for (uint64_t i = 0; i < s->size; i++)
      if (s->all[i].taken && s->all[i].length > FL_RECORD_HERE) free(s->all[i].there);
    free(s->all);
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
  struct fl_record *old = s->all, *all = aligned_alloc(64, size * sizeof *all), *placed;
  if (!all) return false;
  memset(all, 0, size * sizeof *all);
  s->all = all;
  s->size = size;
  for (uint64_t i = 0; i < old_size; i++)
    if (old[i].taken) place(s, &old[i], fl_hash_32(old[i].key), &placed);
  free(old);
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
