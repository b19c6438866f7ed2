/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "pending.h"

#include "fl_store_lmdb.h"

#include <stdlib.h>

static void drop(struct fl_pending *p, unsigned parts) {
  for (unsigned i = 0; i < parts; i++) fl_changes_free(p->parts[i].changes);
  for (unsigned i = parts; i < p->count; i++) p->parts[i - parts] = p->parts[i];
  p->count -= parts;
}

void fl_pending_empty(struct fl_pending *p) {
  drop(p, p->count);
  free(p->batch.data);
  p->batch = (struct fl_buffer){0};
}

struct fl_journal_mark fl_pending_end(const struct fl_pending *p) {
  return p->count ? p->parts[p->count - 1].end : p->base;
}

bool fl_pending_base(struct fl_store *lmdb, struct fl_journal_mark *base) {
  uint8_t bytes[FL_JOURNAL_MARK];
  enum fl_store_result r = fl_store_lmdb_mark(lmdb, bytes, sizeof bytes);
  *base = (struct fl_journal_mark){0};
  if (r == FL_STORE_FOUND) fl_journal_get_mark(base, bytes);
  return r != FL_STORE_FAILED;
}

static bool add_all(struct fl_changes *to, const struct fl_buffer *batch) {
  const uint8_t *at = batch->data + FL_JOURNAL_HEAD, *end = batch->data + batch->length;
  struct fl_store_change c;
  while (at < end)
    if (!fl_frame_change(&at, end, &c) || !fl_changes_put(to, c.key, c.key_length, c.value, c.value_length))
      return false;
  return true;
}

bool fl_pending_read(struct fl_pending *p, struct fl_pending_part *part, const struct fl_journal_mark *to) {
  while (!to || !fl_journal_same(&part->end, to)) {
    uint64_t at = part->at;
    switch (fl_journal_next(p->files[part->file], &part->at, &part->end, &p->batch)) {
    case FL_JOURNAL_FAILED: return false;
    case FL_JOURNAL_END: return !to;
    case FL_JOURNAL_NEXT: break;
    }
    part->last = at;
    if (!add_all(part->changes, &p->batch)) return false;
  }
  return true;
}

/* A file that goes on from the end, and has a batch. */
static bool next_part(struct fl_pending *p, bool *found) {
  struct fl_journal_mark end = fl_pending_end(p), begin;
  *found = false;
  for (unsigned file = 0; file < 2; file++) {
    if (p->count > 0 && p->parts[0].file == file) continue;
    if (!fl_journal_front(p->files[file], &begin) || !fl_journal_same(&begin, &end)) continue;
    struct fl_pending_part *part = &p->parts[p->count];
    *part = (struct fl_pending_part){file, end, end, FL_JOURNAL_FRONT, FL_JOURNAL_FRONT, fl_changes_new()};
    bool ok = part->changes && fl_pending_read(p, part, NULL);
    *found = ok && part->end.number != end.number;
    if (*found)
      p->count++;
    else
      fl_changes_free(part->changes);
    return ok;
  }
  return true;
}

bool fl_pending_follow(struct fl_pending *p, const struct fl_journal_mark *base) {
  bool found = true;
  bool one_turn = p->count == 2 && fl_journal_same(base, &p->parts[0].end);
  if (!fl_journal_same(base, &p->base)) drop(p, one_turn ? 1 : p->count);
  p->base = *base;
  bool ok = p->count == 0 || fl_pending_read(p, &p->parts[p->count - 1], NULL);
  while (ok && found && p->count < 2) ok = next_part(p, &found);
  if (!ok) drop(p, p->count); /* a batch may be there in part */
  return ok;
}

bool fl_pending_broken(struct fl_pending *p) {
  uint64_t end = fl_pending_end(p).number;
  for (unsigned file = 0; file < 2; file++) {
    struct fl_journal_mark mark;
    uint64_t at = FL_JOURNAL_FRONT;
    if (fl_journal_front(p->files[file], &mark) && mark.number >= end &&
        fl_journal_next(p->files[file], &at, &mark, &p->batch) == FL_JOURNAL_NEXT)
      return true;
  }
  return false;
}

const struct fl_store_change *fl_pending_find(const struct fl_pending *p, const uint8_t *key, size_t key_length) {
  const struct fl_store_change *c = NULL;
  for (unsigned i = p->count; !c && i-- > 0;) c = fl_changes_find(p->parts[i].changes, key, key_length);
  return c;
}
