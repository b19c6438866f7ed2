/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "names.h"

#include <string.h>

unsigned fl_common(const uint8_t *a, const uint8_t *b) {
  unsigned most = fl_digits(a) < fl_digits(b) ? fl_digits(a) : fl_digits(b), i = 0;
  while (i + 8 <= most && a[2 + i / 8] == b[2 + i / 8]) i += 8;
  while (i < most && fl_bit(a, i) == fl_bit(b, i)) i++;
  return i;
}

void fl_front(uint8_t front[FL_KEY], const uint8_t *key, unsigned count) {
  memset(front, 0, FL_KEY);
  front[0] = (uint8_t)(count >> 8);
  front[1] = (uint8_t)count;
  memcpy(front + 2, key + 2, count / 8);
  if (count % 8) front[2 + count / 8] = key[2 + count / 8] & (uint8_t)(0xff00 >> count % 8);
}

uint64_t fl_hash(const uint8_t *key, size_t length) {
  uint64_t h = 0xcbf29ce484222325u ^ length;
  size_t at = 0;
  for (; at + 8 <= length; at += 8) {
    uint64_t x;
    memcpy(&x, key + at, 8);
    h = (h ^ x) * 0x9e3779b97f4a7c15u;
    h ^= h >> 29;
  }
  for (; at < length; at++) h = (h ^ key[at]) * 0x100000001b3u;
  return h ^ h >> 32;
}

struct fl_name fl_name_of(const uint8_t *key) {
  struct fl_name n;
  unsigned count = fl_digits(key);
  if (count == FL_DEPTH) {
    n.data[0] = 'l';
    memcpy(n.data + 1, key + 2, 32);
    n.length = 33;
  } else {
    n.data[0] = 'n';
    memcpy(n.data + 1, key, 2 + (count + 7) / 8);
    n.length = 3 + (count + 7) / 8;
  }
  return n;
}

struct fl_name fl_name_beside(uint8_t what, const uint8_t *key) {
  struct fl_name n = fl_name_of(key);
  n.data[0] = what;
  return n;
}
