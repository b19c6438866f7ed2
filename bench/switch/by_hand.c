/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "by_hand.h"
#include "decoder.h"

void by_hand_decode(const uint8_t *data, size_t length, struct totals *totals) {
  struct machine m = {0};
  for (size_t i = 0; i < length; i++) {
    enum want want = by_hand_step(&m, data[i]);
    if (want == HAS_FRAME) {
      count_frame(totals, m.length, m.sum);
      want = by_hand_step(&m, 0);
    }
    if (want == DONE) return;
  }
}

size_t by_hand_size(void) { return sizeof(struct machine); }
