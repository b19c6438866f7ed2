/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "sha1.h"

#include <stdint.h>
#include <string.h>

static uint32_t turn(uint32_t n, int by) { return n << by | n >> (32 - by); }

static void block(uint32_t h[5], const uint8_t *b) {
  uint32_t w[80], a = h[0], x = h[1], y = h[2], z = h[3], e = h[4];
  for (int i = 0; i < 16; i++)
    w[i] = (uint32_t)b[4 * i] << 24 | (uint32_t)b[4 * i + 1] << 16 | (uint32_t)b[4 * i + 2] << 8 | b[4 * i + 3];
  for (int i = 16; i < 80; i++) w[i] = turn(w[i - 3] ^ w[i - 8] ^ w[i - 14] ^ w[i - 16], 1);
  for (int i = 0; i < 80; i++) {
    uint32_t f = i < 20   ? ((x & y) | (~x & z)) + 0x5a827999
                 : i < 40 ? (x ^ y ^ z) + 0x6ed9eba1
                 : i < 60 ? ((x & y) | (x & z) | (y & z)) + 0x8f1bbcdc
                          : (x ^ y ^ z) + 0xca62c1d6;
    uint32_t next = turn(a, 5) + f + e + w[i];
    e = z, z = y, y = turn(x, 30), x = a, a = next;
  }
  h[0] += a, h[1] += x, h[2] += y, h[3] += z, h[4] += e;
}

void fl_sha1_hex(const char *text, size_t length, char digits[40]) {
  uint32_t h[5] = {0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0};
  uint8_t last[128] = {0};
  size_t whole = length / 64 * 64, rest = length - whole, end = rest < 56 ? 64 : 128;
  for (size_t i = 0; i < whole; i += 64) block(h, (const uint8_t *)text + i);
  if (rest > 0) memcpy(last, text + whole, rest);
  last[rest] = 0x80;
  for (int i = 0; i < 8; i++) last[end - 1 - (size_t)i] = (uint8_t)((uint64_t)length * 8 >> 8 * i);
  for (size_t i = 0; i < end; i += 64) block(h, last + i);
  for (int i = 0; i < 40; i++) digits[i] = "0123456789abcdef"[h[i / 8] >> 4 * (7 - i % 8) & 15];
}
