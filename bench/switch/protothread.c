/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The machine as a protothread: Duff's device (Dunkels et al., "Protothreads", SenSys 2006). */
#include "decoder.h"

struct machine {
  uint16_t line;
  uint8_t shift;
  uint32_t length, left, sum;
};

enum want { WANTS_BYTE, HAS_FRAME, DONE };

#define BEGIN(m)       \
  switch ((m)->line) { \
  case 0:
#define YIELD(m, what)    \
  do {                    \
    (m)->line = __LINE__; \
    return what;          \
  case __LINE__:;         \
  } while (0)
#define END(m) \
  }            \
  return DONE

__attribute__((noinline)) static enum want step(struct machine *m, uint8_t b) {
  BEGIN(m)
  for (;;) {
    m->length = 0;
    m->shift = 0;
    for (;;) {
      YIELD(m, WANTS_BYTE);
      m->length |= (uint32_t)(b & 127) << m->shift;
      if (b < 128) break;
      if (m->shift > 14) return DONE;
      m->shift = (uint8_t)(m->shift + 7);
    }
    m->sum = 0;
    for (m->left = m->length; m->left > 0; m->left--) {
      YIELD(m, WANTS_BYTE);
      m->sum = m->sum * 31 + b;
    }
    YIELD(m, HAS_FRAME);
  }
  END(m);
}

void protothread_decode(const uint8_t *data, size_t length, struct totals *totals) {
  struct machine m = {0};
  enum want want = step(&m, 0);
  for (size_t i = 0; i < length && want != DONE; i++) {
    want = step(&m, data[i]);
    if (want == HAS_FRAME) {
      count_frame(totals, m.length, m.sum);
      want = step(&m, 0);
    }
  }
}

size_t protothread_size(void) { return sizeof(struct machine); }
