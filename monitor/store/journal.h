/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* A journal: batches of changes that are on the disk before they are in LMDB. Two files, by turns; each is written over
 * from its beginning when all of it is in LMDB.
 *
 *   a file    "FLJRNL2\n", the mark from which it goes on (40 bytes), batches
 *   a mark    number u64, digest 32: which batch was the last, and its digest
 *   a batch   digest 32, length u32, number u64, so many bytes: changes as in frames.h, from 1 byte to
 *             FL_JOURNAL_BATCH. The digest is the sum (journal_sum.h) of all of that, with the digest of the batch
 *             before in its place. An earlier program wrote "FLJRNL1\n" and SHA-256: that is read, too
 *
 * Numbers are big-endian. LMDB's record "j" is the mark of what it has; the file whose mark is the same goes on from
 * there, and the other one may go on from that one's end. So what was torn, what stands behind it from an earlier turn,
 * and files of other stores end a journal. What ends too early nobody notices here: that is for those who sealed it. */
#ifndef FL_JOURNAL_H
#define FL_JOURNAL_H
#include "frames.h"

#ifndef FL_JOURNAL_BATCH
#define FL_JOURNAL_BATCH (16 << 20)
#endif
enum {
  FL_JOURNAL_DIGEST = 32,
  FL_JOURNAL_MARK = 8 + FL_JOURNAL_DIGEST,
  FL_JOURNAL_FRONT = 8 + FL_JOURNAL_MARK,
  FL_JOURNAL_HEAD = FL_JOURNAL_DIGEST + 4 + 8
};

struct fl_journal_mark {
  uint64_t number;
  uint8_t digest[FL_JOURNAL_DIGEST];
};
void fl_journal_put_mark(uint8_t bytes[FL_JOURNAL_MARK], const struct fl_journal_mark *mark);
void fl_journal_get_mark(struct fl_journal_mark *mark, const uint8_t bytes[FL_JOURNAL_MARK]);
bool fl_journal_same(const struct fl_journal_mark *a, const struct fl_journal_mark *b);

/* Where a file goes on from; false: it is none. */
bool fl_journal_front(int file, struct fl_journal_mark *mark);

/* The batch that begins at byte *at, if there is one that follows `mark`: both move behind it, and `batch` has its head
 * and its changes, which are changes that LMDB takes. */
enum fl_journal_read { FL_JOURNAL_FAILED = -1 /* no memory, or the disk */, FL_JOURNAL_END = 0, FL_JOURNAL_NEXT = 1 };
enum fl_journal_read fl_journal_next(int file, uint64_t *at, struct fl_journal_mark *mark, struct fl_buffer *batch);

/* `batch` has FL_JOURNAL_HEAD bytes of room before its changes: writes it at byte *at, behind the front if that is 0,
 * and sees to it that it stays. Both move behind it. False: nobody knows whether it is there, and nothing is moved;
 * `meant` is the mark it would have. *size is that of the file, which grows ahead. */
bool fl_journal_write(int file, uint64_t *at, uint64_t *size, struct fl_journal_mark *mark,
                      struct fl_journal_mark *meant, struct fl_buffer *batch);
#endif
