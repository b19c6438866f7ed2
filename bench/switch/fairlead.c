/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The generated machine, driven like the others. Its step function is in a file of its own. */
#include "decoder.h"
#include "frames.h"

void fairlead_decode(const uint8_t *data, size_t length, struct totals *totals) {
  struct fl_frames machine;
  union fl_request asked;
  fl_frames_init(&machine);
  enum fl_status status = fl_frames_step(&machine, (union fl_response){0}, &asked);
  for (size_t i = 0; i < length; i++) {
    if (status != FL_ASKS_next) return;
    status = fl_frames_step(&machine, (union fl_response){.next = data[i]}, &asked);
    if (status == FL_ASKS_frame) {
      count_frame(totals, asked.frame.length, asked.frame.sum);
      status = fl_frames_step(&machine, (union fl_response){0}, &asked);
    }
  }
}

size_t fairlead_size(void) { return FL_FRAMES_SIZE; }
