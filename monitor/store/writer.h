/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Commits to a journal, and from there to LMDB. The one writer of both. */
#ifndef FL_WRITER_H
#define FL_WRITER_H
#include "fl_store.h"

struct fl_writer;
struct fl_writer *fl_writer_new(struct fl_store *lmdb, const int files[2]); /* NULL: no memory */
bool fl_writer_begin(struct fl_writer *writer);                             /* fl_store_journaled_begin */
bool fl_writer_commit(struct fl_writer *writer, const struct fl_store_change *changes, size_t count);
bool fl_writer_is_gone(struct fl_writer *writer);
void fl_writer_free(struct fl_writer *writer);
#endif
