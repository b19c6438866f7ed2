/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Receipts: what was answered, in words that can be checked later. The receipts of an epoch are the leaves of a tree,
 * whose root is in the epoch's seal.
 *
 * A receipt has 110 bytes, or 143 with a nonce; numbers big-endian:
 *     0  "FLRCPT1\n", with a nonce "FLRCPT2\n"
 *     8  incarnation u64
 *    16  epoch u64: the seal with this number has it
 *    24  counter u64: of the answers of this incarnation; a later answer has a larger one
 *    32  index u32: its place in the epoch's tree
 *    36  what u8: 0 got, 1 wrote
 *    37  key: SHA-256
 *    69  there u8: 0 no value (any more), zeros follow; 1 a string, 2 hash, 3 list, 4 set, 5 sorted set, 6 stream
 *    70  time u64: until when it counts, milliseconds since 1970; 0: for ever
 *    78  value: SHA-256; of a container that of its items (docs/monitor-serve.md)
 *   110  nonce's length u8, from 1 to 32; and its bytes, and zeros, 32 together: what the client said that asked
 *        (RECEIPT NONCE), such as a random number. Its receipts are about its commands, and younger than the nonce
 *
 * Tree: a leaf is SHA-256(00, receipt), a node SHA-256(01, left, right); who has no neighbour moves up as it is;
 * the root is SHA-256(02, number of leaves u32, topmost). */
#ifndef FL_RECEIPTS_H
#define FL_RECEIPTS_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
  FL_RECEIPT = 110,
  FL_NONCE = 32,
  FL_RECEIPT_LONG = FL_RECEIPT + 1 + FL_NONCE,
  FL_RECEIPT_PATH = 32,
  FL_RECEIPTS_MOST = 1 << 16 /* in an epoch */
};

struct fl_receipt {
  uint64_t incarnation, epoch, counter;
  uint32_t index;
  bool wrote, there;
  uint8_t type; /* enum fl_type, if it is there */
  uint8_t key[32], value[32];
  uint64_t time;
  uint8_t nonce[FL_NONCE], nonce_length; /* 0: there is none */
};
size_t fl_receipt_write(const struct fl_receipt *r, uint8_t bytes[FL_RECEIPT_LONG]); /* how many they are */
bool fl_receipt_read(const uint8_t *bytes, size_t length, struct fl_receipt *r);     /* false: it is none */

struct fl_receipts;
struct fl_receipts *fl_receipts_new(void);
void fl_receipts_free(struct fl_receipts *all);
/* One more of the epoch that is open; its index is filled in. False: no room. */
bool fl_receipts_add(struct fl_receipts *all, struct fl_receipt *r);
size_t fl_receipts_count(const struct fl_receipts *all); /* in the open epoch */
/* Those of the open epoch, for whoever will be asked for the way from one of them to the root (certificates.h). */
const uint8_t (*fl_receipts_leaves(const struct fl_receipts *all, uint32_t *count))[32];
/* The open epoch ends: the root of its tree, or zeros. */
void fl_receipts_close(struct fl_receipts *all, uint8_t root[32]);
/* Climbs in place: level[0] becomes the topmost of these nodes. Unless path is NULL, the way there from one of them;
 * its steps. */
size_t fl_receipts_climb(uint8_t (*level)[32], uint32_t count, uint32_t index, uint8_t path[FL_RECEIPT_PATH][32]);
/* Whether the receipt is a leaf, of so many, below this root. */
bool fl_receipt_is_below(const struct fl_receipt *r, uint32_t leaves, const uint8_t (*path)[32], size_t steps,
                         const uint8_t root[32]);
#endif
