/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#define _GNU_SOURCE
#include "journal.h"

#include "digest.h"
#include "fl_store_lmdb.h"
#include "journal_sum.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/uio.h>
#include <unistd.h>

/* Of the first kind, the digests were SHA-256. Such a file may be there when the program is a new one, and goes on. */
static const uint8_t magic[8] = "FLJRNL2\n", first_magic[8] = "FLJRNL1\n";
enum { AHEAD_LEAST = 1 << 20, AHEAD_MOST = 16 << 20 };

static void put(uint8_t *b, unsigned bytes, uint64_t n) {
  for (unsigned i = 0; i < bytes; i++) b[i] = (uint8_t)(n >> 8 * (bytes - 1 - i));
}
static uint64_t read_number(const uint8_t b[8]) { return (uint64_t)fl_frame_u32(b) << 32 | fl_frame_u32(b + 4); }

void fl_journal_put_mark(uint8_t bytes[FL_JOURNAL_MARK], const struct fl_journal_mark *mark) {
  put(bytes, 8, mark->number);
  memcpy(bytes + 8, mark->digest, FL_JOURNAL_DIGEST);
}
void fl_journal_get_mark(struct fl_journal_mark *mark, const uint8_t bytes[FL_JOURNAL_MARK]) {
  mark->number = read_number(bytes);
  memcpy(mark->digest, bytes + 8, FL_JOURNAL_DIGEST);
}
bool fl_journal_same(const struct fl_journal_mark *a, const struct fl_journal_mark *b) {
  return a->number == b->number && memcmp(a->digest, b->digest, FL_JOURNAL_DIGEST) == 0;
}

/* ---- Reading ---- */

/* So many bytes, or as many as there are before the file's end; -1: the disk. */
static ssize_t read_at(int file, uint8_t *data, size_t length, uint64_t at) {
  size_t done = 0;
  if (file < 0 || at > INT64_MAX - length) return 0;
  while (done < length) {
    ssize_t n = pread(file, data + done, length - done, (off_t)(at + done));
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) return -1;
    if (n == 0) break;
    done += (size_t)n;
  }
  return (ssize_t)done;
}

bool fl_journal_front(int file, struct fl_journal_mark *mark) {
  uint8_t front[FL_JOURNAL_FRONT];
  if (read_at(file, front, sizeof front, 0) != sizeof front) return false;
  if (memcmp(front, magic, sizeof magic) != 0 && memcmp(front, first_magic, sizeof magic) != 0) return false;
  fl_journal_get_mark(mark, front + sizeof magic);
  return true;
}

static bool are_changes(const uint8_t *at, const uint8_t *end) {
  struct fl_store_change c;
  while (at < end)
    if (!fl_frame_change(&at, end, &c) || !fl_store_lmdb_takes(&c)) return false;
  return true;
}

enum fl_journal_read fl_journal_next(int file, uint64_t *at, struct fl_journal_mark *mark, struct fl_buffer *batch) {
  uint8_t head[FL_JOURNAL_HEAD], digest[FL_JOURNAL_DIGEST];
  ssize_t n = read_at(file, head, sizeof head, *at);
  if (n < (ssize_t)sizeof head) return n < 0 ? FL_JOURNAL_FAILED : FL_JOURNAL_END;
  uint32_t length = fl_frame_u32(head + FL_JOURNAL_DIGEST);
  if (length == 0 || length > FL_JOURNAL_BATCH || read_number(head + FL_JOURNAL_DIGEST + 4) != mark->number + 1)
    return FL_JOURNAL_END;
  batch->length = 0;
  if (!fl_buffer_room(batch, sizeof head + length)) return FL_JOURNAL_FAILED;
  n = read_at(file, batch->data + sizeof head, length, *at + sizeof head);
  if (n < 0) return FL_JOURNAL_FAILED;
  if (n < (ssize_t)length) return FL_JOURNAL_END;
  memcpy(batch->data, mark->digest, FL_JOURNAL_DIGEST);
  memcpy(batch->data + FL_JOURNAL_DIGEST, head + FL_JOURNAL_DIGEST, sizeof head - FL_JOURNAL_DIGEST);
  batch->length = sizeof head + length;
  fl_journal_sum(batch->data, batch->length, digest);
  if (memcmp(digest, head, sizeof digest) != 0) fl_digest(batch->data, batch->length, digest);
  if (memcmp(digest, head, sizeof digest) != 0 || !are_changes(batch->data + sizeof head, batch->data + batch->length))
    return FL_JOURNAL_END;
  mark->number++;
  memcpy(mark->digest, digest, sizeof digest);
  *at += batch->length;
  return FL_JOURNAL_NEXT;
}

/* ---- Writing ---- */

/* A file system that cannot do that makes room when it is written to. */
static bool grow(int file, uint64_t *size, uint64_t end) {
  uint64_t ahead = *size < AHEAD_LEAST ? AHEAD_LEAST : *size > AHEAD_MOST ? AHEAD_MOST : *size;
  uint64_t to = end > *size + ahead ? end : *size + ahead;
  if (end <= *size) return true;
  while (fallocate(file, 0, (off_t)*size, (off_t)(to - *size)) < 0) {
    if (errno == EOPNOTSUPP) return true;
    if (errno != EINTR) return false;
  }
  *size = to;
  return true;
}

bool fl_journal_write(int file, uint64_t *at, uint64_t *size, struct fl_journal_mark *mark,
                      struct fl_journal_mark *meant, struct fl_buffer *batch) {
  uint8_t front[FL_JOURNAL_FRONT];
  uint64_t to = *at;
  memcpy(front, magic, sizeof magic);
  fl_journal_put_mark(front + sizeof magic, mark);
  meant->number = mark->number + 1;
  memcpy(batch->data, mark->digest, FL_JOURNAL_DIGEST);
  put(batch->data + FL_JOURNAL_DIGEST, 4, batch->length - FL_JOURNAL_HEAD);
  put(batch->data + FL_JOURNAL_DIGEST + 4, 8, meant->number);
  fl_journal_sum(batch->data, batch->length, meant->digest);
  memcpy(batch->data, meant->digest, FL_JOURNAL_DIGEST);
  struct iovec parts[2] = {{front, *at == 0 ? sizeof front : 0}, {batch->data, batch->length}};
  if (!grow(file, size, to + parts[0].iov_len + parts[1].iov_len)) return false;
  for (unsigned i = 0; i < 2;) {
    ssize_t n = pwritev(file, parts + i, (int)(2 - i), (off_t)to);
    if (n < 0 && errno == EINTR) continue;
    if (n < 0 || (n == 0 && parts[i].iov_len > 0)) return false;
    to += (uint64_t)n;
    for (; i < 2 && (size_t)n >= parts[i].iov_len; i++) n -= (ssize_t)parts[i].iov_len;
    if (i < 2) {
      parts[i].iov_base = (uint8_t *)parts[i].iov_base + n;
      parts[i].iov_len -= (size_t)n;
    }
  }
  if (fdatasync(file) < 0) return false;
  *at = to;
  *mark = *meant;
  return true;
}
