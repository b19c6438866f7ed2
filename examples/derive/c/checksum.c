/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* What checksum.v leaves to C: CRC-32 from a table, and whether a sum is allowed. */
#include "receiver.h"

/* Four bits at a time. */
static const uint32_t table[16] = {
    0x00000000, 0x1db71064, 0x3b6e20c8, 0x26d930ac, 0x76dc4190, 0x6b6b51f4, 0x4db26158, 0x5005713c,
    0xedb88320, 0xf00f9344, 0xd6d6a3e8, 0xcb61b38c, 0x9b64c2b0, 0x86d3d2d4, 0xa00ae278, 0xbdbdf21c,
};

uint32_t crc32(const struct fl_bytes32 *x0) {
  uint32_t c = 0xffffffff;
  for (size_t i = 0; i < x0->len; i++) {
    c ^= x0->data[i];
    c = table[c & 15] ^ c >> 4;
    c = table[c & 15] ^ c >> 4;
  }
  return c ^ 0xffffffff;
}

bool allowed(uint32_t x0, uint32_t x1) { return x0 != x1; }
