/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* What a seal between two checkpoints stands for, with --gate process: the tree at the checkpoint, and every change
 * that the gate's monitor has made since, in their order. Whoever begins from it makes them again, and is not there
 * before all of them were made. How the server comes to make them again is its business: its redo log
 * (redo_trusted.h) is not looked at here.
 *
 * The seal's root is SHA-256 of the head then, 112 bytes, numbers big-endian:
 *     0  "FLREDO2\n"
 *     8  root: 32 bytes, the digest of the tree at the checkpoint
 *    40  changes u64: how many, at least 1
 *    48  chain: SHA-256 of the chain before (zeros) and the change: its kind u8, `p' or `d', key (34 bytes), datum
 *    80  note: 32 bytes, what the server wants to be told: the digest of its redo log. Nothing rests on it
 *
 * A record of the tree does not begin so. */
#ifndef FL_AGAIN_H
#define FL_AGAIN_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { FL_AGAIN_HEAD = 112, FL_AGAIN_NOTE = 80 };

struct fl_again {
  uint8_t root[32], chain[32];
  uint64_t changes;
};
void fl_again_from(struct fl_again *again, const uint8_t root[32]); /* a checkpoint */
void fl_again_change(struct fl_again *again, uint8_t kind, const uint8_t key[34], const uint8_t *datum, size_t length);
/* What is sealed now. Where nothing was changed, it is the tree's, and there is no head. */
void fl_again_seal(const struct fl_again *again, const uint8_t note[32], uint8_t head[FL_AGAIN_HEAD], uint8_t root[32]);
/* False: it is not the head that was sealed. */
bool fl_again_read(const uint8_t head[FL_AGAIN_HEAD], const uint8_t sealed[32], struct fl_again *again);
#endif
