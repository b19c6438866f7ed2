/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "fl_store_lmdb.h"

#include <errno.h>
#include <lmdb.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static const size_t most = (size_t)1 << 40; /* of address space; the file grows as it is needed */

struct lmdb { struct fl_store store; MDB_env *env; MDB_dbi records; MDB_txn *reader; };

/* Of what is there now: a transaction for reading is kept, and begun anew for each look. */
static int look(struct lmdb *l, MDB_val *key, MDB_val *value) {
  int e = l->reader ? mdb_txn_renew(l->reader) : mdb_txn_begin(l->env, NULL, MDB_RDONLY, &l->reader);
  return e ? e : mdb_get(l->reader, l->records, key, value);
}

static enum fl_store_result get(void *context, const uint8_t *key, size_t key_length, uint8_t *value, size_t *length) {
  struct lmdb *l = context;
  MDB_val name = {key_length, (void *)(uintptr_t)key}, found;
  enum fl_store_result result = FL_STORE_FAILED;
  int e = look(l, &name, &found);
  if (e == MDB_NOTFOUND) result = FL_STORE_ABSENT;
  if (e == 0 && found.mv_size <= FL_STORE_VALUE) {
    memcpy(value, found.mv_data, found.mv_size);
    *length = found.mv_size;
    result = FL_STORE_FOUND;
  }
  if (l->reader) mdb_txn_reset(l->reader);
  return result;
}

static bool commit(void *context, const struct fl_store_change *changes, size_t count) {
  struct lmdb *l = context;
  MDB_txn *txn;
  if (mdb_txn_begin(l->env, NULL, 0, &txn)) return false;
  for (size_t i = 0; i < count; i++) {
    MDB_val key = {changes[i].key_length, (void *)(uintptr_t)changes[i].key};
    MDB_val value = {changes[i].value_length, (void *)(uintptr_t)changes[i].value};
    int e = changes[i].value ? mdb_put(txn, l->records, &key, &value, 0) : mdb_del(txn, l->records, &key, NULL);
    if (e && !(e == MDB_NOTFOUND && !changes[i].value)) {
      mdb_txn_abort(txn);
      return false;
    }
  }
  return mdb_txn_commit(txn) == 0;
}

static void close_store(void *context) {
  struct lmdb *l = context;
  if (l->reader) mdb_txn_abort(l->reader);
  if (l->env) mdb_env_close(l->env);
  free(l);
}

struct fl_store *fl_store_lmdb(const char *folder, const char **why) {
  struct lmdb *l = calloc(1, sizeof *l);
  MDB_txn *txn = NULL;
  *why = "out of memory";
  if (!l) return NULL;
  if (mkdir(folder, 0700) < 0 && errno != EEXIST) {
    *why = strerror(errno);
    free(l);
    return NULL;
  }
  int e = mdb_env_create(&l->env);
  if (e == 0) e = mdb_env_set_mapsize(l->env, most);
  if (e == 0) e = mdb_env_open(l->env, folder, MDB_NOTLS | MDB_NORDAHEAD, 0600);
  int dead;
  if (e == 0) e = mdb_reader_check(l->env, &dead); /* of processes that were killed */
  if (e == 0) e = mdb_txn_begin(l->env, NULL, 0, &txn);
  if (e == 0) e = mdb_dbi_open(txn, NULL, 0, &l->records);
  if (e == 0) e = mdb_txn_commit(txn);
  else if (txn) mdb_txn_abort(txn);
  if (e) {
    *why = mdb_strerror(e);
    close_store(l);
    return NULL;
  }
  l->store = (struct fl_store){l, get, NULL, commit, close_store};
  return &l->store;
}
