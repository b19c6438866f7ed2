/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The machine as one writes it by hand: a struct and a switch. */
#ifndef BY_HAND_H
#define BY_HAND_H

#include <stdint.h>

struct machine {
  uint8_t state, shift;
  uint32_t length, left, sum;
};

enum want { WANTS_BYTE, HAS_FRAME, DONE };

/* One step: takes a byte if it asked for one. All zero is the beginning. */
enum want by_hand_step(struct machine *m, uint8_t b);

#endif
