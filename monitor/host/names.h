/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Keys as the monitor has them, and what the store calls their records (fl_store.h). */
#ifndef FL_NAMES_H
#define FL_NAMES_H
#include "fl_store.h"

#include <string.h>

enum { FL_KEY = 34, FL_DEPTH = 256 };

static inline unsigned fl_digits(const uint8_t *key) { return (unsigned)key[0] << 8 | key[1]; }
static inline unsigned fl_bit(const uint8_t *key, unsigned i) { return key[2 + i / 8] >> (7 - i % 8) & 1; }
/* How many digits two keys begin with in common. */
unsigned fl_common(const uint8_t *a, const uint8_t *b);
/* The first so many digits of a key. */
void fl_front(uint8_t front[FL_KEY], const uint8_t *key, unsigned count);

/* For tables. */
uint64_t fl_hash(const uint8_t *bytes, size_t length);
/* Likewise, of 32 bytes, as words of this machine. */
static inline uint64_t fl_hash_words(const uint64_t x[4]) {
  __extension__ typedef unsigned __int128 wide;
  wide a = (wide)(x[0] ^ 0xcbf29ce484222325u) * (x[1] ^ 0x9e3779b97f4a7c15u);
  wide b = (wide)(x[2] ^ 0x84222325cbf29ce4u) * (x[3] ^ 0xd1b54a32d192ed03u);
  wide c = (wide)((uint64_t)a ^ (uint64_t)(a >> 64) ^ 0xa0761d6478bd642fu) *
           ((uint64_t)b ^ (uint64_t)(b >> 64) ^ 0xe7037ed1a0b428dbu);
  return (uint64_t)c ^ (uint64_t)(c >> 64);
}
static inline uint64_t fl_hash_32(const uint8_t *bytes) {
  uint64_t x[4];
  memcpy(x, bytes, 32);
  return fl_hash_words(x);
}

struct fl_name {
  size_t length;
  uint8_t data[FL_STORE_KEY];
};
struct fl_name fl_name_of(const uint8_t *key);
/* What stands beside a data record: v, k. */
struct fl_name fl_name_beside(uint8_t what, const uint8_t *key);
#endif
