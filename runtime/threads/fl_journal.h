/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The file of a recorded run: entries, one after the other. It is mapped, so that what was recorded is there when the
 * program crashes. Each entry has a check sum over it and all before it; the whole file is checked before any of it is
 * used. One at a time; errors end the program with a message and status 1. */
#ifndef FL_JOURNAL_H
#define FL_JOURNAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdnoreturn.h>

enum fl_entry_kind {
  FL_ENTRY_NONE,    /* zeros: nothing was written here any more */
  FL_ENTRY_VALUE,   /* what a call resulted in */
  FL_ENTRY_EVENTS,  /* descriptors that were reported */
  FL_ENTRY_TIME,    /* timers up to that time expired */
  FL_ENTRY_ARRIVAL, /* a thread came from elsewhere */
  FL_ENTRY_SIGNAL,  /* a condition was signalled from elsewhere */
  FL_ENTRY_END,     /* the loop returned */
  FL_ENTRY_EXIT,    /* the program ended */
  FL_ENTRY_KINDS
};

/* In the file, in the machine's own order of bytes; `size` bytes follow, and zeros up to a multiple of 8. */
struct fl_entry {
  uint32_t kind, size;
  uint64_t at;   /* threads resumed before it */
  uint64_t path; /* a check sum of which functions they were resumed in, and where */
  uint64_t check;
};

/* Begins one; the file is emptied. False: another process records to it now. */
bool fl_journal_create(const char *file);
void fl_journal_add(enum fl_entry_kind kind, uint64_t at, uint64_t path, const void *data, size_t size);

void fl_journal_open(const char *file);

/* The entry that is next, whose data are behind it; NULL: the recorded run was killed, or crashed, here. */
const struct fl_entry *fl_journal_next(void);
void fl_journal_skip(void);
size_t fl_journal_number(void); /* of the next entry: the first is 1 */

/* Ends the program, with a message about the file. */
noreturn void fl_journal_fail(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Of the process, after a fork: the child does not go on with the file. */
void fl_journal_leave(void);

#endif
