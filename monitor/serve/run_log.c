/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#define _GNU_SOURCE
#include "run_log.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <libgen.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { ROOM = 1 << 18 };

/* The file is made when there is something for it: a run that never begins leaves none. */
struct fl_run_log {
  int fd;
  char *path;
  bool made, bad; /* made by us */
  size_t used;
  uint8_t data[ROOM];
};

/* A shell sorts them as the runs were. Ten digits: of those that counted from 1, once. */
static char *name_in(const char *folder, uint64_t incarnation) {
  char *path;
  int digits = incarnation < 10000000000 ? 10 : 19;
  return asprintf(&path, "%s/run-%0*" PRIu64 ".log", folder, digits, incarnation) < 0 ? NULL : path;
}

static bool can_make(const char *path) {
  char *copy = strdup(path);
  errno = 0;
  bool ok = copy && access(dirname(copy), W_OK | X_OK) == 0;
  free(copy);
  return ok;
}

struct fl_run_log *fl_run_log_open(const char *place, uint64_t incarnation, const char **why) {
  struct stat s;
  bool there = stat(place, &s) == 0, folder = there && S_ISDIR(s.st_mode);
  struct fl_run_log *log = malloc(sizeof *log);
  char *path = folder ? name_in(place, incarnation) : strdup(place);
  *why = "no memory";
  if (!log || !path) goto none;
  *why = "it is there already, and each run has a log of its own: name a folder";
  if (folder ? access(path, F_OK) == 0 : there && S_ISREG(s.st_mode)) goto none;
  *why = "no file can be made there";
  if (!can_make(path) && !(there && !folder)) {
    if (errno) *why = strerror(errno);
    goto none;
  }
  *log = (struct fl_run_log){.fd = -1, .path = path};
  if (there && !folder && (log->fd = open(place, O_WRONLY | O_CLOEXEC)) < 0) {
    *why = strerror(errno);
    goto none;
  }
  return log;
none:
  free(log);
  free(path);
  return NULL;
}

bool fl_run_log_flush(struct fl_run_log *log) {
  if (log->fd < 0) {
    log->fd = open(log->path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    log->made = log->fd >= 0;
  }
  if (log->fd < 0) log->bad = true;
  for (size_t at = 0; at < log->used && !log->bad;) {
    ssize_t n = write(log->fd, log->data + at, log->used - at);
    if (n > 0)
      at += (size_t)n;
    else if (n == 0 || errno != EINTR)
      log->bad = true;
  }
  log->used = 0;
  return !log->bad;
}

void fl_run_log_write(void *context, const uint8_t *bytes, size_t length) {
  struct fl_run_log *log = context;
  while (length > 0) {
    size_t room = ROOM - log->used, n = length < room ? length : room;
    memcpy(log->data + log->used, bytes, n);
    log->used += n;
    bytes += n;
    length -= n;
    if (log->used == ROOM) fl_run_log_flush(log);
  }
}

bool fl_run_log_sync(struct fl_run_log *log) {
  return fdatasync(log->fd) == 0 || errno == EINVAL || errno == EROFS; /* a pipe cannot */
}

void fl_run_log_drop(struct fl_run_log *log) {
  if (!log) return;
  if (log->fd >= 0) close(log->fd);
  if (log->made) unlink(log->path);
  free(log->path);
  free(log);
}

bool fl_run_log_close(struct fl_run_log *log) {
  if (!log) return true;
  bool ok = fl_run_log_flush(log) && fl_run_log_sync(log);
  if (log->fd >= 0) ok = close(log->fd) == 0 && ok;
  free(log->path);
  free(log);
  return ok;
}
