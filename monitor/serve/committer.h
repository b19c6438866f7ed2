/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Two threads: one that writes batches to the store, and one that writes anchors. Each does one job at a time, and
 * tries until it is done: so an anchor that takes long keeps no batch waiting. */
#ifndef FL_COMMITTER_H
#define FL_COMMITTER_H
#include "anchor_place.h"
#include "fl_store.h"
#include "lease_trusted.h"
#include "run_log.h"

struct fl_committer;
struct fl_committer_job {
  const struct fl_store_change *batch; /* to the store; or NULL: */
  size_t count;
  struct fl_anchor anchor, before; /* this anchor, instead of that one */
};

/* Of the store, and of the log, which is on the disk before each batch (NULL: there is none). `done` gets an eventfd
 * that can be read when a job is done. NULL: cannot begin. If another server has taken the store (store_process.h),
 * this process ends. */
struct fl_committer *fl_committer_new(struct fl_store *store, struct fl_run_log *log, uint64_t incarnation, int *done);
/* Of anchors. If there are other servers, it keeps the lease, too, as the one of this incarnation; when the anchor has
 * another one, this process ends. */
struct fl_committer *fl_committer_anchors(const struct fl_anchor_place *place, struct fl_lease *lease,
                                          uint64_t incarnation, int *done);
/* One at a time. Its memory stays until it is done. */
void fl_committer_submit(struct fl_committer *c, const struct fl_committer_job *job);
/* Whether the job is done; with `wait`, after it is, or was given up because its time is over. *ok: all of it was
   done. */
bool fl_committer_take(struct fl_committer *c, int wait_ms, bool *ok);
/* The job that it has was tried, and not done. `done' can be read when this begins, too. */
bool fl_committer_is_failing(struct fl_committer *c);
uint64_t fl_committer_failures(struct fl_committer *c); /* how often it was not done */
void fl_committer_free(struct fl_committer *c);
#endif
