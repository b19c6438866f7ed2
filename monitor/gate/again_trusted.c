/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "again_trusted.h"

#include "bytes.h"
#include "digest.h"

static const uint8_t magic[8] = "FLREDO2\n";
enum { CHANGE = 1 + 34, MOST = CHANGE + 252 };

void fl_again_from(struct fl_again *a, const uint8_t root[32]) {
  *a = (struct fl_again){.changes = 0};
  memcpy(a->root, root, 32);
}

void fl_again_change(struct fl_again *a, uint8_t kind, const uint8_t key[34], const uint8_t *datum, size_t length) {
  uint8_t change[MOST];
  change[0] = kind;
  memcpy(change + 1, key, 34);
  if (length > MOST - CHANGE) length = MOST - CHANGE; /* no monitor took a longer one */
  if (datum) memcpy(change + CHANGE, datum, length);
  fl_digest_both(a->chain, sizeof a->chain, change, CHANGE + (datum ? length : 0), a->chain);
  a->changes++;
}

void fl_again_seal(const struct fl_again *a, const uint8_t note[32], uint8_t head[FL_AGAIN_HEAD], uint8_t root[32]) {
  if (a->changes == 0) {
    memcpy(root, a->root, 32);
    return;
  }
  memcpy(head, magic, sizeof magic);
  memcpy(head + 8, a->root, 32);
  fl_put64(head + 40, a->changes);
  memcpy(head + 48, a->chain, 32);
  memcpy(head + FL_AGAIN_NOTE, note, 32);
  fl_digest(head, FL_AGAIN_HEAD, root);
}

bool fl_again_read(const uint8_t head[FL_AGAIN_HEAD], const uint8_t sealed[32], struct fl_again *a) {
  uint8_t digest[32];
  fl_digest(head, FL_AGAIN_HEAD, digest);
  memcpy(a->root, head + 8, 32);
  a->changes = fl_get64(head + 40);
  memcpy(a->chain, head + 48, 32);
  return memcmp(head, magic, sizeof magic) == 0 && memcmp(digest, sealed, 32) == 0 && a->changes > 0;
}
