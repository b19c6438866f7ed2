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
#endif
