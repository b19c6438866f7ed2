/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The compiled HTTP machine against arbitrary bytes, in arbitrary pieces.
 *
 * The first byte of the input says how the rest is cut: that many bytes arrive at a time (0: all
 * at once), and its top bit makes the peer late at the end rather than gone. A trap, a consumption
 * of more than there is, a malformed response, or endless work is a failure.
 *
 * With -fsanitize=fuzzer this is a libFuzzer target; with -DREPLAY it runs the files it is given. */
#include "http.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_INPUT = 16384, MOST_STEPS = 200000 };

static _Noreturn void fail(const char *why)
{
  fprintf(stderr, "fuzz_connection: %s\n", why);
  abort();
}

static void check_response(const struct fl_bytes1024 *head)
{
  static const char start[] = "HTTP/1.1 ";
  if (head->len < sizeof start + 3 || memcmp(head->data, start, sizeof start - 1) != 0)
    fail("a response that is none");
  for (size_t i = 0; i + 3 < head->len; i++)
    if (memcmp(head->data + i, "\r\n\r\n", 4) == 0)
      return;
  fail("a response head without an end");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  static struct fl_bytes1024 out;
  struct fl_connection machine;
  union fl_request asked;
  union fl_response answer;
  struct fl_File file = {0};
  struct fl_bytes29 date = {.len = 29};
  if (size < 1)
    return 0;
  size_t piece = data[0] & 127u ? data[0] & 127u : MOST_INPUT;
  uint8_t last = data[0] & 128u ? FL_lines_More_late : FL_lines_More_ended;
  data++;
  size--;
  /* Input lives in a block of its exact size, so that a sanitizer sees any access beyond it. */
  uint8_t *buffer = NULL;
  size_t length = 0, fed = 0;
  memset(&answer, 0, sizeof answer);
  memset(date.data, 'd', sizeof date.data);
  fl_connection_init(&machine);
  for (int steps = 0;; steps++) {
    if (steps == MOST_STEPS)
      fail("endless work");
    switch (fl_connection_step(&machine, answer, &asked, (struct fl_span){buffer ? buffer : out.data, length}, &out)) {
    case FL_ASKS_lines_more: {
      size_t room = MOST_INPUT - length, rest = size - fed;
      size_t n = piece < rest ? piece : rest;
      n = n < room ? n : room;
      answer.lines_more.tag = n > 0 ? FL_lines_More_arrived : last;
      if (n > 0) {
        buffer = realloc(buffer, length + n);
        if (!buffer)
          abort();
        memcpy(buffer + length, data + fed, n);
        length += n;
        fed += n;
      }
      break;
    }
    case FL_ASKS_body_consume: {
      uint32_t n = asked.body_consume.n;
      if (n > length)
        fail("consumed more than there is");
      uint8_t *rest = length > n ? malloc(length - n) : NULL;
      if (rest)
        memcpy(rest, buffer + n, length - n);
      free(buffer);
      buffer = rest;
      length -= n;
      break;
    }
    case FL_ASKS_lookup:
      if (out.len == 0 || out.data[0] != '/')
        fail("a path that does not start at the root");
      file.status = out.len % 3 ? 200 : 404;
      file.size = out.len;
      answer.lookup = &file;
      break;
    case FL_ASKS_now:
      answer.now = &date;
      break;
    case FL_ASKS_respond:
      check_response(&out);
      answer.respond = fed % 5 != 4;
      break;
    case FL_DONE:
      free(buffer);
      return 0;
    case FL_TRAP:
      fail("trap");
    }
  }
}

#ifdef REPLAY
int main(int argc, char **argv)
{
  for (int i = 1; i < argc; i++) {
    FILE *f = fopen(argv[i], "rb");
    if (!f) {
      perror(argv[i]);
      return 1;
    }
    static uint8_t data[1 << 20];
    size_t n = fread(data, 1, sizeof data, f);
    fclose(f);
    uint8_t *exact = malloc(n ? n : 1);
    if (!exact)
      return 1;
    memcpy(exact, data, n);
    LLVMFuzzerTestOneInput(exact, n);
    free(exact);
  }
  printf("%d inputs\n", argc - 1);
  return 0;
}
#endif
