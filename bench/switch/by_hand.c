/* The machine as one writes it by hand: a struct and a switch. */
#include "decoder.h"

#include <stdbool.h>

enum { LENGTH, PAYLOAD, FRAME, STOPPED };

struct machine {
  uint8_t state, shift;
  uint32_t length, left, sum;
};

enum want { WANTS_BYTE, HAS_FRAME, DONE };

/* One step: takes a byte if it asked for one. Kept out of line, as a library's step function is. */
__attribute__((noinline)) static enum want step(struct machine *m, uint8_t b)
{
  switch (m->state) {
  case LENGTH:
    m->length |= (uint32_t)(b & 127) << m->shift;
    if (b >= 128) {
      if (m->shift > 14) {
        m->state = STOPPED;
        return DONE;
      }
      m->shift = (uint8_t)(m->shift + 7);
      return WANTS_BYTE;
    }
    m->sum = 0;
    m->left = m->length;
    if (m->left == 0)
      break;
    m->state = PAYLOAD;
    return WANTS_BYTE;
  case PAYLOAD:
    m->sum = m->sum * 31 + b;
    if (--m->left == 0)
      break;
    return WANTS_BYTE;
  case FRAME:
    m->state = LENGTH;
    m->length = 0;
    m->shift = 0;
    return WANTS_BYTE;
  default:
    return DONE;
  }
  m->state = FRAME;
  return HAS_FRAME;
}

void by_hand_decode(const uint8_t *data, size_t length, struct totals *totals)
{
  struct machine m = {.state = LENGTH};
  for (size_t i = 0; i < length; i++) {
    enum want want = step(&m, data[i]);
    if (want == HAS_FRAME) {
      count_frame(totals, m.length, m.sum);
      want = step(&m, 0);
    }
    if (want == DONE)
      return;
  }
}

size_t by_hand_size(void)
{
  return sizeof(struct machine);
}
