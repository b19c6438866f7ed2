/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* ns per suspend and resume of one machine, in several ways of writing it. Prints samples for
 * bench/report.py; with argument 1 frame sizes, too, on standard error. Exits 1 when two decoders disagree. */
#include "../clock.h"
#include "decoder.h"

#include <stdlib.h>
#include <string.h>

enum { ROUNDS = 41, BYTES = 1 << 17 };

static uint8_t data[BYTES];

static const struct contestant {
  const char *name;
  decode_all *decode;
  size_t (*size)(void);
} contestants[] = {
    {"fairlead", fairlead_decode, fairlead_size},
    {"hand", by_hand_decode, by_hand_size},
    {"protothread", protothread_decode, protothread_size},
    {"c++20", cpp_decode, cpp_size},
    {"rust", rust_decode, rust_size},
    {"fairlead, one file", fairlead_inline_decode, fairlead_inline_size},
    {"hand, one file", by_hand_inline_decode, by_hand_inline_size},
};
enum { CONTESTANTS = sizeof contestants / sizeof contestants[0] };

/* Frames of up to max bytes. */
static void fill(uint32_t max) {
  uint64_t x = 88172645463325252u;
  for (size_t i = 0; i < BYTES;) {
    x ^= x << 13;
    x ^= x >> 7;
    x ^= x << 17;
    uint32_t length = (uint32_t)(x >> 32) % (max + 1), rest = length;
    for (; i < BYTES && rest >= 128; rest >>= 7) data[i++] = (uint8_t)(rest | 128);
    if (i < BYTES) data[i++] = (uint8_t)rest;
    for (; i < BYTES && length > 0; length--) data[i++] = (uint8_t)(x >> (length & 31));
  }
}

static void contest(const char *name, uint32_t max) {
  struct totals first = {0, 0};
  fill(max);
  fairlead_decode(data, BYTES, &first);
  for (int round = 0; round < ROUNDS; round++)
    for (int turn = 0; turn < CONTESTANTS; turn++) {
      const struct contestant *c = &contestants[(turn + round) % CONTESTANTS];
      struct totals totals = {0, 0};
      double start = now_ns();
      c->decode(data, BYTES, &totals);
      sample(name, c->name, (now_ns() - start) / (double)(BYTES + totals.frames));
      if (totals.frames == 0 || memcmp(&totals, &first, sizeof totals) != 0) {
        fprintf(stderr, "bench/switch: %s decodes something else\n", c->name);
        exit(1);
      }
    }
}

int main(int argc, char **argv) {
  contest("frames of up to 8 bytes", 8);
  contest("frames of up to 2000 bytes", 2000);
  for (int i = 0; argc > 1 && argv[1][0] == '1' && i < CONTESTANTS; i++)
    fprintf(stderr, "  %-18s %3zu bytes per frame (%.2fx)\n", contestants[i].name, contestants[i].size(),
            (double)contestants[i].size() / (double)by_hand_size());
}
