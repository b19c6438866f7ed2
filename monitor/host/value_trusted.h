/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* What the application stores, as a datum of the monitor: the bytes themselves if they are few, else their length and
 * SHA-256; of which type they are, and until when they count. One encoding for each. The type is beside the bytes: no
 * bytes of a string are a hash. */
#ifndef FL_VALUE_H
#define FL_VALUE_H
#include "bytes.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

enum { FL_VALUE_DATUM = 252, FL_VALUE_INLINE = 200, FL_VALUE_MOST = 1 << 20 };

/* What the bytes are: a string, or the items of a container (serve/clean/items.fl). */
enum fl_type { FL_STRING, FL_HASH, FL_LIST, FL_SET, FL_ZSET, FL_STREAM, FL_TYPES };

struct fl_value {
  uint64_t expires;    /* milliseconds since 1970; 0: never */
  const uint8_t *data; /* NULL: elsewhere, to be checked with fl_value_is */
  size_t length;
  const uint8_t *digest; /* if data is NULL: 32 bytes */
  uint8_t type;          /* enum fl_type */
};

/* The datum's length. At most FL_VALUE_MOST bytes of data. */
size_t fl_value_encode_any(uint8_t datum[FL_VALUE_DATUM], const uint8_t *data, size_t length, uint64_t expires,
                           uint8_t type);
FL_HOT size_t fl_value_encode(uint8_t datum[FL_VALUE_DATUM], const uint8_t *data, size_t length, uint64_t expires,
                              uint8_t type) {
  if (length > FL_VALUE_INLINE || expires || type) return fl_value_encode_any(datum, data, length, expires, type);
  datum[0] = 0; /* as most are: a string, without a time, and short */
  fl_copy(datum + 1, data, length);
  return length + 1;
}
/* Whether a datum was made so. */
static inline bool fl_value_is_plain(const uint8_t *datum, size_t length) { return length > 0 && datum[0] == 0; }
/* The same value, with another time. */
size_t fl_value_with_time(uint8_t datum[FL_VALUE_DATUM], const struct fl_value *value, uint64_t expires);
/* It points into the datum. False: no value is encoded so. */
bool fl_value_decode_any(const uint8_t *datum, size_t length, struct fl_value *value);
static inline bool fl_value_decode(const uint8_t *datum, size_t length, struct fl_value *value) {
  if (length < 1 || length > 1 + FL_VALUE_INLINE || datum[0] != 0) return fl_value_decode_any(datum, length, value);
  *value = (struct fl_value){0, datum + 1, length - 1, NULL, FL_STRING}; /* likewise */
  return true;
}
/* Whether these are the bytes that the datum stands for. */
bool fl_value_is(const struct fl_value *value, const uint8_t *data, size_t length);

/* The data key of an application's key: 256 digits, its SHA-256. */
void fl_value_key(uint8_t key[34], const uint8_t *name, size_t length);
#endif
