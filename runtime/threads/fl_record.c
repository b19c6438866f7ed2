/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The entries of a recorded run, each with its place; and values that a replay hands out again. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <link.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <unistd.h>

#include "fl_record.h"

atomic_int fl_record_mode;

/* Where in the run the main loop is. */
static uint64_t at, path;
static uintptr_t program_start, program_end;
static pthread_t runner;

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

const struct fl_entry *fl_record_next(void) {
  const struct fl_entry *entry = fl_journal_next();
  return entry && entry->at == at && entry->path == path ? entry : NULL;
}

const struct fl_entry *fl_record_expect(enum fl_entry_kind kind, const char *here) {
  const struct fl_entry *entry = fl_record_next();
  if (!entry || entry->kind != kind) diverged(here);
  return entry;
}

void fl_record_add(enum fl_entry_kind kind, const void *data, size_t size) {
  fl_journal_add(kind, at, path, data, size);
}

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
    fl_record_add(FL_ENTRY_EXIT, NULL, 0);
  else
    fl_record_expect(FL_ENTRY_EXIT, "the end of the program");
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

uint64_t fl_record_place(const fl_frame *frame) {
  uintptr_t run = (uintptr_t)frame->run;
  return run >= program_start && run < program_end ? run - program_start : 0;
}

void fl_record_resume_some(fl_exec *x, unsigned budget) {
  struct fl_ready *ready = &x->ready;
  for (; budget > 0 && (ready->batch || (ready->batch = fl_ready_take(ready))); budget--) {
    struct fl_thread *thread = ready->batch;
    ready->batch = thread->next;
    at++;
    path = (path ^ fl_record_place(thread->top) ^ (uint64_t)thread->top->at << 48) * 0x100000001b3u;
    fl_resume(x, thread);
  }
}

/* ---- values */

void fl_record_value(void *data, size_t size) {
  if (fl_mode() == FL_RECORDING) {
    fl_record_add(FL_ENTRY_VALUE, data, size);
    return;
  }
  char here[64];
  snprintf(here, sizeof here, "a value of %zu bytes", size);
  const struct fl_entry *entry = fl_record_expect(FL_ENTRY_VALUE, here);
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
  struct fl_event_entry entries[FL_BUDGET];
  size_t kept = 0;
  for (int i = 0; i < count; i++)
    if (events[i].data.fd >= 0) entries[kept++] = (struct fl_event_entry){events[i].data.fd, events[i].events};
  if (kept > 0) fl_record_add(FL_ENTRY_EVENTS, entries, kept * sizeof *entries);
}

void fl_record_time(uint64_t now) { fl_record_add(FL_ENTRY_TIME, &now, sizeof now); }

void fl_record_end(void) { fl_record_add(FL_ENTRY_END, NULL, 0); }
