/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Recorded runs of the main loop: what comes from outside of the program is written down, with where in the run it came
 * (so many threads resumed before, in these functions); a replay hands out the same at the same places, or says where
 * the program goes another way. docs/threads/replay.md is for users. */
#ifndef FL_RECORD_H
#define FL_RECORD_H

#include <sys/epoll.h>

#include "fl_journal.h"
#include "fl_scheduler.h"

enum { FL_LIVE, FL_RECORDING, FL_REPLAYING };
extern atomic_int fl_record_mode;

static inline int fl_mode(void) { return atomic_load_explicit(&fl_record_mode, memory_order_relaxed); }

/* The mode, if the caller runs on the main loop; else FL_LIVE. */
static inline int fl_mode_here(void) {
  int mode = fl_mode();
  return FL_LIKELY(mode == FL_LIVE) || !fl_this || fl_this->x.loop != &fl_main_scheduler ? FL_LIVE : mode;
}

/* When fl_main_loop begins: looks at FL_RECORD and FL_REPLAY, the first time. fl_step is not recorded, and says so. */
void fl_record_begin(fl_scheduler *loop);
void fl_record_not_here(void);

/* The child of a fork has no part in it. */
void fl_record_forked(void);

/* On the main loop: writes the bytes down; or replaces them by those that were. */
void fl_record_value(void *data, size_t size);

/* Recording: what came. */
void fl_record_events(const struct epoll_event *events, int count);
void fl_record_time(uint64_t now);
void fl_record_arrival(struct fl_thread *thread);
void fl_record_signal(const fl_cond *cond, uint32_t pending);
void fl_record_end(void);

/* Replaying: the same, from the file; instead of fl_poll. False: here the loop returned. */
bool fl_replay_poll(fl_scheduler *loop);

/* Instead of fl_resume_some, in both. */
void fl_record_resume_some(fl_exec *x, unsigned budget);

/* In both, so that who comes from elsewhere is known by the order in which he left: threads that leave the loop, that
 * are new elsewhere; conditions that are bound to a loop, that are forgotten. */
void fl_record_leaves(struct fl_thread *thread);
void fl_record_new(struct fl_thread *thread);
void fl_record_bound(fl_cond *cond, const fl_scheduler *loop);
void fl_record_forget(fl_cond *cond);

/* ---- what the files of this share: fl_record.c, fl_held.c, fl_replay.c */

struct fl_arrival_entry {
  uint64_t id, place; /* place: of a thread without an id, the function in which it begins */
};
struct fl_signal_entry {
  uint64_t id;
  uint32_t pending, zero;
};
struct fl_event_entry {
  int32_t fd;
  uint32_t events;
};

/* Of the function that resumes a frame, in the program; 0: it is in a library. */
uint64_t fl_record_place(const fl_frame *frame);

/* Recording: an entry here. Replaying: the next one, if its place is here, else NULL; the same, which must be of this
 * kind, or the replay ends and says so, with what is here. */
void fl_record_add(enum fl_entry_kind kind, const void *data, size_t size);
const struct fl_entry *fl_record_next(void);
const struct fl_entry *fl_record_expect(enum fl_entry_kind kind, const char *here);

/* What came meanwhile is held until its entry comes; then it is taken. NULL: it has not come. A condition: that was
 * signalled so often, or for all. */
void fl_held_collect(fl_scheduler *loop);
struct fl_thread *fl_held_thread(const struct fl_arrival_entry *entry);
fl_cond *fl_held_signal(const struct fl_signal_entry *entry);

#endif
