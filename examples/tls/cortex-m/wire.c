/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "wire.h"
#include "board.h"

#include <stdio.h>
#include <string.h>

enum { INPUT = 16 * 1024 + 512 }; /* a record of the largest size: a message may have no more here */

static fl_tls_output output;
static uint8_t input[INPUT];

void wire_begin(fl_tls_io *io) { *io = (fl_tls_io){.input = input, .output = &output}; }

size_t wire_receive(fl_tls_io *io) {
  size_t came = 0;
  if (io->input + io->input_length == input + INPUT) { /* what is left goes to the front */
    memmove(input, io->input, io->input_length);
    io->input = input;
  }
  uint8_t *to = io->input + io->input_length;
  while (to + came < input + INPUT && board_receive(to + came)) came++;
  io->input_length += came;
  io->now = board_milliseconds() / 1000;
  return came;
}

bool wire_full(const fl_tls_io *io) { return io->input_length == INPUT; }

void wire_send(void) {
  board_send(output.data, output.length);
  output.length = 0;
}

void wire_report(fl_tls_end end, uint8_t alert) {
  static const char *const ends[] = {"closed", "cut", "late", "failed", "alerted", "broken"};
  char line[96];
  snprintf(line, sizeof line, "%s %u, %u ms, heap %u, stack %u\n", ends[end], alert, (unsigned)board_milliseconds(),
           (unsigned)board_heap(), (unsigned)board_stack());
  board_say(line);
}
