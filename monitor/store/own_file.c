/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#define _GNU_SOURCE
#include "own_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

void fl_own_path(char path[FL_OWN_PATH], int fd) { snprintf(path, FL_OWN_PATH, "/proc/self/fd/%d", fd); }

int fl_own_folder(const char *path, const char **name) {
  const char *slash = strrchr(path, '/');
  *name = slash ? slash + 1 : path;
  if (!**name || strcmp(*name, ".") == 0 || strcmp(*name, "..") == 0) {
    errno = EISDIR;
    return -1;
  }
  char *folder = slash ? strndup(path, slash == path ? 1 : (size_t)(slash - path)) : strdup(".");
  if (!folder) return -1;
  int fd = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC), failed = errno;
  free(folder);
  errno = failed;
  return fd;
}

/* Where it was mounted; 0: this kernel does not say (Linux does since 5.8). */
static unsigned long long mount_of(int fd) {
#ifdef STATX_MNT_ID
  struct statx s;
  if (statx(fd, "", AT_EMPTY_PATH, STATX_MNT_ID, &s) == 0 && (s.stx_mask & STATX_MNT_ID)) return s.stx_mnt_id;
#endif
  (void)fd;
  return 0;
}

static const char *wrong_with(int folder, int fd) {
  struct stat s;
  if (fstat(fd, &s) < 0) return strerror(errno);
  if (S_ISLNK(s.st_mode)) return "a symbolic link is in its place";
  if (!S_ISREG(s.st_mode)) return "it is not a regular file";
  if (s.st_nlink != 1) return "it is not a file of its own: it has another name besides (a hard link)";
  if (mount_of(fd) != mount_of(folder)) return "it is not a file of its own: something is mounted there";
  return NULL;
}

/* First a handle that opens nothing (O_PATH), so that a device does not notice; then what it is, by that handle. */
static int open_there(int folder, const char *name, int flags, const char **why) {
  char again[FL_OWN_PATH];
  int fd = -1, handle = openat(folder, name, O_PATH | O_NOFOLLOW | O_CLOEXEC), failed = errno;
  if (handle >= 0) {
    *why = wrong_with(folder, handle);
    fl_own_path(again, handle);
    failed = EINVAL;
    if (!*why) {
      fd = open(again, (flags & ~O_CREAT) | O_NONBLOCK | O_CLOEXEC);
      failed = errno;
      *why = fd < 0 ? strerror(errno) : NULL;
    }
    close(handle);
  } else {
    *why = strerror(errno);
  }
  errno = failed;
  return fd;
}

int fl_own_file(int folder, const char *name, int flags, mode_t mode, const char **why) {
  enum { TRIES = 100 }; /* somebody may be making and removing it */
  for (unsigned n = 0; n < TRIES; n++) {
    int fd = open_there(folder, name, flags, why);
    if (fd >= 0 || errno != ENOENT || !(flags & O_CREAT)) return fd;
    fd = openat(folder, name, flags | O_EXCL | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, mode);
    if (fd >= 0 || errno != EEXIST) {
      *why = fd < 0 ? strerror(errno) : NULL;
      return fd;
    }
  }
  *why = "it comes and goes";
  errno = EAGAIN;
  return -1;
}

const char *fl_own_said(const char *name, const char *why) {
  static char said[120];
  snprintf(said, sizeof said, "%s: %s", name, why);
  return said;
}
