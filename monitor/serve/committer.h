/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* A thread that writes batches to the store and seals to the anchor, one job at a time. */
#ifndef FL_COMMITTER_H
#define FL_COMMITTER_H
#include "fl_store.h"
#include "run_log.h"
#include "seal_trusted.h"

struct fl_committer;
struct fl_job {
  const struct fl_store_change *batch; /* NULL: the anchor only */
  size_t count;
  bool anchored;                       /* write this anchor, when the batch is there for good */
  struct fl_anchor anchor;
};

/* anchor_path NULL: there is none; log NULL: likewise. `done` gets an eventfd that can be read when a job is done.
 * NULL: cannot begin. */
struct fl_committer *fl_committer_new(struct fl_store *store, const char *anchor_path, struct fl_run_log *log,
                                      int *done);
/* One at a time. Its memory stays until it is done. */
void fl_committer_submit(struct fl_committer *c, const struct fl_job *job);
/* Whether the job is done; with `wait`, after it is, or was given up because its time is over. *ok: all of it was
   done. */
bool fl_committer_take(struct fl_committer *c, int wait_ms, bool *ok);
uint64_t fl_committer_failures(struct fl_committer *c); /* how often the store or the anchor did not take it */
void fl_committer_free(struct fl_committer *c);
#endif
