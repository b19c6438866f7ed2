/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* What the application stores, as a datum of the monitor: the bytes themselves if they are few, else their length and
 * SHA-256; and until when they count. One encoding for each. */
#ifndef FL_VALUE_H
#define FL_VALUE_H
#include "bytes.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

enum { FL_VALUE_DATUM = 252, FL_VALUE_INLINE = 200, FL_VALUE_MOST = 65535 };

struct fl_value {
  uint64_t expires;    /* milliseconds since 1970; 0: never */
  const uint8_t *data; /* NULL: elsewhere, to be checked with fl_value_is */
  size_t length;
  const uint8_t *digest; /* if data is NULL: 32 bytes */
};

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

/* The datum's length. At most FL_VALUE_MOST bytes of data. */
size_t fl_value_encode_any(uint8_t datum[FL_VALUE_DATUM], const uint8_t *data, size_t length, uint64_t expires);
FL_HOT size_t fl_value_encode(uint8_t datum[FL_VALUE_DATUM], const uint8_t *data, size_t length, uint64_t expires) {
  if (length > FL_VALUE_INLINE || expires) return fl_value_encode_any(datum, data, length, expires);
  datum[0] = 0; /* as most are: without a time, and short */
  fl_copy(datum + 1, data, length);
  return length + 1;
}
/* The same datum, of at most 15 bytes of data and without a time, in registers. */
static inline void fl_value_words(uint64_t datum[2], const uint8_t *data, size_t length) {
  uint64_t low = fl_word_at(data, length, 0);
  datum[0] = low << 8;
  datum[1] = fl_word_at(data, length, 8) << 8 | low >> 56;
}
/* Whether a datum was made so. */
static inline bool fl_value_is_plain(const uint8_t *datum, size_t length) { return length > 0 && datum[0] == 0; }
/* The same value, with another time. */
size_t fl_value_with_time(uint8_t datum[FL_VALUE_DATUM], const struct fl_value *value, uint64_t expires);
/* It points into the datum. False: no value is encoded so. */
bool fl_value_decode_any(const uint8_t *datum, size_t length, struct fl_value *value);
static inline bool fl_value_decode(const uint8_t *datum, size_t length, struct fl_value *value) {
  if (length < 1 || length > 1 + FL_VALUE_INLINE || datum[0] != 0) return fl_value_decode_any(datum, length, value);
  *value = (struct fl_value){0, datum + 1, length - 1, NULL}; /* likewise */
  return true;
}
/* Whether these are the bytes that the datum stands for. */
bool fl_value_is(const struct fl_value *value, const uint8_t *data, size_t length);

/* The data key of an application's key: 256 digits, its SHA-256. */
void fl_value_key(uint8_t key[34], const uint8_t *name, size_t length);
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
