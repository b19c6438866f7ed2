/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "value_trusted.h"

#include "bytes.h"
#include "digest.h"

#include <string.h>

/* In the first byte; from its third bit on, the type. */
enum { EXPIRES = 1, BY_DIGEST = 2, TYPE_AT = 2, DIGEST = 32 };

size_t fl_value_with_time(uint8_t datum[FL_VALUE_DATUM], const struct fl_value *value, uint64_t expires) {
  size_t at = 1;
  datum[0] = (uint8_t)(value->type << TYPE_AT);
  if (expires) {
    datum[0] |= EXPIRES;
    fl_put64(datum + at, expires);
    at += 8;
  }
  if (value->data) {
    fl_copy(datum + at, value->data, value->length);
    return at + value->length;
  }
  datum[0] |= BY_DIGEST;
  fl_put32(datum + at, (uint32_t)value->length);
  memcpy(datum + at + 4, value->digest, DIGEST);
  return at + 4 + DIGEST;
}

size_t fl_value_encode_any(uint8_t datum[FL_VALUE_DATUM], const uint8_t *data, size_t length, uint64_t expires,
                           uint8_t type) {
  uint8_t digest[DIGEST];
  struct fl_value value = {
      .data = length <= FL_VALUE_INLINE ? data : NULL, .length = length, .digest = digest, .type = type};
  if (!value.data) fl_digest(data, length, digest);
  return fl_value_with_time(datum, &value, expires);
}

bool fl_value_decode_any(const uint8_t *datum, size_t length, struct fl_value *value) {
  size_t at = 1;
  *value = (struct fl_value){0};
  if (length < 1 || length > FL_VALUE_DATUM || datum[0] >> TYPE_AT >= FL_TYPES) return false;
  value->type = datum[0] >> TYPE_AT;
  if (datum[0] & EXPIRES) {
    if (length < at + 8) return false;
    value->expires = fl_get64(datum + at);
    at += 8;
  }
  if (!(datum[0] & BY_DIGEST)) {
    value->data = datum + at;
    value->length = length - at;
    return value->length <= FL_VALUE_INLINE;
  }
  if (length != at + 4 + DIGEST) return false;
  value->length = fl_get32(datum + at);
  value->digest = datum + at + 4;
  return value->length > FL_VALUE_INLINE && value->length <= FL_VALUE_MOST;
}

bool fl_value_is(const struct fl_value *value, const uint8_t *data, size_t length) {
  uint8_t digest[DIGEST];
  if (length != value->length || value->data) return false;
  fl_digest(data, length, digest);
  return memcmp(digest, value->digest, DIGEST) == 0;
}

void fl_value_key(uint8_t key[34], const uint8_t *name, size_t length) {
  key[0] = 1; /* 256 digits */
  key[1] = 0;
  fl_digest(name, length, key + 2);
}
