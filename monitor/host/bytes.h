/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Bytes of entries and answers: numbers are big-endian, and are written and read at once; short copies and comparisons
 * take no call. */
#ifndef FL_BYTES_H
#define FL_BYTES_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* Small, and called for each answer from a few places: a call would cost as much as what it does. */
#define FL_HOT static inline __attribute__((always_inline))

static inline void fl_put16(uint8_t *to, uint16_t n) {
  n = __builtin_bswap16(n);
  memcpy(to, &n, sizeof n);
}
static inline void fl_put32(uint8_t *to, uint32_t n) {
  n = __builtin_bswap32(n);
  memcpy(to, &n, sizeof n);
}
static inline void fl_put64(uint8_t *to, uint64_t n) {
  n = __builtin_bswap64(n);
  memcpy(to, &n, sizeof n);
}
static inline uint16_t fl_get16(const uint8_t *from) {
  uint16_t n;
  memcpy(&n, from, sizeof n);
  return __builtin_bswap16(n);
}
static inline uint32_t fl_get32(const uint8_t *from) {
  uint32_t n;
  memcpy(&n, from, sizeof n);
  return __builtin_bswap32(n);
}
static inline uint64_t fl_get64(const uint8_t *from) {
  uint64_t n;
  memcpy(&n, from, sizeof n);
  return __builtin_bswap64(n);
}

/* They do not overlap. The first and the last bytes, which may be the same ones in part. */
static inline void fl_copy(uint8_t *to, const uint8_t *from, size_t n) {
  uint64_t a[2], b[2];
  uint32_t c, d;
  if (n > 32) {
    memcpy(to, from, n);
  } else if (n >= 16) {
    memcpy(a, from, 16);
    memcpy(b, from + n - 16, 16);
    memcpy(to, a, 16);
    memcpy(to + n - 16, b, 16);
  } else if (n >= 8) {
    memcpy(a, from, 8);
    memcpy(b, from + n - 8, 8);
    memcpy(to, a, 8);
    memcpy(to + n - 8, b, 8);
  } else if (n >= 4) {
    memcpy(&c, from, 4);
    memcpy(&d, from + n - 4, 4);
    memcpy(to, &c, 4);
    memcpy(to + n - 4, &d, 4);
  } else if (n > 0) {
    to[0] = from[0];
    to[n / 2] = from[n / 2];
    to[n - 1] = from[n - 1];
  }
}

/* Each puts something at `at`, and says where the next goes. */
static inline uint8_t *fl_add8(uint8_t *at, uint8_t n) {
  *at = n;
  return at + 1;
}
static inline uint8_t *fl_add16(uint8_t *at, uint32_t n) {
  fl_put16(at, (uint16_t)n);
  return at + 2;
}
static inline uint8_t *fl_add_bytes(uint8_t *at, const uint8_t *data, size_t length) {
  fl_copy(at, data, length);
  return at + length;
}

static inline uint64_t fl_differ(const uint8_t *a, const uint8_t *b) {
  uint64_t x, y;
  memcpy(&x, a, sizeof x);
  memcpy(&y, b, sizeof y);
  return x ^ y;
}
static inline bool fl_same_32(const uint8_t *a, const uint8_t *b) {
  return (fl_differ(a, b) | fl_differ(a + 8, b + 8) | fl_differ(a + 16, b + 16) | fl_differ(a + 24, b + 24)) == 0;
}
/* Keys with their digits: 34 bytes. */
static inline bool fl_same_key(const uint8_t *a, const uint8_t *b) {
  return fl_same_32(a, b) && fl_get16(a + 32) == fl_get16(b + 32);
}
static inline bool fl_same(const uint8_t *a, const uint8_t *b, size_t n) {
  size_t i = 0;
  for (; i + 8 <= n; i += 8)
    if (fl_differ(a + i, b + i)) return false;
  for (; i < n; i++)
    if (a[i] != b[i]) return false;
  return true;
}
#endif
