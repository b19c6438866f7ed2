/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#define _GNU_SOURCE
#include "ours_trusted.h"

#include "own_file.h"

#include <errno.h>
#include <fcntl.h>
#include <openssl/crypto.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Whoever may write to the folder may put another file in this one's place. */
bool fl_folder_is_ours(int folder, const char **why) {
  static char said[128];
  struct stat s;
  if (fstat(folder, &s) == 0 && (s.st_mode & (S_IWGRP | S_IWOTH)) && !(s.st_mode & S_ISVTX))
    snprintf(said, sizeof said, "others may write to its folder (mode %04o)\n  help: chmod go-w the folder",
             (unsigned)s.st_mode & 07777);
  else if (s.st_uid != 0 && s.st_uid != geteuid())
    snprintf(said, sizeof said, "its folder belongs to another user (uid %u)\n  help: keep it in a folder of your own",
             (unsigned)s.st_uid);
  else
    return true;
  *why = said;
  return false;
}

/* As ssh has it: a private key is its owner's, who is root or us, and nobody else reads it. (A pipe is whoever's who
 * gave it to us.) `others': the rights that they may not have. */
bool fl_is_ours(int fd, mode_t others, const char **why) {
  static char said[160];
  struct stat s;
  if (fstat(fd, &s) < 0) {
    *why = strerror(errno);
    return false;
  }
  if (!S_ISREG(s.st_mode)) return true;
  if (s.st_uid != 0 && s.st_uid != geteuid())
    snprintf(said, sizeof said, "it belongs to another user (uid %u)\n  help: chown it to the user that runs this",
             (unsigned)s.st_uid);
  else if (s.st_mode & others)
    snprintf(said, sizeof said, "others may %s it (mode %04o)\n  help: chmod %s it",
             s.st_mode & others & (S_IWGRP | S_IWOTH) ? "write" : "read", (unsigned)s.st_mode & 07777,
             others & S_IROTH ? "600" : "go-w");
  else
    return true;
  *why = said;
  return false;
}

/* The folder that an open file is in by now, however it was named. */
bool fl_lies_well(int fd, const char **why) {
  char path[FL_OWN_PATH], name[4096];
  struct stat s;
  if (fstat(fd, &s) < 0 || !S_ISREG(s.st_mode)) return true;
  fl_own_path(path, fd);
  ssize_t n = readlink(path, name, sizeof name - 1);
  *why = "it is not known in which folder it is";
  if (n <= 0) return false;
  name[n] = 0;
  const char *file;
  int folder = fl_own_folder(name, &file);
  bool ok = folder >= 0 && fl_folder_is_ours(folder, why);
  if (folder >= 0) close(folder);
  return ok;
}

ssize_t fl_read_patiently(int fd, char *bytes, size_t room) {
  size_t length = 0;
  ssize_t n = 1;
  for (int left_ms = 5000; n > 0 && length < room;) { /* in all: who sends a byte now and then has no more */
    int some = poll(&(struct pollfd){.fd = fd, .events = POLLIN}, 1, 1);
    if (some == 0 && left_ms-- > 0) continue;
    n = some == 1 ? read(fd, bytes + length, room - length) : (errno = ETIMEDOUT, -1);
    if (n > 0) length += (size_t)n;
  }
  return n < 0 ? -1 : (ssize_t)length;
}

bool fl_text_read(const char *path, bool secret, size_t most, struct fl_text *text, const char **why) {
  *text = (struct fl_text){0};
  int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (fd < 0) {
    *why = strerror(errno);
    return false;
  }
  bool ok = fl_is_ours(fd, secret ? S_IRWXG | S_IRWXO : S_IWGRP | S_IWOTH, why) && fl_lies_well(fd, why);
  if (ok) {
    *why = "out of memory";
    text->data = calloc(1, most + 2);
    ssize_t n = text->data ? fl_read_patiently(fd, text->data, most + 1) : -1;
    ok = n >= 0 && (size_t)n <= most;
    if (text->data && !ok) *why = n < 0 ? "it cannot be read, or says nothing" : "it is too long";
    if (ok) text->length = (size_t)n;
    if (!ok && text->data) {
      OPENSSL_cleanse(text->data, most + 2);
      free(text->data);
      text->data = NULL;
    }
  }
  close(fd);
  return ok;
}

void fl_text_wipe(struct fl_text *text) {
  if (text->data) OPENSSL_cleanse(text->data, text->length);
  free(text->data);
  *text = (struct fl_text){0};
}
