/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <link.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/random.h>
#include <unistd.h>

#include "fl_ids.h"
#include "fl_journal.h"
#include "fl_record.h"

atomic_int fl_record_mode;

/* Where in the run the main loop is. */
static uint64_t at, path;
static uintptr_t program_start, program_end;
static pthread_t runner;

/* Of threads that left the loop, and of conditions that are its. */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct fl_ids threads, conds;

/* Who came while a replay was not yet there. */
struct held_signal {
  fl_cond *cond;
  uint32_t pending;
};
static struct fl_thread **held_threads;
static struct held_signal *held_signals;
static size_t threads_held, threads_room, signals_held, signals_room;

struct arrival {
  uint64_t id, place; /* place: of a thread without an id, the function in which it begins */
};
struct signal_entry {
  uint64_t id;
  uint32_t pending, zero;
};
struct event_entry {
  int32_t fd;
  uint32_t events;
};

/* ---- words */

static void name_of(const struct fl_entry *entry, char *text, size_t size) {
  static const char *const names[FL_ENTRY_KINDS] = {
      [FL_ENTRY_EVENTS] = "descriptors that are ready", [FL_ENTRY_TIME] = "a time that has passed",
      [FL_ENTRY_ARRIVAL] = "a thread from elsewhere",   [FL_ENTRY_SIGNAL] = "a signal from elsewhere",
      [FL_ENTRY_END] = "the end of the loop",           [FL_ENTRY_EXIT] = "the end of the program",
  };
  if (entry->kind == FL_ENTRY_VALUE)
    snprintf(text, size, "a value of %" PRIu32 " bytes", entry->size);
  else
    snprintf(text, size, "%s", names[entry->kind]);
}

static noreturn void diverged(const char *here) {
  const struct fl_entry *entry = fl_journal_next();
  char recorded[64];
  if (!entry)
    fl_journal_fail("ends with entry %zu: there the recorded run was killed or crashed; this one goes on, with %s",
                    fl_journal_number() - 1, here);
  name_of(entry, recorded, sizeof recorded);
  fl_journal_fail("the replay diverges at entry %zu, which is %s after %" PRIu64
                  " resumptions: here is %s after %" PRIu64 "%s",
                  fl_journal_number(), recorded, entry->at, here, at,
                  entry->at == at && entry->path != path ? ", on another path" : "");
}

/* The next entry, if it is of this kind and has its place here. */
static const struct fl_entry *expect(enum fl_entry_kind kind, const char *here) {
  const struct fl_entry *entry = fl_journal_next();
  if (!entry || entry->kind != kind || entry->at != at || entry->path != path) diverged(here);
  return entry;
}

static void add(enum fl_entry_kind kind, const void *data, size_t size) { fl_journal_add(kind, at, path, data, size); }

/* ---- beginning and end */

static int find_program(struct dl_phdr_info *info, size_t size, void *none) {
  (void)size, (void)none;
  program_start = info->dlpi_addr;
  for (size_t i = 0; i < info->dlpi_phnum; i++) {
    uintptr_t end = info->dlpi_addr + info->dlpi_phdr[i].p_vaddr + info->dlpi_phdr[i].p_memsz;
    if (info->dlpi_phdr[i].p_type == PT_LOAD && end > program_end) program_end = end;
  }
  return 1; /* the program is the first */
}

/* Exits of other OS threads have no place in the run. */
static void at_exit(void) {
  if (fl_mode() == FL_LIVE || !pthread_equal(runner, pthread_self())) return;
  if (fl_mode() == FL_RECORDING)
    add(FL_ENTRY_EXIT, NULL, 0);
  else
    expect(FL_ENTRY_EXIT, "the end of the program");
}

void fl_record_forked(void) {
  if (fl_mode() != FL_LIVE) fl_journal_leave();
  atomic_store(&fl_record_mode, FL_LIVE);
}

static void begin(void) {
  const char *record = secure_getenv("FL_RECORD"), *replay = secure_getenv("FL_REPLAY");
  if (record && *record == '\0') record = NULL;
  if (replay && *replay == '\0') replay = NULL;
  if (!record && !replay) return;
  if (record && replay) {
    fprintf(stderr, "fairlead threads: FL_RECORD and FL_REPLAY are both set\n");
    _exit(2);
  }
  if (replay) {
    fl_journal_open(replay);
  } else if (!fl_journal_create(record)) {
    fprintf(stderr, "fairlead threads: %s: another process records to it: this one is not recorded\n", record);
    return;
  }
  dl_iterate_phdr(find_program, NULL);
  if (atexit(at_exit) != 0) fl_die("no memory to record a run");
  atomic_store(&fl_record_mode, record ? FL_RECORDING : FL_REPLAYING);
}

void fl_record_begin(fl_scheduler *loop) {
  static bool begun;
  runner = pthread_self();
  if (!begun) begin();
  if (!begun && fl_mode() != FL_LIVE) {
    uint64_t now = fl_clock_ms();
    fl_record_value(&now, sizeof now);
    fl_wheel_init(&loop->wheel, now);
  }
  begun = true;
}

void fl_record_not_here(void) {
  static bool asked;
  if (!asked && (secure_getenv("FL_RECORD") || secure_getenv("FL_REPLAY"))) {
    fprintf(stderr, "fairlead threads: runs within another loop (fl_step) are not recorded\n");
    _exit(2);
  }
  asked = true;
}

/* ---- where */

static uint64_t place_of(const fl_frame *frame) {
  uintptr_t run = (uintptr_t)frame->run;
  return run >= program_start && run < program_end ? run - program_start : 0;
}

void fl_record_resume_some(fl_exec *x, unsigned budget) {
  struct fl_ready *ready = &x->ready;
  for (; budget > 0 && (ready->batch || (ready->batch = fl_ready_take(ready))); budget--) {
    struct fl_thread *thread = ready->batch;
    ready->batch = thread->next;
    at++;
    path = (path ^ place_of(thread->top) ^ (uint64_t)thread->top->at << 48) * 0x100000001b3u;
    fl_resume(x, thread);
  }
}

/* ---- values */

void fl_record_value(void *data, size_t size) {
  if (fl_mode() == FL_RECORDING) {
    add(FL_ENTRY_VALUE, data, size);
    return;
  }
  char here[64];
  snprintf(here, sizeof here, "a value of %zu bytes", size);
  const struct fl_entry *entry = expect(FL_ENTRY_VALUE, here);
  if (entry->size != size) diverged(here);
  if (size > 0) memcpy(data, entry + 1, size);
  fl_journal_skip();
}

bool fl_recording(void) { return fl_mode() == FL_RECORDING; }

bool fl_live(void) { return fl_mode() == FL_LIVE; }

bool fl_replaying(void) { return fl_mode_here() == FL_REPLAYING; }

int fl_recorded(void *data, size_t size) {
  if (!fl_this || fl_this->x.loop != &fl_main_scheduler) return -EINVAL;
  if (FL_UNLIKELY(fl_mode() != FL_LIVE)) fl_record_value(data, size);
  return 0;
}

int fl_recorded_fd(int fd) {
  int real = fd;
  if (fl_recorded(&fd, sizeof fd) != 0 || !fl_replaying() || fd < 0 || fd == real) return fd;
  int nothing = real >= 0 ? real : open("/dev/null", O_RDWR | O_CLOEXEC);
  if (nothing == -1 || (nothing != fd && (fcntl(fd, F_GETFD) != -1 || dup3(nothing, fd, O_CLOEXEC) == -1)))
    fl_journal_fail("there is no descriptor %d for the replay", fd);
  if (nothing != fd) close(nothing);
  return fd;
}

int fl_random(void *data, size_t size) {
  int error = 0;
  for (size_t have = 0; have < size && error == 0 && !fl_replaying();) {
    ssize_t got = getrandom((char *)data + have, size - have, 0);
    if (got >= 0)
      have += (size_t)got;
    else if (errno != EINTR)
      error = -errno;
  }
  fl_recorded(&error, sizeof error);
  if (error == 0) fl_recorded(data, size);
  return error;
}

/* ---- recording what came */

void fl_record_events(const struct epoll_event *events, int count) {
  struct event_entry entries[FL_BUDGET];
  size_t kept = 0;
  for (int i = 0; i < count; i++)
    if (events[i].data.fd >= 0) entries[kept++] = (struct event_entry){events[i].data.fd, events[i].events};
  if (kept > 0) add(FL_ENTRY_EVENTS, entries, kept * sizeof *entries);
}

void fl_record_time(uint64_t now) { add(FL_ENTRY_TIME, &now, sizeof now); }

void fl_record_arrival(struct fl_thread *thread) {
  pthread_mutex_lock(&lock);
  struct arrival entry = {.id = fl_ids_take(&threads, thread)};
  pthread_mutex_unlock(&lock);
  if (entry.id == 0) entry.place = place_of(thread->top);
  add(FL_ENTRY_ARRIVAL, &entry, sizeof entry);
}

void fl_record_signal(const fl_cond *cond, uint32_t pending) {
  pthread_mutex_lock(&lock);
  struct signal_entry entry = {.id = fl_ids_get(&conds, cond), .pending = pending};
  pthread_mutex_unlock(&lock);
  add(FL_ENTRY_SIGNAL, &entry, sizeof entry);
}

void fl_record_end(void) { add(FL_ENTRY_END, NULL, 0); }

void fl_record_leaves(struct fl_thread *thread) {
  static uint64_t last;
  pthread_mutex_lock(&lock);
  fl_ids_put(&threads, thread, ++last);
  pthread_mutex_unlock(&lock);
}

void fl_record_new(struct fl_thread *thread) {
  pthread_mutex_lock(&lock);
  fl_ids_take(&threads, thread);
  pthread_mutex_unlock(&lock);
}

/* Those that others bind to the main loop come in no order that would be the same again. */
void fl_record_bound(fl_cond *cond, const fl_scheduler *loop) {
  static uint64_t last;
  pthread_mutex_lock(&lock);
  if (loop == &fl_main_scheduler && fl_mode_here() != FL_LIVE)
    fl_ids_put(&conds, cond, ++last);
  else
    fl_ids_take(&conds, cond);
  pthread_mutex_unlock(&lock);
}

void fl_record_forget(fl_cond *cond) {
  pthread_mutex_lock(&lock);
  fl_ids_take(&conds, cond);
  pthread_mutex_unlock(&lock);
  if (fl_mode_here() == FL_REPLAYING)
    for (size_t i = 0; i < signals_held; i++)
      if (held_signals[i].cond == cond) held_signals[i--] = held_signals[--signals_held];
}

/* ---- replaying it */

static void *grown(void *array, size_t *room, size_t count, size_t size) {
  if (count < *room) return array;
  *room = *room * 2 + 16;
  array = realloc(array, *room * size);
  if (!array) fl_die("no memory for a replay");
  return array;
}

static void hold_signal(fl_cond *cond, uint32_t pending) {
  for (size_t i = 0; i < signals_held; i++)
    if (held_signals[i].cond == cond) {
      held_signals[i].pending = ((held_signals[i].pending | pending) & FL_SIGNAL_ALL) |
                                ((held_signals[i].pending & ~FL_SIGNAL_ALL) + (pending & ~FL_SIGNAL_ALL));
      return;
    }
  held_signals = grown(held_signals, &signals_room, signals_held, sizeof *held_signals);
  held_signals[signals_held++] = (struct held_signal){cond, pending};
}

/* What came meanwhile is held until its entry comes. */
static void collect(fl_scheduler *loop) {
  pthread_mutex_lock(&loop->lock);
  for (struct fl_thread *thread; (thread = fl_queue_take(&loop->inbox));) {
    held_threads = grown(held_threads, &threads_room, threads_held, sizeof *held_threads);
    held_threads[threads_held++] = thread;
  }
  while (loop->signals) {
    fl_cond *cond = loop->signals;
    loop->signals = cond->next_posted;
    hold_signal(cond, __atomic_exchange_n(&cond->pending, 0, __ATOMIC_ACQ_REL));
  }
  loop->last_signals = NULL;
  atomic_store(&loop->posted, false);
  pthread_mutex_unlock(&loop->lock);
}

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

static struct fl_thread *arrived(const struct arrival *entry) {
  struct fl_thread *found = NULL;
  pthread_mutex_lock(&lock);
  for (size_t i = 0; i < threads_held && !found; i++) {
    struct fl_thread *thread = held_threads[i];
    uint64_t id = fl_ids_get(&threads, thread);
    if (id != entry->id || (id == 0 && place_of(thread->top) != entry->place)) continue;
    fl_ids_take(&threads, thread);
    memmove(held_threads + i, held_threads + i + 1, (--threads_held - i) * sizeof *held_threads);
    found = thread;
  }
  pthread_mutex_unlock(&lock);
  return found;
}

/* The condition that was signalled so often, or for all; so much is taken of what is held. */
static fl_cond *signalled(const struct signal_entry *entry) {
  fl_cond *found = NULL;
  uint32_t count = entry->pending & ~FL_SIGNAL_ALL;
  pthread_mutex_lock(&lock);
  for (size_t i = 0; i < signals_held && !found; i++) {
    struct held_signal *held = &held_signals[i];
    if (fl_ids_get(&conds, held->cond) != entry->id || (held->pending & ~FL_SIGNAL_ALL) < count ||
        (entry->pending & ~held->pending & FL_SIGNAL_ALL))
      continue;
    found = held->cond;
    held->pending = (held->pending - count) & ~(entry->pending & FL_SIGNAL_ALL);
    if (held->pending == 0) held_signals[i] = held_signals[--signals_held];
  }
  pthread_mutex_unlock(&lock);
  return found;
}

/* What the next entry says, if that is something that came to the loop here. */
static bool apply(fl_scheduler *loop) {
  const struct fl_entry *entry = fl_journal_next();
  if (!entry || entry->at != at || entry->path != path) return false;
  const void *data = entry + 1;
  uint64_t since = 0;
  switch (entry->kind) {
  case FL_ENTRY_EVENTS:
    fl_journal_skip();
    for (size_t i = 0; i < entry->size / sizeof(struct event_entry); i++)
      fl_happened(loop, ((const struct event_entry *)data)[i].fd, ((const struct event_entry *)data)[i].events);
    return true;
  case FL_ENTRY_TIME:
    fl_journal_skip();
    fl_expire(loop, *(const uint64_t *)data);
    return true;
  case FL_ENTRY_ARRIVAL: {
    struct fl_thread *thread;
    while (collect(loop), !(thread = arrived(data))) wait_for_others(loop, &since, "a thread from elsewhere");
    fl_journal_skip();
    loop->threads++;
    fl_ready_add(loop->ready, thread);
    fl_outside_less();
    return true;
  }
  case FL_ENTRY_SIGNAL: {
    fl_cond *cond;
    while (collect(loop), !(cond = signalled(data))) wait_for_others(loop, &since, "a signal from elsewhere");
    fl_journal_skip();
    fl_cond_wake(cond, ((const struct signal_entry *)data)->pending);
    return true;
  }
  default: return false;
  }
}

bool fl_replay_poll(fl_scheduler *loop) {
  while (apply(loop))
    ;
  if (!fl_ready_empty(loop->ready)) return true;
  expect(FL_ENTRY_END, "nothing to run");
  uint64_t since = 0;
  while (fl_outside() > 0) {
    collect(loop);
    wait_for_others(loop, &since, "the end of threads elsewhere");
  }
  fl_journal_skip();
  return false;
}
