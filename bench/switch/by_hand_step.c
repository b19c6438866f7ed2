/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* In a file of its own, as the generated step is: in one file with its caller, a C compiler may inline it, and knows which
 * registers it leaves alone. one_file.c has both like that. */
#include "by_hand.h"

enum { LENGTH, PAYLOAD, FRAME, STOPPED };

enum want by_hand_step(struct machine *m, uint8_t b) {
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
    if (m->left == 0) break;
    m->state = PAYLOAD;
    return WANTS_BYTE;
  case PAYLOAD:
    m->sum = m->sum * 31 + b;
    if (--m->left == 0) break;
    return WANTS_BYTE;
  case FRAME:
    m->state = LENGTH;
    m->length = 0;
    m->shift = 0;
    return WANTS_BYTE;
  default: return DONE;
  }
  m->state = FRAME;
  return HAS_FRAME;
}
