/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Looks: what is pending first, then LMDB. Commits: writer.c. */
#define _GNU_SOURCE
#include "fl_store_journaled.h"

#include "fl_store_lmdb.h"
#include "own_file.h"
#include "pending.h"
#include "walk.h"
#include "writer.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

/* Of one that was killed, it may be some time until the kernel lets go. */
enum { LOCK_MS = 5000, LOCK_STEP_MS = 20, TRIES = 1000 };

struct journaled {
  struct fl_store store, walked; /* `walked': looks that do not ask each time whether there is more */
  struct fl_store *lmdb;
  enum fl_store_part part;
  struct fl_pending pending;
  uint64_t seen; /* LMDB's commit with this mark */
  struct fl_journal_mark base;
  struct fl_writer *writer;
};

/* ---- Looking ---- */

/* LMDB is looked at before the journal and behind it: if it is the same, no file was begun anew meanwhile. */
static bool catch_up(struct journaled *j) {
  for (unsigned n = 0; n < TRIES && j->part != FL_STORE_HELD; n++) {
    uint64_t now = fl_store_lmdb_renew(j->lmdb);
    if (now == UINT64_MAX || (now != j->seen && !fl_pending_base(j->lmdb, &j->base))) return false;
    j->seen = now;
    if (!fl_pending_follow(&j->pending, &j->base)) return false;
    if (fl_store_lmdb_renew(j->lmdb) == now) return true;
  }
  return j->part == FL_STORE_HELD;
}

static enum fl_store_result look(void *context, const uint8_t *key, size_t key_length, uint8_t *value, size_t *length) {
  struct journaled *j = context;
  if (key_length == 0 || key[0] == FL_STORE_LMDB_MARK[0]) return FL_STORE_ABSENT;
  const struct fl_store_change *c = fl_pending_find(&j->pending, key, key_length);
  if (!c) return j->lmdb->get(j->lmdb->context, key, key_length, value, length);
  if (!c->value) return FL_STORE_ABSENT;
  memcpy(value, c->value, c->value_length);
  *length = c->value_length;
  return FL_STORE_FOUND;
}

static enum fl_store_result get(void *context, const uint8_t *key, size_t key_length, uint8_t *value, size_t *length) {
  return catch_up(context) ? look(context, key, key_length, value, length) : FL_STORE_FAILED;
}

void fl_store_journaled_walks(struct fl_store *store, const struct fl_store_way *ways, size_t count,
                              bool (*each)(void *mine, const uint8_t *key, size_t key_length, const uint8_t *value,
                                           size_t length),
                              void *mine) {
  struct journaled *j = store->context;
  bool begun = fl_store_lmdb_walk_begin(j->lmdb);
  for (size_t i = 0; i < count; i++)
    fl_store_walk(&j->walked, ways[i].key, ways[i].key_length, ways[i].leaf, each, mine);
  if (begun) fl_store_lmdb_walk_end(j->lmdb);
}
static void paths(void *context, const struct fl_store_way *ways, size_t count,
                  bool (*each)(void *mine, const uint8_t *key, size_t key_length, const uint8_t *value, size_t length),
                  void *mine) {
  struct journaled *j = context;
  if (catch_up(j)) fl_store_journaled_walks(&j->store, ways, count, each, mine);
}
static void path(void *context, const uint8_t *key, size_t key_length, const uint8_t leaf[32],
                 bool (*each)(void *mine, const uint8_t *key, size_t key_length, const uint8_t *value, size_t length),
                 void *mine) {
  struct fl_store_way way = {.key_length = key_length};
  if (key_length > sizeof way.key) return;
  memcpy(way.key, key, key_length);
  memcpy(way.leaf, leaf, sizeof way.leaf);
  paths(context, &way, 1, each, mine);
}

static bool commit(void *context, const struct fl_store_change *changes, size_t count) {
  struct journaled *j = context;
  return j->writer && fl_writer_commit(j->writer, changes, count);
}

bool fl_store_journaled_idle(struct fl_store *store) {
  struct journaled *j = store->context;
  uint64_t before = fl_pending_end(&j->pending).number;
  return catch_up(j) && fl_pending_end(&j->pending).number != before;
}
bool fl_store_journaled_begin(struct fl_store *store) {
  struct journaled *j = store->context;
  return j->writer && fl_writer_begin(j->writer);
}
bool fl_store_journaled_is_gone(struct fl_store *store) {
  struct journaled *j = store->context;
  return j->writer && fl_writer_is_gone(j->writer);
}

/* ---- Opening ---- */

static void close_store(void *context) {
  struct journaled *j = context;
  fl_writer_free(j->writer);
  fl_pending_empty(&j->pending);
  for (int i = 0; i < 2; i++)
    if (j->pending.files[i] >= 0) close(j->pending.files[i]);
  if (j->lmdb) j->lmdb->close(j->lmdb->context);
  free(j);
}

/* The folder may be somebody else's. */
static int open_file(const char *folder, int number, enum fl_store_part part, const char **why) {
  const char *name = number ? "journal-1" : "journal-0";
  int in = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  int flags = part == FL_STORE_HELD ? O_RDONLY : part == FL_STORE_LOOKS ? O_RDONLY | O_CREAT : O_RDWR | O_CREAT;
  *why = in < 0 ? strerror(errno) : NULL;
  int fd = in < 0 ? -1 : fl_own_file(in, name, flags, 0600, why);
  if (in >= 0 && fd < 0 && part == FL_STORE_HELD && errno == ENOENT) *why = NULL;
  if (fd < 0 && *why) *why = fl_own_said(name, *why);
  if (fd >= 0 && part == FL_STORE_WHOLE && fsync(in) < 0) *why = strerror(errno); /* that there is this file */
  if (in >= 0) close(in);
  return fd;
}

static bool open_files(struct journaled *j, const char *folder, const char **why) {
  *why = NULL;
  for (int i = 0; i < 2 && !*why; i++)
    if (j->pending.files[i] < 0) j->pending.files[i] = open_file(folder, i, j->part, why);
  return !*why;
}

static bool lock(int file, const char **why) {
  for (int ms = 0; flock(file, LOCK_EX | LOCK_NB) < 0; ms += LOCK_STEP_MS) {
    *why = errno == EWOULDBLOCK ? "another process has it" : strerror(errno);
    if (errno != EWOULDBLOCK || ms >= LOCK_MS) return false;
    nanosleep(&(struct timespec){.tv_nsec = LOCK_STEP_MS * 1000000}, NULL);
  }
  return true;
}

/* The last batch is in the kernel's memory, and may be nowhere else: whoever wrote it was killed, or the disk failed,
 * after which the kernel believes that it is there. So it is written once more: what is shown from now on stays. */
static bool keep(const struct fl_pending *p) {
  if (p->count == 0) return true;
  const struct fl_pending_part *part = &p->parts[p->count - 1];
  int file = p->files[part->file];
  uint64_t from = part->last == FL_JOURNAL_FRONT ? 0 : part->last;
  size_t length = (size_t)(part->at - from);
  uint8_t *bytes = malloc(length);
  bool ok = bytes && pread(file, bytes, length, (off_t)from) == (ssize_t)length &&
            pwrite(file, bytes, length, (off_t)from) == (ssize_t)length && fdatasync(file) == 0;
  free(bytes);
  return ok;
}

/* What is there now, and whether it is whole. */
static bool read_whole(struct journaled *j, const char *folder, const char **why) {
  bool held = j->part == FL_STORE_HELD, broken = false;
  for (unsigned n = 0; n < TRIES; n++) {
    struct fl_journal_mark end = fl_pending_end(&j->pending);
    uint64_t before = j->seen, now = fl_store_lmdb_renew(j->lmdb);
    *why = "it cannot be read";
    if (now == UINT64_MAX || !fl_pending_base(j->lmdb, &j->base)) return false;
    j->seen = now;
    if (held && !open_files(j, folder, why)) return false;
    *why = "its journal cannot be read";
    if (!fl_pending_follow(&j->pending, &j->base)) return false;
    struct fl_journal_mark after = fl_pending_end(&j->pending);
    bool was = broken && before == now && fl_journal_same(&end, &after);
    broken = fl_pending_broken(&j->pending);
    *why = "its journal does not go on from its data, or batches of it are gone";
    if (was && broken) return false;
    if (!broken && fl_store_lmdb_renew(j->lmdb) == now) return true;
  }
  *why = "it changes too fast";
  return false;
}

static bool open_all(struct journaled *j, const char *folder, const char **why) {
  j->lmdb = j->part == FL_STORE_HELD ? fl_store_lmdb_held(folder, why) : fl_store_lmdb(folder, why);
  if (!j->lmdb || !open_files(j, folder, why)) return false;
  if (j->part == FL_STORE_WHOLE && !lock(j->pending.files[0], why)) return false;
  if (!read_whole(j, folder, why)) return false;
  if (j->part != FL_STORE_WHOLE) return true;
  *why = "its journal cannot be written";
  if (!keep(&j->pending)) return false;
  fl_pending_empty(&j->pending); /* who commits does not look */
  *why = "out of memory";
  return (j->writer = fl_writer_new(j->lmdb, j->pending.files)) != NULL;
}

struct fl_store *fl_store_journaled(const char *folder, enum fl_store_part part, const char **why) {
  struct journaled *j = calloc(1, sizeof *j);
  *why = "out of memory";
  if (!j) return NULL;
  j->part = part;
  j->seen = UINT64_MAX;
  j->pending.files[0] = j->pending.files[1] = -1;
  j->store = (struct fl_store){j, get, path, commit, close_store, paths, false};
  j->walked = (struct fl_store){j, look, NULL, NULL, NULL, NULL, false};
  if (open_all(j, folder, why)) return &j->store;
  close_store(j);
  return NULL;
}
