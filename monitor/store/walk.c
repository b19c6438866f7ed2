/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "walk.h"

#include <string.h>

/* Where the way to the leaf leads from a record of the tree: the key there, or nothing. What the bytes mean is said in
 * docs/monitor-log.md; who asked checks all of it. */
static size_t below(const uint8_t *name, const uint8_t leaf[32], const uint8_t *record, size_t length,
                    uint8_t next[FL_STORE_KEY]) {
  enum { EDGE = 68 };
  unsigned digits = (unsigned)name[1] << 8 | name[2];
  if (name[0] != 'n' || digits > 255 || length < 3 || record[0] != 1) return 0;
  bool right = leaf[digits / 8] >> (7 - digits % 8) & 1;
  size_t at = right ? record[1] ? 1 + EDGE : 2 : 1;
  if (at + EDGE > length || record[at] != 1) return 0;
  const uint8_t *key = record + at + 1;
  unsigned count = (unsigned)key[0] << 8 | key[1];
  if (count == 256) {
    next[0] = 'l';
    memcpy(next + 1, key + 2, 32);
    return memcmp(key + 2, leaf, 32) == 0 ? 33 : 0;
  }
  size_t bytes = (count + 7) / 8;
  if (count > 255 || memcmp(key + 2, leaf, count / 8) != 0) return 0;
  /* Where the way leads past this record, nothing below it is on the way. */
  if (count % 8 && (key[2 + count / 8] ^ leaf[count / 8]) >> (8 - count % 8)) return 0;
  next[0] = 'n';
  memcpy(next + 1, key, 2 + bytes);
  return 3 + bytes;
}

size_t fl_store_node(uint8_t key[FL_STORE_KEY], const uint8_t leaf[32], unsigned digits) {
  size_t bytes = (digits + 7) / 8;
  key[0] = 'n', key[1] = (uint8_t)(digits >> 8), key[2] = (uint8_t)digits;
  memcpy(key + 3, leaf, bytes);
  if (digits % 8) key[2 + bytes] &= (uint8_t)(0xff << (8 - digits % 8));
  return 3 + bytes;
}

void fl_store_walk(struct fl_store *store, const uint8_t *key, size_t key_length, const uint8_t leaf[32],
                   bool (*each)(void *mine, const uint8_t *key, size_t key_length, const uint8_t *value, size_t length),
                   void *mine) {
  static uint8_t value[FL_STORE_VALUE];
  uint8_t here[FL_STORE_KEY];
  size_t length;
  if (key_length < 3 || key_length > sizeof here) return;
  memcpy(here, key, key_length);
  for (unsigned steps = 0; key_length > 0 && steps < 257; steps++) {
    if (store->get(store->context, here, key_length, value, &length) != FL_STORE_FOUND) return;
    if (!each(mine, here, key_length, value, length)) return;
    key_length = below(here, leaf, value, length, here);
  }
}
