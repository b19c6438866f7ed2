/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "journal_sum.h"

#include <string.h>

enum { LANES = 4, BLOCK = LANES * 16 };
__extension__ typedef unsigned __int128 wide;

static const uint64_t odd[LANES] = {0x9e3779b97f4a7c15u, 0xd1b54a32d192ed03u, 0xa0761d6478bd642fu, 0xe7037ed1a0b428dbu};

static uint64_t word(const uint8_t *b) { /* little-endian, wherever the file is read */
  return (uint64_t)b[0] | (uint64_t)b[1] << 8 | (uint64_t)b[2] << 16 | (uint64_t)b[3] << 24 | (uint64_t)b[4] << 32 |
         (uint64_t)b[5] << 40 | (uint64_t)b[6] << 48 | (uint64_t)b[7] << 56;
}
/* Both halves of a product. What makes a factor 0 loses the other one, which is why that is added, too. */
static uint64_t fold(uint64_t a, uint64_t b) {
  wide product = (wide)a * b;
  return ((uint64_t)product ^ (uint64_t)(product >> 64)) + (b << 17 | b >> 47);
}

static void take(uint64_t lane[LANES], const uint8_t block[BLOCK]) {
  for (unsigned i = 0; i < LANES; i++)
    lane[i] = fold(lane[i] ^ word(block + 16 * i), word(block + 16 * i + 8) ^ odd[i]) + (lane[i] << 23 | lane[i] >> 41);
}

void fl_journal_sum(const uint8_t *data, size_t length, uint8_t sum[FL_JOURNAL_SUM]) {
  uint64_t lane[LANES] = {0xcbf29ce484222325u, 0x84222325cbf29ce4u, 0x589965cc75374cc3u, 0x1d8e4e27c47d124fu};
  uint8_t rest[BLOCK] = {0};
  size_t at = 0;
  for (; length - at >= BLOCK; at += BLOCK) take(lane, data + at);
  memcpy(rest, data + at, length - at);
  take(lane, rest);
  /* Each lane into each other, and how long it was. */
  for (unsigned round = 0; round < 2 * LANES; round++) {
    unsigned i = round % LANES;
    lane[i] = fold(lane[i] ^ length, lane[(i + 1) % LANES] ^ odd[i]) ^ lane[(i + 3) % LANES];
  }
  for (unsigned i = 0; i < FL_JOURNAL_SUM; i++) sum[i] = (uint8_t)(lane[i / 8] >> i % 8 * 8);
}
