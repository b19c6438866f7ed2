/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The redo log. A checkpoint has the digest of the tree, and all of it that changed: the more is changed before it, the
 * less that is for each change. So between checkpoints a seal has what was done since the one before instead, in its
 * order; whoever starts from it does that again, over the checkpoint's tree.
 *
 * In the store, beside the seal:
 *   "sr"                 the head, 88 bytes, numbers big-endian:
 *     0  "FLREDO1\n"
 *     8  root: 32 bytes, the digest of the tree at the checkpoint
 *    40  pieces u64: how many there are
 *    48  bytes u64: of all pieces
 *    56  chain: 32 bytes, SHA-256 of the chain of the pieces before the last one (zeros: there are none) and the last
 *   "sr" and number u64  pieces, from 0 on, of at most 65,536 bytes: joined, they are changes, one after the other:
 *     kind u8, key length u32, key, now u64, number u64, data length u32, data
 *
 *   "sg"                 with --gate process, the head of again_trusted.h, whose note is this head's digest
 *
 * The seal's `root' is the head's SHA-256 then, or that of "sg". No record of the tree begins as a head does. */
#ifndef FL_REDO_H
#define FL_REDO_H
#include "fl_host.h"
#include "frames.h"

/* What was done: fl_host_put, _put_typed, _delete, _touch, _add, _splice. `number': when it expires (of puts and
 * touch), what is added, where it is spliced. `now': milliseconds since 1970; of _put_typed the type. */
enum fl_redo_kind {
  FL_REDO_PUT = 'p',
  FL_REDO_PUT_TYPED = 'y',
  FL_REDO_DELETE = 'd',
  FL_REDO_TOUCH = 't',
  FL_REDO_ADD = 'a',
  FL_REDO_SPLICE = 's'
};
struct fl_redo_change {
  enum fl_redo_kind kind;
  const void *key, *data;
  size_t key_length, length;
  uint64_t now, number;
};

/* From so many bytes on a checkpoint is better. */
enum { FL_REDO_MOST = 16 << 20, FL_REDO_HEAD = 88, FL_REDO_KEY = 10, FL_REDO_ABOVE = 112 };

struct fl_redo {
  uint8_t root[32], chain[32];
  uint64_t pieces, bytes;
  struct fl_buffer now, flying; /* since the last seal; of the last one */
  bool changed;                 /* since the last seal */
  bool unknown;                 /* what has changed is not all here: the next seal is a checkpoint */
  uint8_t head[FL_REDO_HEAD];
  bool has_above; /* the seal's root is the digest of this, which has the head's digest in it (again_trusted.h) */
  uint8_t above[FL_REDO_ABOVE];
  struct fl_store_change *batch;
  uint8_t (*keys)[FL_REDO_KEY];
  size_t count, room;
};

/* It was done. */
void fl_redo_note(struct fl_redo *redo, const struct fl_redo_change *change);
/* Something may have been done that was not noted. */
void fl_redo_unknown(struct fl_redo *redo);
bool fl_redo_wants_checkpoint(const struct fl_redo *redo);

/* Ends what the next seal has: its root, and, with the seal, what goes to the store, there until the next call. False:
 * nothing was done, and a checkpoint is needed. */
bool fl_redo_seal(struct fl_redo *redo, uint8_t root[32]);
const struct fl_store_change *fl_redo_batch(struct fl_redo *redo, const uint8_t *seal, uint32_t length, size_t *count);
/* The tree has this digest, and all of it is in the batch: what the log had in the store goes with it. */
enum fl_host_status fl_redo_checkpoint(struct fl_redo *redo, struct fl_host *host, const uint8_t root[32]);
void fl_redo_free(struct fl_redo *redo);

/* What a seal's root stands for: a tree, and what is to be done again. FL_HOST_LIE: it is not what was sealed. */
struct fl_redo_found {
  uint8_t root[32];
  uint64_t pieces;
  struct fl_buffer changes;
};
enum fl_host_status fl_redo_find(struct fl_store *store, const uint8_t sealed[32], struct fl_redo_found *found);
enum fl_host_status fl_redo_again(struct fl_host *host, const struct fl_redo_found *found);
#endif
