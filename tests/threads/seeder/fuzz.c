/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* What strangers give the seeder to read as a torrent, or as a tracker's answer. Every part of a text that is accepted
 * is looked at, and must lie within it. With -fsanitize=fuzzer a libFuzzer target. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "bencode.h"
#include "torrent.h"

static void check(struct value outer, struct value inner)
{
  if (inner.start < outer.start || inner.end > outer.end || inner.start > inner.end)
    abort();
}

static void walk(struct value value)
{
  struct value part;
  uint64_t number;
  bencode_number(value, &number);
  if (bencode_string(value, &part))
    check(value, part);
  if (bencode_get(value, "info", &part)) {
    check(value, part);
    walk(part);
  }
  if (bencode_get(value, "", &part))
    check(value, part);
  for (const char *at = NULL; bencode_next(value, &at, &part);) {
    check(value, part);
    walk(part);
  }
}

int LLVMFuzzerTestOneInput(const uint8_t *text, size_t length);
int LLVMFuzzerTestOneInput(const uint8_t *text, size_t length)
{
  struct value value;
  /* A copy, so that reading behind it is found. */
  char *copy = malloc(length > 0 ? length : 1);
  if (!copy)
    return 0;
  if (length > 0)
    memcpy(copy, text, length);
  if (bencode_parse(copy, length, &value))
    walk(value);
  struct torrent torrent = {0};
  if (!torrent_parse(&torrent, copy, length, "", NO_CONTENT)) {
    uint64_t end = 0;
    if (torrent.pieces == 0 || torrent_piece_size(&torrent, torrent.pieces - 1) > torrent.piece_length)
      abort();
    for (size_t i = 0; i < torrent.parts_count; end += torrent.parts[i++].length)
      if (torrent.parts[i].start != end)
        abort();
    if (end != torrent.length)
      abort();
  }
  torrent_close(&torrent);
  free(copy);
  return 0;
}
