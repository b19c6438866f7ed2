/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#define _GNU_SOURCE
#include "files.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/openat2.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

enum {
  SLOTS = 256,
  PATH_LIMIT = 1024,
  KEPT_IN_MEMORY = 1 << 20, /* larger files are sent from their descriptor */
  BELIEVED_MS = 1000
};

struct entry {
  char path[PATH_LIMIT + 16]; /* relative to the root */
  struct file *file;
  uint64_t checked;
  struct stat seen;
};

struct files {
  int root;
  struct entry entries[SLOTS];
};

void http_date(int64_t seconds, char *out) {
  char text[64];
  time_t t = (time_t)seconds;
  struct tm tm;
  static const char days[] = "SunMonTueWedThuFriSat";
  static const char months[] = "JanFebMarAprMayJunJulAugSepOctNovDec";
  gmtime_r(&t, &tm);
  /* not strftime: its names depend on the locale */
  snprintf(text, sizeof text, "%.3s, %02d %.3s %04d %02d:%02d:%02d GMT", days + 3 * tm.tm_wday, tm.tm_mday % 100,
           months + 3 * tm.tm_mon, (tm.tm_year + 1900) % 10000, tm.tm_hour % 100, tm.tm_min % 100, tm.tm_sec % 100);
  memcpy(out, text, HTTP_DATE_SIZE);
}

static const char *type_of(const char *path) {
  static const struct {
    const char *suffix, *type;
  } types[] = {
      {".html", "text/html; charset=utf-8"},
      {".css", "text/css"},
      {".js", "text/javascript"},
      {".txt", "text/plain; charset=utf-8"},
      {".json", "application/json"},
      {".svg", "image/svg+xml"},
      {".png", "image/png"},
      {".jpg", "image/jpeg"},
      {".pdf", "application/pdf"},
  };
  const char *dot = strrchr(path, '.');
  for (size_t i = 0; dot && i < sizeof types / sizeof types[0]; i++)
    if (strcmp(dot, types[i].suffix) == 0) return types[i].type;
  return "application/octet-stream";
}

struct files *files_open(const char *root) {
  struct files *files = calloc(1, sizeof *files);
  if (!files) return NULL;
  files->root = open(root, O_PATH | O_DIRECTORY | O_CLOEXEC);
  if (files->root < 0) {
    int saved = errno;
    free(files);
    errno = saved;
    return NULL;
  }
  return files;
}

void file_release(void *owner) {
  struct file *file = owner;
  if (--file->users > 0) return;
  if (file->descriptor >= 0) close(file->descriptor);
  free((void *)(uintptr_t)file->data);
  free(file);
}

void files_close(struct files *files) {
  for (size_t i = 0; i < SLOTS; i++)
    if (files->entries[i].file) file_release(files->entries[i].file);
  close(files->root);
  free(files);
}

/* Resolved by the kernel below the root, symbolic links included: openat2(2), RESOLVE_BENEATH. */
static int open_below(const struct files *files, const char *path) {
  struct open_how how = {.flags = O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY, .resolve = RESOLVE_BENEATH};
  return (int)syscall(SYS_openat2, files->root, path, &how, sizeof how);
}

static uint8_t *read_all(int descriptor, size_t size) {
  uint8_t *data = malloc(size + 1); /* never NULL for an empty file */
  for (size_t at = 0; data && at < size;) {
    ssize_t n = read(descriptor, data + at, size - at);
    if (n <= 0) { /* shorter than it was */
      free(data);
      return NULL;
    }
    at += (size_t)n;
  }
  return data;
}

static unsigned load(const struct files *files, const char *path, struct stat *seen, struct file **out) {
  int descriptor = open_below(files, path);
  if (descriptor < 0) return errno == EACCES || errno == EPERM ? 403 : errno == EMFILE || errno == ENFILE ? 500 : 404;
  struct file *file = NULL;
  unsigned status = 500;
  if (fstat(descriptor, seen) < 0) goto out;
  if (S_ISDIR(seen->st_mode)) {
    status = 301;
    goto out;
  }
  if (!S_ISREG(seen->st_mode)) {
    status = 403;
    goto out;
  }
  file = calloc(1, sizeof *file);
  if (!file) goto out;
  file->size = (uint64_t)seen->st_size;
  file->type = type_of(path);
  file->users = 1;
  file->descriptor = -1;
  http_date(seen->st_mtime, file->modified);
  if (file->size > KEPT_IN_MEMORY) {
    file->descriptor = descriptor;
    *out = file;
    return 200;
  }
  file->data = read_all(descriptor, (size_t)file->size);
  if (!file->data) {
    free(file);
    goto out;
  }
  *out = file;
  status = 200;
out:
  close(descriptor);
  return status;
}

static bool unchanged(const struct files *files, const char *path, const struct stat *seen) {
  struct stat now;
  int descriptor = open_below(files, path);
  if (descriptor < 0) return false;
  bool same = fstat(descriptor, &now) == 0 && now.st_ino == seen->st_ino && now.st_dev == seen->st_dev &&
              now.st_size == seen->st_size && now.st_mtim.tv_sec == seen->st_mtim.tv_sec &&
              now.st_mtim.tv_nsec == seen->st_mtim.tv_nsec;
  close(descriptor);
  return same;
}

unsigned files_find(struct files *files, const uint8_t *path, size_t length, uint64_t now_ms, struct file **file) {
  char name[PATH_LIMIT + 16];
  if (length == 0 || length > PATH_LIMIT || path[0] != '/' || memchr(path, 0, length)) return 404;
  /* Relative to the root, so without the leading '/'. */
  memcpy(name, path + 1, length - 1);
  name[length - 1] = 0;
  if (path[length - 1] == '/') memcpy(name + length - 1, "index.html", sizeof "index.html");
  uint32_t hash = 2166136261u;
  for (const char *p = name; *p; p++) hash = (hash ^ (uint8_t)*p) * 16777619u;
  struct entry *entry = &files->entries[hash % SLOTS];
  if (entry->file && strcmp(entry->path, name) == 0) {
    if (now_ms - entry->checked < BELIEVED_MS || unchanged(files, name, &entry->seen)) {
      if (now_ms - entry->checked >= BELIEVED_MS) entry->checked = now_ms;
      entry->file->users++;
      *file = entry->file;
      return 200;
    }
  }
  struct stat seen;
  unsigned status = load(files, name, &seen, file);
  if (status != 200) return status;
  if (entry->file) file_release(entry->file);
  memcpy(entry->path, name, strlen(name) + 1);
  entry->file = *file;
  entry->seen = seen;
  entry->checked = now_ms;
  (*file)->users++;
  return 200;
}
