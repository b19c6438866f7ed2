/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* fairlead-monitor-anchor FILE read|write: an anchor in a file that several servers have (--standby), of which one may
 * replace what it knows and nobody what he does not: as an anchor command does it (anchor_place.h). It is a process of
 * its own, which goes on when the server that started it is stopped, so that its lock does. FILE.lock is held for that
 * long; a server without --standby holds it as long as it runs. */
#define _GNU_SOURCE
#include "own_file.h"
#include "seal_trusted.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

enum { PATIENCE_MS = 5000, STEP_MS = 2, DONE = 0, FAILED = 1, USAGE = 2 };

static const char unlocked[] = "its lock is held by another process, or cannot be had";

static int fail(const char *file, const char *why) {
  fprintf(stderr, "fairlead-monitor-anchor: %s: %s\n", file, why);
  return FAILED;
}

static bool lock(const char *file) {
  const char *name, *why;
  char beside[4096];
  int folder = fl_own_folder(file, &name);
  int n = folder < 0 ? -1 : snprintf(beside, sizeof beside, "%s.lock", name);
  int fd = n > 0 && n < (int)sizeof beside ? fl_own_file(folder, beside, O_RDWR | O_CREAT, 0600, &why) : -1;
  if (folder >= 0) close(folder);
  for (int waited = 0; fd >= 0 && flock(fd, LOCK_EX | LOCK_NB) < 0; waited += STEP_MS) {
    if (errno != EWOULDBLOCK || waited >= PATIENCE_MS) return false;
    poll(NULL, 0, STEP_MS);
  }
  return fd >= 0; /* until we end */
}

/* 0: there is none yet. */
static int now(const char *file, char text[FL_ANCHOR_TEXT], size_t *length, const char **why) {
  struct fl_anchor anchor;
  int known = fl_anchor_read(file, &anchor, why);
  *length = known > 0 ? fl_anchor_write_text(text, &anchor) : 0;
  return known;
}

/* Who starts us may be stopped in the middle of what it says, so that is read before the lock is taken. */
static int replace(const char *file) {
  char said[2 * FL_ANCHOR_TEXT + 1], kept[FL_ANCHOR_TEXT], again[FL_ANCHOR_TEXT];
  const char *why = "no anchor is said";
  struct fl_anchor next;
  size_t n = fread(said, 1, sizeof said, stdin), length, lines = 0, at = 0;
  for (; at < n && lines < 4; at++) lines += said[at] == '\n';
  if (lines < 4 || !fl_anchor_read_text(said, at, &next)) return fail(file, why);
  if (!lock(file)) return fail(file, unlocked);
  if (now(file, kept, &length, &why) < 0) return fail(file, why);
  if (length == at && memcmp(kept, said, at) == 0) return DONE; /* this was not heard of */
  if (length != n - at || memcmp(kept, said + at, length) != 0) return fail(file, "somebody else has written it");
  if (!fl_anchor_write(file, &next)) return fail(file, strerror(errno));
  bool there = now(file, again, &length, &why) > 0 && length == at && memcmp(again, said, at) == 0;
  return there ? DONE : fail(file, "it is not what was written");
}

int main(int argc, char **argv) {
  const char *why;
  char kept[FL_ANCHOR_TEXT];
  size_t length;
  bool writes = argc == 3 && strcmp(argv[2], "write") == 0;
  if (argc != 3 || (!writes && strcmp(argv[2], "read") != 0)) {
    fputs("usage: fairlead-monitor-anchor FILE read|write\n", stderr);
    return USAGE;
  }
  if (writes) return replace(argv[1]);
  if (!lock(argv[1])) return fail(argv[1], unlocked);
  if (now(argv[1], kept, &length, &why) < 0) return fail(argv[1], why);
  return fwrite(kept, 1, length, stdout) == length && fflush(stdout) == 0 ? DONE : FAILED;
}
