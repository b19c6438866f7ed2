/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Short keys and values (value_trusted.h) in registers. */
#ifndef FL_VALUE_WORDS_H
#define FL_VALUE_WORDS_H
#include "value_trusted.h"

/* Eight bytes of a name, or of data, from `from` on, the first in the lowest place, zeros behind its end. In a
 * register: what is put together in memory byte by byte and read in words keeps the processor waiting. */
static inline uint64_t fl_word_at(const uint8_t *name, size_t length, size_t from) {
  uint64_t w;
  uint32_t first, last;
  if (length <= from) return 0;
  size_t n = length - from;
  if (n >= 8) {
    memcpy(&w, name + from, 8);
    return w;
  }
  if (length >= 8) {
    memcpy(&w, name + length - 8, 8);
    return w >> 8 * (8 - n);
  }
  if (n >= 4) {
    memcpy(&first, name, 4);
    memcpy(&last, name + n - 4, 4);
    return first | (uint64_t)last << 8 * (n - 4);
  }
  return name[0] | (uint64_t)name[n / 2] << 8 * (n / 2) | (uint64_t)name[n - 1] << 8 * (n - 1);
}

/* The same datum, of at most 15 bytes of data and without a time, in registers. */
static inline void fl_value_words(uint64_t datum[2], const uint8_t *data, size_t length) {
  uint64_t low = fl_word_at(data, length, 0);
  datum[0] = low << 8;
  datum[1] = fl_word_at(data, length, 8) << 8 | low >> 56;
}
/* The 32 bytes of the next one, without the number of digits. */
static inline void fl_value_short_words(uint64_t key[4], const uint8_t *name, size_t length) {
  for (unsigned i = 0; i < 4; i++) key[i] = fl_word_at(name, length, 8 * i);
  key[3] |= (uint64_t)length << 56;
}
/* Another one, of keys of at most 31 bytes: the bytes, zeros, and in the last byte how many they are. No two have the
 * same. False: it is too long. */
static inline bool fl_value_short_key(uint8_t key[34], const uint8_t *name, size_t length) {
  uint64_t words[4];
  if (length > 31) return false;
  fl_value_short_words(words, name, length);
  key[0] = 1;
  key[1] = 0;
  memcpy(key + 2, words, 32);
  return true;
}
#endif
