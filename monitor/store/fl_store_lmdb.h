/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef FL_STORE_LMDB_H
#define FL_STORE_LMDB_H
#include "fl_store.h"

/* LMDB in a folder, which is made if it is not there. A commit is there after a crash when it says so. NULL: *why says
 * why. LMDB trusts its file: open one that somebody else could have written in a process of its own only
 * (docs/monitor-serve.md). */
struct fl_store *fl_store_lmdb(const char *folder, const char **why);

/* Only to look: the folder as it is now, whatever others commit until this one is closed; it takes no commit. It may be
 * on a disk that cannot be written. */
struct fl_store *fl_store_lmdb_held(const char *folder, const char **why);

/* ---- For a journal before it (fl_store_journaled.h) ---- */

/* A record of the store's own, which `get` does not have. FAILED: or it has another size. */
#define FL_STORE_LMDB_MARK "j"
enum fl_store_result fl_store_lmdb_mark(struct fl_store *store, void *value, size_t size);
/* Whether it could be committed, and is none of the store's own. */
bool fl_store_lmdb_takes(const struct fl_store_change *change);
/* The number of the last commit, by whomever; a held one is then the folder as it is after that. UINT64_MAX: cannot be
 * known. */
uint64_t fl_store_lmdb_renew(struct fl_store *store);
/* From `begin' to `end' all looks are at one state, and what is on the page of the one before is found at once. False:
 * it cannot be; looks are as they were. */
bool fl_store_lmdb_walk_begin(struct fl_store *store);
void fl_store_lmdb_walk_end(struct fl_store *store);
/* After a commit that said false: none will say anything else before it is opened anew. */
bool fl_store_lmdb_is_dead(const struct fl_store *store);
#endif
