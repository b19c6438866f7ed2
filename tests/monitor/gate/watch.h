/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Stands beside a keeper, is told the messages that it took, and says whether what it signs may be signed: it keeps
 * a map from keys to data, which is what a plain store has, and knows nothing of a tree, a cache or a slot. */
#ifndef WATCH_H
#define WATCH_H
#include "keeper_trusted.h"
#include "receipts_trusted.h"

enum { WATCH_KEYS = 4096 };
struct watch_entry {
  uint8_t key[34], datum[252];
  size_t length;
  bool is, there;
};
struct watch {
  const struct fl_signer *signer;
  struct fl_receipts *receipts;
  struct watch_entry all[WATCH_KEYS];
  struct watch_entry last; /* answered */
  bool begun, wrote;       /* what was answered was written, or read right after that */
  uint32_t parts, pinned;
  uint64_t incarnation, epoch, answers, seals, given;
  uint8_t previous[32], root[32], content[32];
};
void watch_begin(struct watch *w, const struct fl_signer *signer, uint32_t parts);
void watch_end(struct watch *w);
/* A message that was taken, and what was said then. NULL, or what is wrong. */
const char *watch_taken(struct watch *w, const uint8_t *message, size_t length, const struct fl_keeper_said *said);
/* A seal that came, whenever. */
const char *watch_sealed(struct watch *w, const uint8_t *bytes, size_t length);
/* All seals that were ever seen: two states of the store never have one root. */
const char *watch_root(const uint8_t root[32], const uint8_t content[32]);
#endif
