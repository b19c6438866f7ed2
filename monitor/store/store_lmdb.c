/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#define _GNU_SOURCE
#include "fl_store_lmdb.h"

#include "own_file.h"

#include <errno.h>
#include <fcntl.h>
#include <lmdb.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#ifndef FL_STORE_LMDB_MOST
#define FL_STORE_LMDB_MOST 40 /* digits; a sanitizer has less room */
#endif
static const size_t most = (size_t)1 << FL_STORE_LMDB_MOST; /* of address space; the file grows as it is needed */

struct lmdb {
  struct fl_store store;
  MDB_env *env;
  MDB_dbi records;
  MDB_txn *reader;
  MDB_cursor *cursor; /* the reader's, for walks */
  bool held, dead, walking;
  /* Its files, as fl_own_file opened them. LMDB has opened them again, and these stay: closing one would end LMDB's
   * lock (POSIX locks are of a process and a file). -1: not there. */
  int data, locks;
};
struct name {
  MDB_val v;
  uint8_t data[FL_STORE_KEY];
};

/* LMDB writes whole pages, in the order of their names. A change goes with all records above it, so what is on one way
 * down is to be on few pages: the name of a record of the tree is its front to a multiple of four digits, and then
 * which of the fifteen with that front it is. They have about a page, the leaves below them the next ones; by
 * fl_store.h's names each record of a way is far from the others. What a record is comes last, so no two names are the
 * same. False: there is no such record. */
static bool name_of(struct name *n, const uint8_t *key, size_t length) {
  uint8_t *at = n->data;
  n->v.mv_data = n->data;
  if (length == 0 || length > FL_STORE_KEY) return false;
  if (key[0] == 'n') {
    unsigned digits = length < 3 ? 256 : (unsigned)key[1] << 8 | key[2], fronts = digits / 4, more = digits % 4;
    if (digits > 255 || length != 3 + (digits + 7) / 8) return false;
    const uint8_t *bits = key + 3;
    memcpy(at, bits, fronts / 2);
    at += fronts / 2;
    if (fronts % 2) *at++ = bits[fronts / 2] & 0xf0;
    unsigned next = more == 0 ? 0 : fronts % 2 ? bits[fronts / 2] & 15u : bits[fronts / 2] >> 4;
    *at++ = (uint8_t)fronts;
    *at++ = (uint8_t)(1u << more | next >> (4 - more));
  } else {
    memcpy(at, key + 1, length - 1);
    at += length - 1;
  }
  *at++ = key[0];
  n->v.mv_size = (size_t)(at - n->data);
  return true;
}

static int renew(struct lmdb *l) {
  return l->reader ? mdb_txn_renew(l->reader) : mdb_txn_begin(l->env, NULL, MDB_RDONLY, &l->reader);
}

/* Of what is there now: a transaction for reading is kept, and begun anew for each look, or walk. */
static int look(struct lmdb *l, MDB_val *key, MDB_val *value) {
  if (l->walking) return mdb_cursor_get(l->cursor, key, value, MDB_SET);
  if (l->held) return mdb_get(l->reader, l->records, key, value);
  int e = renew(l);
  return e ? e : mdb_get(l->reader, l->records, key, value);
}

static enum fl_store_result get(void *context, const uint8_t *key, size_t key_length, uint8_t *value, size_t *length) {
  struct lmdb *l = context;
  struct name name;
  MDB_val found;
  enum fl_store_result result = FL_STORE_FAILED;
  if (!name_of(&name, key, key_length)) return FL_STORE_ABSENT;
  int e = look(l, &name.v, &found);
  if (e == MDB_NOTFOUND) result = FL_STORE_ABSENT;
  if (e == 0 && found.mv_size <= FL_STORE_VALUE) {
    memcpy(value, found.mv_data, found.mv_size);
    *length = found.mv_size;
    result = FL_STORE_FOUND;
  }
  if (l->reader && !l->held && !l->walking) mdb_txn_reset(l->reader);
  return result;
}

bool fl_store_lmdb_walk_begin(struct fl_store *store) {
  struct lmdb *l = store->context;
  if (!l->held && renew(l) != 0) return false;
  int e = l->cursor ? mdb_cursor_renew(l->reader, l->cursor) : mdb_cursor_open(l->reader, l->records, &l->cursor);
  l->walking = e == 0;
  if (!l->walking && !l->held) mdb_txn_reset(l->reader);
  return l->walking;
}
void fl_store_lmdb_walk_end(struct fl_store *store) {
  struct lmdb *l = store->context;
  l->walking = false;
  if (!l->held) mdb_txn_reset(l->reader);
}

uint64_t fl_store_lmdb_renew(struct fl_store *store) {
  struct lmdb *l = store->context;
  if (l->reader) mdb_txn_reset(l->reader);
  int e = renew(l);
  uint64_t id = e ? UINT64_MAX : mdb_txn_id(l->reader);
  if (e == 0 && !l->held) mdb_txn_reset(l->reader);
  return id;
}

/* By whichever thread, so not by the transaction that is kept. */
enum fl_store_result fl_store_lmdb_mark(struct fl_store *store, void *value, size_t size) {
  struct lmdb *l = store->context;
  struct name name;
  MDB_txn *txn = l->reader;
  MDB_val found;
  name_of(&name, (const uint8_t *)FL_STORE_LMDB_MARK, 1);
  int e = l->held ? 0 : mdb_txn_begin(l->env, NULL, MDB_RDONLY, &txn);
  if (e) return FL_STORE_FAILED;
  e = mdb_get(txn, l->records, &name.v, &found);
  if (e == 0 && found.mv_size == size)
    memcpy(value, found.mv_data, size);
  else if (e == 0)
    e = EINVAL;
  if (!l->held) mdb_txn_abort(txn);
  return e == 0 ? FL_STORE_FOUND : e == MDB_NOTFOUND ? FL_STORE_ABSENT : FL_STORE_FAILED;
}

bool fl_store_lmdb_takes(const struct fl_store_change *c) {
  struct name name;
  return c->value_length <= FL_STORE_VALUE && name_of(&name, c->key, c->key_length) &&
         c->key[0] != FL_STORE_LMDB_MARK[0];
}

bool fl_store_lmdb_is_dead(const struct fl_store *store) { return ((const struct lmdb *)store->context)->dead; }

/* Sorted by name: LMDB's cursor finds what is on the page it is on without going down from the root. */
struct entry {
  struct name name;
  const struct fl_store_change *change;
};
static int in_order(const void *x, const void *y) {
  const struct entry *a = x, *b = y;
  size_t n = a->name.v.mv_size, m = b->name.v.mv_size;
  int order = memcmp(a->name.data, b->name.data, n < m ? n : m);
  return order ? order : (n > m) - (n < m);
}

static int change(MDB_cursor *cursor, struct entry *e) {
  MDB_val value = {e->change->value_length, (void *)(uintptr_t)e->change->value}, there;
  e->name.v.mv_data = e->name.data; /* it was moved */
  if (e->change->value) return mdb_cursor_put(cursor, &e->name.v, &value, 0);
  int gone = mdb_cursor_get(cursor, &e->name.v, &there, MDB_SET);
  return gone == MDB_NOTFOUND ? 0 : gone ? gone : mdb_cursor_del(cursor, 0);
}

static bool commit(void *context, const struct fl_store_change *changes, size_t count) {
  struct lmdb *l = context;
  MDB_txn *txn = NULL;
  MDB_cursor *cursor;
  struct entry *all = malloc((count ? count : 1) * sizeof *all);
  bool ok = all && !l->held;
  for (size_t i = 0; ok && i < count; i++) {
    all[i].change = &changes[i];
    ok = name_of(&all[i].name, changes[i].key, changes[i].key_length);
  }
  if (ok) qsort(all, count, sizeof *all, in_order);
  if (ok) {
    int e = mdb_txn_begin(l->env, NULL, 0, &txn);
    l->dead = e == MDB_PANIC;
    ok = e == 0 && mdb_cursor_open(txn, l->records, &cursor) == 0;
  }
  for (size_t i = 0; ok && i < count; i++) ok = change(cursor, &all[i]) == 0;
  free(all);
  if (ok) return mdb_txn_commit(txn) == 0;
  if (txn) mdb_txn_abort(txn);
  return false;
}

static void close_store(void *context) {
  struct lmdb *l = context;
  if (l->cursor) mdb_cursor_close(l->cursor);
  if (l->reader) mdb_txn_abort(l->reader);
  if (l->env) mdb_env_close(l->env);
  if (l->data >= 0) close(l->data);
  if (l->locks >= 0) close(l->locks);
  free(l);
}

/* ---- Opening ----
 *
 * LMDB opens its two files by their names, each several times, and follows links; the folder may be somebody else's,
 * who could have it write over any file of ours. So we open them (own_file.h), and LMDB is given a folder of our own,
 * which has links to our descriptors under those names: however often it opens them, it gets what was checked. */

struct private {
  char folder[64], names[2][80];
};
static const char *const file_names[2] = {"data.mdb", "lock.mdb"};

static void private_end(struct private *p) {
  for (int i = 0; i < 2; i++)
    if (*p->names[i]) unlink(p->names[i]);
  if (*p->folder) rmdir(p->folder);
}

static bool private_begin(struct private *p, const int files[2]) {
  static const char *const places[] = {"/tmp", "/dev/shm", "/var/tmp", "/run"};
  *p = (struct private){0};
  bool ok = false;
  for (size_t i = 0; !ok && i < sizeof places / sizeof *places; i++) {
    snprintf(p->folder, sizeof p->folder, "%s/fairlead-lmdb-XXXXXX", places[i]);
    ok = mkdtemp(p->folder) != NULL;
  }
  if (!ok) *p->folder = 0;
  for (int i = 0; ok && i < 2; i++) {
    char target[FL_OWN_PATH], name[sizeof p->names[i]];
    if (files[i] < 0) continue;
    fl_own_path(target, files[i]);
    snprintf(name, sizeof name, "%s/%s", p->folder, file_names[i]);
    ok = symlink(target, name) == 0;
    if (ok) memcpy(p->names[i], name, sizeof name);
  }
  return ok;
}

/* With no file for locks nobody else writes: its disk cannot be written. */
static int open_env(struct lmdb *l, unsigned flags, const char **why) {
  struct private p;
  int e = EIO;
  if (private_begin(&p, (int[2]){l->data, l->locks}))
    e = mdb_env_open(l->env, p.folder, flags | MDB_NOTLS | MDB_NORDAHEAD | (l->locks < 0 ? MDB_NOLOCK : 0), 0600);
  else
    *why = "no folder can be made in /tmp, /dev/shm, /var/tmp or /run";
  private_end(&p);
  return e;
}

static int open_held(struct lmdb *l, const char **why) {
  int e = open_env(l, MDB_RDONLY, why);
  if (e == 0) e = mdb_txn_begin(l->env, NULL, MDB_RDONLY, &l->reader);
  return e ? e : mdb_dbi_open(l->reader, NULL, 0, &l->records);
}

static int open_whole(struct lmdb *l, const char **why) {
  MDB_txn *txn = NULL;
  int dead, e = open_env(l, 0, why);
  if (e == 0) e = mdb_reader_check(l->env, &dead); /* of processes that were killed */
  if (e == 0) e = mdb_txn_begin(l->env, NULL, 0, &txn);
  if (e == 0) e = mdb_dbi_open(txn, NULL, 0, &l->records);
  if (e == 0) return mdb_txn_commit(txn);
  if (txn) mdb_txn_abort(txn);
  return e;
}

static bool open_files(struct lmdb *l, const char *path, const char **why) {
  int folder = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  *why = folder < 0 ? strerror(errno) : NULL;
  if (folder < 0) return false;
  const char *bad = file_names[0];
  l->data = fl_own_file(folder, bad, l->held ? O_RDONLY : O_RDWR | O_CREAT, 0600, why);
  if (l->data >= 0) l->locks = fl_own_file(folder, bad = file_names[1], O_RDWR | O_CREAT, 0600, why);
  bool unwritable = l->held && l->data >= 0 && l->locks < 0 && (errno == EROFS || errno == EACCES);
  bool ok = l->data >= 0 && (l->locks >= 0 || unwritable);
  close(folder);
  *why = ok ? NULL : fl_own_said(bad, *why);
  return ok;
}

static bool open_lmdb(struct lmdb *l, const char *folder, const char **why) {
  if (!l->held && mkdir(folder, 0700) < 0 && errno != EEXIST) {
    *why = strerror(errno);
    return false;
  }
  if (!open_files(l, folder, why)) return false;
  int e = mdb_env_create(&l->env);
  if (e == 0) e = mdb_env_set_mapsize(l->env, most);
  if (e == 0) e = l->held ? open_held(l, why) : open_whole(l, why);
  if (e && !*why) *why = mdb_strerror(e);
  return e == 0;
}

static struct fl_store *open_folder(const char *folder, bool held, const char **why) {
  struct lmdb *l = malloc(sizeof *l);
  *why = "out of memory";
  if (!l) return NULL;
  *l = (struct lmdb){.held = held, .data = -1, .locks = -1};
  if (!open_lmdb(l, folder, why)) {
    close_store(l);
    return NULL;
  }
  l->store = (struct fl_store){l, get, NULL, commit, close_store, NULL, false};
  return &l->store;
}

struct fl_store *fl_store_lmdb(const char *folder, const char **why) {
  return open_folder(folder, false, why);
}
struct fl_store *fl_store_lmdb_held(const char *folder, const char **why) {
  return open_folder(folder, true, why);
}
