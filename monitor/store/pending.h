/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* What is in the journal's files and not in LMDB yet, by key: read once, and gone on from as the files grow. */
#ifndef FL_PENDING_H
#define FL_PENDING_H
#include "changes.h"
#include "journal.h"

/* One turn of a file. */
struct fl_pending_part {
  unsigned file;
  struct fl_journal_mark begin, end;
  uint64_t last, at; /* where the last batch begins and ends */
  struct fl_changes *changes;
};
struct fl_pending {
  int files[2];                /* -1: it is not there */
  struct fl_journal_mark base; /* what LMDB has */
  unsigned count;
  struct fl_pending_part parts[2]; /* the older one first */
  struct fl_buffer batch;
};
void fl_pending_empty(struct fl_pending *p);

/* All that follows `base`, as far as it goes now. False: no memory, or the disk. */
bool fl_pending_follow(struct fl_pending *p, const struct fl_journal_mark *base);
/* What LMDB has: `base`, for that. False: it cannot be known. */
bool fl_pending_base(struct fl_store *lmdb, struct fl_journal_mark *base);
/* What follows the end of this part; to a mark, or (NULL) as far as it goes. */
bool fl_pending_read(struct fl_pending *p, struct fl_pending_part *part, const struct fl_journal_mark *to);
struct fl_journal_mark fl_pending_end(const struct fl_pending *p);
/* Whether there is a batch later than the end. If it does not come with the next fl_pending_follow, what is between is
 * gone: no batch is written before the one before it is on the disk. */
bool fl_pending_broken(struct fl_pending *p);
/* NULL: nothing of it is pending. */
const struct fl_store_change *fl_pending_find(const struct fl_pending *p, const uint8_t *key, size_t key_length);
#endif
