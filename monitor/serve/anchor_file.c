/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* An anchor in a file of ours. */
#define _GNU_SOURCE
#include "ours_trusted.h"
#include "own_file.h"
#include "seal_trusted.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

int fl_anchor_read(const char *path, struct fl_anchor *a, const char **why) {
  char text[FL_ANCHOR_TEXT + 1];
  const char *name;
  int folder = fl_own_folder(path, &name);
  if (folder < 0) {
    *why = errno == ENOENT ? "its folder is not there\n  help: make the folder; the anchor is made in it"
                           : strerror(errno);
    return -1;
  }
  int fd = fl_folder_is_ours(folder, why) ? fl_own_file(folder, name, O_RDONLY, 0, why) : (errno = EPERM, -1);
  int failed = errno;
  close(folder);
  if (fd < 0) return failed == ENOENT ? 0 : -1;
  bool ours = fl_is_ours(fd, S_IWGRP | S_IWOTH, why);
  flock(fd, LOCK_SH); /* not while one is written; where there are no locks, it may have to be read again */
  ssize_t n = ours ? read(fd, text, sizeof text) : -1;
  close(fd);
  if (!ours) return -1;
  *why = "it is none, or damaged";
  return n > 0 && fl_anchor_read_text(text, (size_t)n, a) ? 1 : -1;
}

/* Over the one that is there, in one write: it has less than 256 bytes, so it lies in one sector of a disk, which is
 * written or not. One flush instead of three. False: there is none yet, or it is not as long as this one. */
static bool write_over(int folder, const char *name, const char *text, size_t length) {
  struct stat s;
  const char *why;
  int fd = fl_own_file(folder, name, O_WRONLY, 0, &why);
  bool ok = fd >= 0 && fstat(fd, &s) == 0 && s.st_size == (off_t)length && flock(fd, LOCK_EX) == 0;
  ok = ok && pwrite(fd, text, length, 0) == (ssize_t)length && fdatasync(fd) == 0;
  if (fd >= 0) close(fd);
  return ok;
}

static bool write_new(int folder, const char *name, const char *text, size_t length) {
  char *other;
  const char *why;
  bool ok = false;
  if (asprintf(&other, "%s.new", name) < 0) return false;
  int fd = fl_own_file(folder, other, O_WRONLY | O_CREAT, 0600, &why);
  if (fd >= 0) {
    ok = ftruncate(fd, 0) == 0 && write(fd, text, length) == (ssize_t)length && fsync(fd) == 0;
    ok = close(fd) == 0 && ok && renameat(folder, other, folder, name) == 0 && fsync(folder) == 0;
  }
  free(other);
  return ok;
}

bool fl_anchor_write(const char *path, const struct fl_anchor *a) {
  char text[FL_ANCHOR_TEXT];
  size_t length = fl_anchor_write_text(text, a);
  const char *name;
  int folder = fl_own_folder(path, &name);
  bool ok = folder >= 0 && (write_over(folder, name, text, length) || write_new(folder, name, text, length));
  int failed = errno;
  if (folder >= 0) close(folder);
  errno = failed;
  return ok;
}
