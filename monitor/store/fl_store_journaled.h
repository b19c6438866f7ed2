/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* LMDB behind a journal (journal.h): a commit is there after a crash when it is in the journal, which costs one write
 * of what changed and no page of LMDB's; LMDB gets it later, many commits in one transaction. */
#ifndef FL_STORE_JOURNALED_H
#define FL_STORE_JOURNALED_H
#include "fl_store.h"

enum fl_store_part {
  FL_STORE_WHOLE, /* looks and commits; nobody else may have it so */
  FL_STORE_LOOKS, /* what others commit, as soon as they have been told that they did */
  FL_STORE_HELD   /* the folder as it is now. It may be on a disk that cannot be written */
};

/* A folder, which is made if it is not there, and may have been LMDB's alone. Until the first commit nothing in it is
 * another. NULL: *why says why. */
struct fl_store *fl_store_journaled(const char *folder, enum fl_store_part part, const char **why);

/* Once, of a whole one: its own thread takes what is in the journal to LMDB from now on. False: there is no thread, and
 * each commit is a transaction of LMDB. */
bool fl_store_journaled_begin(struct fl_store *store);

/* From time to time, while nobody asks: what was committed by others is read before somebody waits for it. Whether
 * there was something. */
bool fl_store_journaled_idle(struct fl_store *store);

/* What its `paths' does, for those who know that nothing was committed since those were asked for last: the journal is
 * not looked at. LMDB may have more of it by now, which is the same. */
void fl_store_journaled_walks(struct fl_store *store, const struct fl_store_way *ways, size_t count,
                              bool (*each)(void *mine, const uint8_t *key, size_t key_length, const uint8_t *value,
                                           size_t length),
                              void *mine);

/* It will not commit any more, and may if it is opened anew. */
bool fl_store_journaled_is_gone(struct fl_store *store);
#endif
