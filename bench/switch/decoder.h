/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* What every contestant offers: bytes in, frames out, one suspension per byte. */
#ifndef DECODER_H
#define DECODER_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

struct totals {
  uint64_t frames, checksum;
};

static inline void count_frame(struct totals *totals, uint32_t length, uint32_t sum) {
  totals->frames++;
  totals->checksum = totals->checksum * 1099511628211u + ((uint64_t)length << 32 | sum);
}

/* Feeds all bytes to one machine and adds up its frames. */
typedef void decode_all(const uint8_t *data, size_t length, struct totals *totals);
decode_all fairlead_decode, by_hand_decode, fairlead_inline_decode, by_hand_inline_decode, protothread_decode,
    cpp_decode, rust_decode;
size_t fairlead_size(void), by_hand_size(void), fairlead_inline_size(void), by_hand_inline_size(void),
    protothread_size(void), cpp_size(void), rust_size(void);

#ifdef __cplusplus
}
#endif
#endif
