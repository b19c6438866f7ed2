/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Any bytes as the journal's two files: what is read of them is batches that follow one another, of changes that LMDB
 * takes, and it ends. The first byte says whether digests are mended first, and how files grow meanwhile. */
#define _GNU_SOURCE
#include "fl_store_lmdb.h"
#include "journal_sum.h"
#include "pending.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

static void must(bool x) {
  if (!x) abort();
}

/* So that what is behind digests is reached: fronts from `mark', batches of what lengths say, in a row. */
static void mend(uint8_t *data, size_t size, struct fl_journal_mark *mark) {
  if (size < FL_JOURNAL_FRONT) return;
  memcpy(data, "FLJRNL2\n", 8);
  fl_journal_put_mark(data + 8, mark);
  for (size_t at = FL_JOURNAL_FRONT; at + FL_JOURNAL_HEAD <= size;) {
    size_t length = data[at + 35], left = size - at - FL_JOURNAL_HEAD;
    if (length > left) length = left;
    memset(data + at + 32, 0, 3);
    data[at + 35] = (uint8_t)length;
    mark->number++;
    for (int i = 0; i < 8; i++) data[at + 36 + i] = (uint8_t)(mark->number >> 8 * (7 - i));
    memcpy(data + at, mark->digest, 32);
    fl_journal_sum(data + at, FL_JOURNAL_HEAD + length, mark->digest);
    memcpy(data + at, mark->digest, 32);
    at += FL_JOURNAL_HEAD + length;
  }
}

static void check(const struct fl_pending *p) {
  must(p->count <= 2);
  struct fl_journal_mark end = p->base;
  for (unsigned i = 0; i < p->count; i++) {
    size_t count;
    const struct fl_store_change *all = fl_changes_all(p->parts[i].changes, &count);
    must(fl_journal_same(&end, &p->parts[i].begin));
    end = p->parts[i].end;
    must(end.number != p->parts[i].begin.number);
    for (size_t j = 0; j < count; j++) {
      must(fl_store_lmdb_takes(&all[j]));
      must(fl_pending_find(p, all[j].key, all[j].key_length) != NULL);
    }
  }
}

int LLVMFuzzerTestOneInput(const uint8_t *input, size_t size) {
  static int files[2] = {-1, -1};
  if (size < 3) return 0;
  if (files[0] < 0)
    for (int i = 0; i < 2; i++) must((files[i] = memfd_create("journal", 0)) >= 0);
  uint8_t how = input[0], *data = malloc(size - 1);
  size_t cut = (size - 2) * input[1] / 255, rest = size - 2 - cut;
  struct fl_journal_mark base = {0}, mark = base;
  must(data != NULL);
  memcpy(data, input + 2, size - 2);
  if (how & 1) {
    bool second = how & 2;
    mend(second ? data + cut : data, second ? rest : cut, &mark);
    mend(second ? data : data + cut, second ? cut : rest, &mark);
  }
  struct fl_pending p = {.files = {files[0], files[1]}};
  for (int step = how & 4 ? 0 : 3; step < 4; step++) { /* they are there at once, or come by and by */
    size_t a = step == 3 ? cut : cut * (size_t)step / 3, b = step == 3 ? rest : rest * (size_t)step / 3;
    must(ftruncate(files[0], 0) == 0 && ftruncate(files[1], 0) == 0);
    must(pwrite(files[0], data, a, 0) == (ssize_t)a && pwrite(files[1], data + cut, b, 0) == (ssize_t)b);
    must(fl_pending_follow(&p, &base));
    check(&p);
    fl_pending_broken(&p);
  }
  if (p.count == 2) {
    base = p.parts[0].end;
    must(fl_pending_follow(&p, &base));
    check(&p);
  }
  fl_pending_empty(&p);
  free(data);
  return 0;
}
