/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "receipts_trusted.h"

#include "bytes.h"
#include "digest.h"
#include "value_trusted.h"

#include <stdlib.h>
#include <string.h>

static const uint8_t magic[8] = "FLRCPT1\n", magic_with_nonce[8] = "FLRCPT2\n";
enum { MOST = FL_RECEIPTS_MOST };

struct fl_receipts {
  uint8_t (*leaves)[32];
  uint32_t count, room;
};

size_t fl_receipt_write(const struct fl_receipt *r, uint8_t b[FL_RECEIPT_LONG]) {
  size_t length = r->nonce_length ? FL_RECEIPT_LONG : FL_RECEIPT;
  memset(b, 0, FL_RECEIPT_LONG);
  memcpy(b, r->nonce_length ? magic_with_nonce : magic, 8);
  fl_put64(b + 8, r->incarnation);
  fl_put64(b + 16, r->epoch);
  fl_put64(b + 24, r->counter);
  fl_put32(b + 32, r->index);
  b[36] = r->wrote;
  memcpy(b + 37, r->key, 32);
  if (r->there) {
    b[69] = (uint8_t)(1 + r->type);
    fl_put64(b + 70, r->time);
    memcpy(b + 78, r->value, 32);
  }
  if (r->nonce_length) {
    b[FL_RECEIPT] = r->nonce_length;
    memcpy(b + FL_RECEIPT + 1, r->nonce, r->nonce_length);
  }
  return length;
}

bool fl_receipt_read(const uint8_t *b, size_t length, struct fl_receipt *r) {
  uint8_t again[FL_RECEIPT_LONG];
  if (length != FL_RECEIPT && length != FL_RECEIPT_LONG) return false;
  *r = (struct fl_receipt){.incarnation = fl_get64(b + 8),
                           .epoch = fl_get64(b + 16),
                           .counter = fl_get64(b + 24),
                           .index = fl_get32(b + 32),
                           .wrote = b[36] == 1,
                           .there = b[69] > 0,
                           .type = (uint8_t)(b[69] > 0 ? b[69] - 1 : 0),
                           .time = fl_get64(b + 70)};
  if (r->type >= FL_TYPES) return false;
  memcpy(r->key, b + 37, 32);
  memcpy(r->value, b + 78, 32);
  if (length == FL_RECEIPT_LONG) {
    r->nonce_length = b[FL_RECEIPT];
    if (r->nonce_length > FL_NONCE) return false;
    memcpy(r->nonce, b + FL_RECEIPT + 1, r->nonce_length);
  }
  return fl_receipt_write(r, again) == length && memcmp(again, b, length) == 0; /* one encoding of each */
}

static void leaf_of(const struct fl_receipt *r, uint8_t digest[32]) {
  uint8_t b[1 + FL_RECEIPT_LONG] = {0};
  fl_digest(b, 1 + fl_receipt_write(r, b + 1), digest);
}
static void join(const uint8_t left[32], const uint8_t right[32], uint8_t digest[32]) {
  uint8_t b[65] = {1};
  memcpy(b + 1, left, 32);
  memcpy(b + 33, right, 32);
  fl_digest(b, sizeof b, digest);
}

static void crown(uint32_t leaves, const uint8_t topmost[32], uint8_t root[32]) {
  uint8_t b[37] = {2};
  fl_put32(b + 1, leaves);
  memcpy(b + 5, topmost, 32);
  fl_digest(b, sizeof b, root);
}

struct fl_receipts *fl_receipts_new(void) {
  return calloc(1, sizeof(struct fl_receipts));
}
void fl_receipts_free(struct fl_receipts *all) {
  if (all) free(all->leaves);
  free(all);
}

bool fl_receipts_add(struct fl_receipts *all, struct fl_receipt *r) {
  if (all->count == all->room) {
    uint32_t room = all->room ? 2 * all->room : 16;
    void *more = room > MOST ? NULL : realloc(all->leaves, room * sizeof *all->leaves);
    if (!more) return false;
    all->leaves = more;
    all->room = room;
  }
  r->index = all->count;
  leaf_of(r, all->leaves[all->count++]);
  return true;
}

size_t fl_receipts_count(const struct fl_receipts *all) { return all->count; }
const uint8_t (*fl_receipts_leaves(const struct fl_receipts *all, uint32_t *count))[32] {
  *count = all->count;
  return (const uint8_t(*)[32])all->leaves;
}

size_t fl_receipts_climb(uint8_t (*level)[32], uint32_t n, uint32_t index, uint8_t path[FL_RECEIPT_PATH][32]) {
  size_t steps = 0;
  for (; n > 1; n = (n + 1) / 2, index /= 2) {
    if (path && (index ^ 1) < n) memcpy(path[steps++], level[index ^ 1], 32);
    for (uint32_t i = 0; i < n; i += 2) {
      if (i + 1 < n)
        join(level[i], level[i + 1], level[i / 2]);
      else
        memmove(level[i / 2], level[i], 32);
    }
  }
  return steps;
}

void fl_receipts_close(struct fl_receipts *all, uint8_t root[32]) {
  memset(root, 0, 32);
  if (all->count == 0) return;
  fl_receipts_climb(all->leaves, all->count, 0, NULL);
  crown(all->count, all->leaves[0], root);
  all->count = 0;
}

bool fl_receipt_is_below(const struct fl_receipt *r, uint32_t leaves, const uint8_t (*path)[32], size_t steps,
                         const uint8_t root[32]) {
  uint8_t here[32];
  uint32_t index = r->index, n = leaves;
  size_t at = 0;
  if (index >= leaves) return false;
  leaf_of(r, here);
  for (; n > 1; n = (n + 1) / 2, index /= 2) {
    if ((index ^ 1) >= n) continue;
    if (at == steps) return false;
    if (index & 1)
      join(path[at], here, here);
    else
      join(here, path[at], here);
    at++;
  }
  crown(leaves, here, here);
  return at == steps && memcmp(here, root, 32) == 0;
}
