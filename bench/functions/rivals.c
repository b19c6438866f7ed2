/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "rivals.h"

#include <string.h>

/* ---- SHA-256 (FIPS 180-4) ---- */

static const uint32_t k[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

static inline uint32_t rotr(uint32_t x, unsigned n) { return x >> n | x << (32 - n); }

static inline uint32_t load_be32(const uint8_t *p) {
  return (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | p[3];
}

static void compress(uint32_t h[8], const uint8_t *block) {
  uint32_t w[64];
  for (int i = 0; i < 16; i++) w[i] = load_be32(block + 4 * i);
  for (int i = 16; i < 64; i++) {
    uint32_t s0 = rotr(w[i - 15], 7) ^ rotr(w[i - 15], 18) ^ (w[i - 15] >> 3);
    uint32_t s1 = rotr(w[i - 2], 17) ^ rotr(w[i - 2], 19) ^ (w[i - 2] >> 10);
    w[i] = w[i - 16] + s0 + w[i - 7] + s1;
  }
  uint32_t a = h[0], b = h[1], c = h[2], d = h[3], e = h[4], f = h[5], g = h[6], x = h[7];
  for (int i = 0; i < 64; i++) {
    uint32_t t1 = x + (rotr(e, 6) ^ rotr(e, 11) ^ rotr(e, 25)) + ((e & f) ^ (~e & g)) + k[i] + w[i];
    uint32_t t2 = (rotr(a, 2) ^ rotr(a, 13) ^ rotr(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
    x = g;
    g = f;
    f = e;
    e = d + t1;
    d = c;
    c = b;
    b = a;
    a = t1 + t2;
  }
  h[0] += a;
  h[1] += b;
  h[2] += c;
  h[3] += d;
  h[4] += e;
  h[5] += f;
  h[6] += g;
  h[7] += x;
}

void rival_sha256(const uint8_t *data, size_t length, uint8_t digest[32]) {
  uint32_t h[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
  uint64_t bits = (uint64_t)length * 8;
  for (; length >= 64; data += 64, length -= 64) compress(h, data);
  uint8_t tail[128] = {0};
  if (length > 0) memcpy(tail, data, length);
  tail[length] = 0x80;
  size_t padded = length < 56 ? 64 : 128;
  for (int i = 0; i < 8; i++) tail[padded - 1 - (size_t)i] = (uint8_t)(bits >> (8 * i));
  compress(h, tail);
  if (padded == 128) compress(h, tail + 64);
  for (int i = 0; i < 8; i++) {
    digest[4 * i] = (uint8_t)(h[i] >> 24);
    digest[4 * i + 1] = (uint8_t)(h[i] >> 16);
    digest[4 * i + 2] = (uint8_t)(h[i] >> 8);
    digest[4 * i + 3] = (uint8_t)h[i];
  }
}

/* ---- base64 (RFC 4648) ---- */

static uint8_t base64_value[256];

__attribute__((constructor)) static void build_base64_value(void) {
  static const char alphabet[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  memset(base64_value, 64, sizeof base64_value);
  for (uint8_t i = 0; i < 64; i++) base64_value[(uint8_t)alphabet[i]] = i;
}

long rival_base64(const uint8_t *text, size_t length, uint8_t *out, size_t capacity) {
  const uint8_t *v = base64_value;
  uint8_t *to = out;
  if (length % 4 != 0 || length / 4 > capacity / 3) return -1;
  if (length == 0) return 0;
  const uint8_t *last = text + length - 4;
  for (; text < last; text += 4, to += 3) {
    uint8_t a = v[text[0]], b = v[text[1]], c = v[text[2]], d = v[text[3]];
    if ((a | b | c | d) >= 64) return -1;
    uint32_t word = (uint32_t)a << 18 | (uint32_t)b << 12 | (uint32_t)c << 6 | d;
    to[0] = (uint8_t)(word >> 16);
    to[1] = (uint8_t)(word >> 8);
    to[2] = (uint8_t)word;
  }
  uint8_t a = v[last[0]], b = v[last[1]];
  if ((a | b) >= 64) return -1;
  *to++ = (uint8_t)(a << 2 | b >> 4);
  if (last[2] == '=') return last[3] == '=' && (b & 15) == 0 ? to - out : -1;
  uint8_t c = v[last[2]];
  if (c >= 64) return -1;
  *to++ = (uint8_t)((b & 15) << 4 | c >> 2);
  if (last[3] == '=') return (c & 3) == 0 ? to - out : -1;
  uint8_t d = v[last[3]];
  if (d >= 64) return -1;
  *to++ = (uint8_t)((c & 3) << 6 | d);
  return to - out;
}

/* The loop with what .fl promises besides: output that grows is zero, and every write is checked against its length. Not the last four. */
long rival_base64_checked(const uint8_t *text, size_t length, struct rival_bytes *out) {
  const uint8_t *v = base64_value;
  out->length = 0;
  if (length % 4 != 0 || length / 4 > sizeof out->data / 3) return -1;
  if (length == 0) return 0;
  memset(out->data, 0, length / 4 * 3);
  out->length = (uint32_t)(length / 4 * 3);
  const uint8_t *last = text + length - 4;
  uint32_t to = 0;
  for (; text < last; text += 4, to += 3) {
    uint8_t a = v[text[0]], b = v[text[1]], c = v[text[2]], d = v[text[3]];
    if ((a | b | c | d) >= 64) return -1;
    uint32_t word = (uint32_t)a << 18 | (uint32_t)b << 12 | (uint32_t)c << 6 | d;
    if (to + 3 > out->length) return -1;
    out->data[to] = (uint8_t)(word >> 16);
    out->data[to + 1] = (uint8_t)(word >> 8);
    out->data[to + 2] = (uint8_t)word;
  }
  return to;
}

/* ---- hash table ---- */

static inline uint32_t mix(uint64_t key) { return (uint32_t)(((key ^ (key >> 33)) * 0xff51afd7ed558ccdu) >> 48); }

bool rival_add(struct rival_table *table, uint64_t key, uint64_t amount) {
  for (uint32_t i = mix(key);; i = (i + 1) & 65535) {
    struct rival_slot *slot = &table->slots[i];
    if (slot->key == key) {
      slot->value += amount;
      return true;
    }
    if (slot->key == 0) {
      if (table->used >= 65536 / 4 * 3) return false;
      table->used++;
      *slot = (struct rival_slot){key, amount};
      return true;
    }
  }
}

uint64_t rival_find(const struct rival_table *table, uint64_t key) {
  for (uint32_t i = mix(key);; i = (i + 1) & 65535) {
    const struct rival_slot *slot = &table->slots[i];
    if (slot->key == key) return slot->value;
    if (slot->key == 0) return 0;
  }
}

/* ---- header fields ---- */

static inline bool is_name(uint8_t c) {
  return c > ' ' && c < 0x7f && c != ':' && c != '"' && c != '(' && c != ')' && c != ',';
}

size_t rival_headers(const uint8_t *text, size_t length, struct rival_fields *out) {
  const uint8_t *p = text, *end = text + length;
  out->count = 0;
  for (;;) {
    if (end - p < 2) return 0;
    if (p[0] == '\r' && p[1] == '\n') return (size_t)(p + 2 - text);
    if (out->count == 100) return 0;
    const uint8_t *name = p;
    while (p < end && is_name(*p)) p++;
    const uint8_t *name_end = p;
    if (p == end || p == name || *p != ':') return 0;
    p++;
    while (p < end && (*p == ' ' || *p == '\t')) p++;
    const uint8_t *value = p;
    while (p < end && *p != '\r') {
      if (*p < ' ' && *p != '\t') return 0;
      p++;
    }
    const uint8_t *value_end = p;
    if (end - p < 2 || p[1] != '\n') return 0;
    p += 2;
    while (value_end > value && (value_end[-1] == ' ' || value_end[-1] == '\t')) value_end--;
    out->list[out->count++] = (struct rival_field){(uint32_t)(name - text), (uint32_t)(name_end - text),
                                                   (uint32_t)(value - text), (uint32_t)(value_end - text)};
  }
}
