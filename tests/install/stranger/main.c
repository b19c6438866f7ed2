/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "lines.h"
#include <stdio.h>

int main(void) {
  struct fl_lines machine;
  union fl_response answer = {0};
  union fl_request asked;
  fl_lines_init(&machine);
  for (;;) {
    switch (fl_lines_step(&machine, answer, &asked)) {
    case FL_ASKS_next: {
      int c = getchar();
      answer.next = c == EOF ? 0 : (uint8_t)c;
      break;
    }
    case FL_ASKS_line:
      printf("%u: %.*s\n", (unsigned)asked.line.number, (int)asked.line.text.len, (const char *)asked.line.text.data);
      break;
    case FL_DONE:
      printf("%u lines\n", (unsigned)asked.done_lines);
      return 0;
    default:
      return 1;
    }
  }
}
