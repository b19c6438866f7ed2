/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* All of a commit or none, over many slots. What is to be changed goes to the cluster as a whole first, and then each
 * change to its slot; whoever opens the store does the second again, if the first is there. Each step is on as many
 * replicas as it has to be before the next one begins, so a fail-over to one of those loses none of it.
 *
 *   "j"                 the head, which begins the commit by being there, 48 bytes, numbers big-endian, and maybe more:
 *     0  "FLCLUS1\n"
 *     8  bytes u64: of the changes
 *    16  SHA-256 of the changes, as frames.h has them
 *    48  the changes, if there are few. Otherwise they are in pieces of 262,144 bytes:
 *   "j" and number u32  from 0 on
 *
 * A head whose pieces are not there is of a commit that was ended: they are written over after that only. */
#ifndef FL_CLUSTER_JOURNAL_H
#define FL_CLUSTER_JOURNAL_H
#include "frames.h"
#include "redis_nodes.h"

struct fl_cluster_journal {
  struct fl_redis_nodes *nodes;
  struct fl_buffer bytes;
  uint32_t pieces; /* that are there, and the head, until fl_cluster_journal_rest */
  bool ended;
};

/* False: it may have been done, or be done later; nothing else may be, before the same is brought again. */
bool fl_cluster_journal_commit(struct fl_cluster_journal *journal, const struct fl_store_change *changes, size_t count);
/* Ends what was begun, if there is something. */
bool fl_cluster_journal_end(struct fl_cluster_journal *journal, int64_t until);
/* Head and pieces of what was ended go. */
void fl_cluster_journal_rest(struct fl_cluster_journal *journal);
void fl_cluster_journal_free(struct fl_cluster_journal *journal);
#endif
