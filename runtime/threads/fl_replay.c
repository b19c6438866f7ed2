/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* A replay: instead of the kernel's, the main loop hears what the file says, at the same places. */
#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <unistd.h>

#include "fl_record.h"

/* Waits for what comes from other OS threads; what should come is `missing`. */
static void wait_for_others(fl_scheduler *loop, uint64_t *since, const char *missing) {
  const char *text = getenv("FL_REPLAY_PATIENCE");
  uint64_t patience = text ? strtoull(text, NULL, 10) : 10000, now = fl_clock_ms();
  if (*since == 0) *since = now;
  if (now - *since > patience)
    fl_journal_fail("the replay waits at entry %zu for %s, which does not come", fl_journal_number(), missing);
  struct pollfd wake = {.fd = loop->wake, .events = POLLIN};
  atomic_store(&loop->sleeping, true);
  uint64_t number;
  if (!atomic_load(&loop->posted) && poll(&wake, 1, 100) == 1 && read(loop->wake, &number, sizeof number) == -1 &&
      errno != EAGAIN && errno != EINTR)
    fl_die("a loop cannot be woken");
  atomic_store(&loop->sleeping, false);
}

/* What the next entry says, if that is something that came to the loop here. */
static bool apply(fl_scheduler *loop) {
  const struct fl_entry *entry = fl_record_next();
  if (!entry) return false;
  const void *data = entry + 1;
  uint64_t since = 0;
  switch (entry->kind) {
  case FL_ENTRY_EVENTS:
    fl_journal_skip();
    for (size_t i = 0; i < entry->size / sizeof(struct fl_event_entry); i++)
      fl_happened(loop, ((const struct fl_event_entry *)data)[i].fd, ((const struct fl_event_entry *)data)[i].events);
    return true;
  case FL_ENTRY_TIME:
    fl_journal_skip();
    fl_expire(loop, *(const uint64_t *)data);
    return true;
  case FL_ENTRY_ARRIVAL: {
    struct fl_thread *thread;
    while (fl_held_collect(loop), !(thread = fl_held_thread(data)))
      wait_for_others(loop, &since, "a thread from elsewhere");
    fl_journal_skip();
    loop->threads++;
    fl_ready_add(loop->ready, thread);
    fl_release();
    return true;
  }
  case FL_ENTRY_SIGNAL: {
    fl_cond *cond;
    while (fl_held_collect(loop), !(cond = fl_held_signal(data)))
      wait_for_others(loop, &since, "a signal from elsewhere");
    fl_journal_skip();
    fl_cond_wake(cond, ((const struct fl_signal_entry *)data)->pending);
    return true;
  }
  default: return false;
  }
}

bool fl_replay_poll(fl_scheduler *loop) {
  while (apply(loop))
    ;
  if (!fl_ready_empty(loop->ready)) return true;
  fl_record_expect(FL_ENTRY_END, "nothing to run");
  uint64_t since = 0;
  while (fl_outside() > 0) {
    fl_held_collect(loop);
    wait_for_others(loop, &since, "the end of threads elsewhere");
  }
  fl_journal_skip();
  return false;
}
