/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The compiled HTTPS machine against arbitrary bytes, in arbitrary pieces, behind cryptography that a fuzzer can get past:
 * records are not encrypted and every tag is right, unless its last byte is 0xee; x25519 gives back what came; every
 * Finished verifies, unless its last byte is 0xee.
 *
 * The first byte of the input says how the rest is cut: that many bytes arrive at a time (0: all at once), and its top bit
 * makes the peer late at the end rather than gone. Failures: a trap; consuming more than there is, or holding more than the
 * server allows; sending what is no record; an end without an alert of ours, unless one came; endless work. What is
 * lent is filled with other bytes whenever it may be.
 *
 * With -fsanitize=fuzzer this is a libFuzzer target; with -DREPLAY it runs the files it is given, and says how they end. */
#include "https.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_INPUT = 104448, MOST_STEPS = 300000, WRONG = 0xee };

static _Noreturn void fail(const char *why)
{
  fprintf(stderr, "fuzz_connection: %s\n", why);
  abort();
}

bool tls_gcm_open(struct fl_view key, struct fl_view nonce, struct fl_view data, struct fl_span text)
{
  if (key.len != 16 || nonce.len != 12 || data.len != 5 || text.len < 16)
    fail("a record opened with wrong lengths");
  return text.data[text.len - 1] != WRONG;
}

void tls_gcm_seal(struct fl_view key, struct fl_view nonce, struct fl_view data, struct fl_span text)
{
  if (key.len != 16 || nonce.len != 12 || data.len != 5 || text.len < 17 || text.len > 16384 + 17)
    fail("a record sealed with wrong lengths");
  memset(text.data + text.len - 16, 0, 16);
}

void tls_x25519(struct fl_view private, struct fl_view peer, struct fl_bytes32 *share, struct fl_bytes32 *result)
{
  uint8_t any = 0;
  if (private.len != 32 || peer.len != 32)
    fail("x25519 of wrong lengths");
  memcpy(share->data, private.data, 32);
  share->len = 32;
  memcpy(result->data, peer.data, 32);
  for (int i = 0; i < 32; i++)
    any |= peer.data[i];
  result->len = any ? 32 : 0;
}

bool tls_same(struct fl_view a, struct fl_view b) { return a.len == b.len && a.data[a.len - 1] != WRONG; }

static bool alert_was_last; /* of what was sent */

static void check_records(const uint8_t *data, size_t length)
{
  for (size_t at = 0; at < length;) {
    if (length - at < 5 || data[at] < 20 || data[at] > 23 || data[at + 1] != 3 || data[at + 2] != 3)
      fail("sent what is no record");
    size_t n = (size_t)(data[at + 3] << 8 | data[at + 4]);
    if (n == 0 || n > 16384 + 256 || n > length - at - 5)
      fail("sent a record of a wrong length");
    alert_was_last = data[at] == 21 || (data[at] == 23 && n > 16 && data[at + 5 + n - 17] == 21);
    at += 5 + n;
  }
}

static enum fl_status last;
static struct fl_records_End end;
static size_t held; /* when it last asked for more */

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  static struct fl_bytes1024 out;
  static struct fl_bytes66048 wire;
  static uint8_t certificates[700];
  struct fl_connection machine;
  union fl_request asked;
  union fl_response answer;
  struct fl_http_File file = {0};
  struct fl_bytes29 date = {.len = 29};
  struct fl_bytes64 random = {.len = 64};
  struct fl_bytes72 signature = {.len = 70};
  if (size < 1)
    return 0;
  size_t piece = data[0] & 127u ? data[0] & 127u : MOST_INPUT;
  uint8_t why = data[0] & 128u ? FL_transport_More_late : FL_transport_More_ended;
  data++;
  size--;
  /* Input lives in a block of its exact size, so that a sanitizer sees any access beyond it. */
  uint8_t *buffer = malloc(1);
  size_t length = 0, fed = 0;
  alert_was_last = false;
  memset(&answer, 0, sizeof answer);
  memset(date.data, 'd', sizeof date.data);
  memset(certificates, 'c', sizeof certificates);
  fl_connection_init(&machine);
  for (int steps = 0;; steps++) {
    if (steps == MOST_STEPS)
      fail("endless work");
    last = fl_connection_step(&machine, answer, &asked, (struct fl_span){buffer, length}, &wire,
                              (struct fl_span){certificates, sizeof certificates}, &out);
    switch (last) {
    case FL_ASKS_transport_more: {
      size_t room = MOST_INPUT - length, rest = size - fed;
      size_t n = piece < rest ? piece : rest;
      if (room == 0)
        fail("holds more input than it may");
      n = n < room ? n : room;
      held = length;
      answer.transport_more.tag = n > 0 ? FL_transport_More_arrived : why;
      if (n > 0) {
        uint8_t *larger = malloc(length + n);
        if (!larger)
          abort();
        memcpy(larger, buffer, length);
        memcpy(larger + length, data + fed, n);
        free(buffer);
        buffer = larger;
        length += n;
        fed += n;
      }
      break;
    }
    case FL_ASKS_transport_consume: {
      uint32_t n = asked.transport_consume.n;
      if (n > length)
        fail("consumed more than there is");
      uint8_t *rest = malloc(length - n ? length - n : 1);
      if (!rest)
        abort();
      memcpy(rest, buffer + n, length - n);
      free(buffer);
      buffer = rest;
      length -= n;
      break;
    }
    case FL_ASKS_transport_send:
      check_records(wire.data, wire.len);
      answer.transport_send = fed % 17 != 16;
      break;
    case FL_ASKS_handshake_random:
      random.len = fed % 29 == 28 ? 0 : 64;
      answer.handshake_random = &random;
      break;
    case FL_ASKS_handshake_sign:
      signature.len = fed % 29 == 27 ? 0 : 70;
      answer.handshake_sign = &signature;
      break;
    case FL_ASKS_waiting:
      break;
    case FL_ASKS_http_lookup:
      if (out.len == 0 || out.data[0] != '/')
        fail("a path that does not start at the root");
      file.status = out.len % 3 ? 200 : 404;
      file.size = (uint64_t)out.len * out.len * 100;
      answer.http_lookup = &file;
      break;
    case FL_ASKS_http_now:
      answer.http_now = &date;
      break;
    case FL_ASKS_fill:
      if (asked.fill.n > sizeof wire.data - wire.len || asked.fill.offset + asked.fill.n > file.size)
        fail("wants what is not in the file, or has no room for it");
      memset(wire.data + wire.len, 'f', asked.fill.n);
      wire.len += asked.fill.n;
      answer.fill = fed % 19 != 18;
      break;
    case FL_DONE:
      end = asked.done_connection;
      if (!alert_was_last && end.tag != 4) /* union End of records.fl: alerted */
        fail("ended without an alert");
      free(buffer);
      return 0;
    case FL_TRAP:
      fail("trap");
    }
    if (last != FL_ASKS_fill) { /* between all others another connection may have had them */
      memset(wire.data, 0xa5, sizeof wire.data);
      wire.len = 777;
    }
    memset(out.data, 0xa5, sizeof out.data);
    out.len = 777;
  }
}

#ifdef REPLAY
int main(int argc, char **argv)
{
  static const char *const names[] = {
      [FL_records_End_closed] = "closed", [FL_records_End_cut] = "cut", [FL_records_End_late] = "late",
      [FL_records_End_failed] = "failed", [FL_records_End_alerted] = "alerted"};
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
    held = 0;
    LLVMFuzzerTestOneInput(exact, n);
    free(exact);
    const char *name = strrchr(argv[i], '/') ? strrchr(argv[i], '/') + 1 : argv[i];
    printf("%s: %s", name, names[end.tag]);
    if (end.tag == FL_records_End_failed)
      printf(" %u", (unsigned)end.u.failed);
    printf(", held %zu\n", held);
  }
  return 0;
}
#endif
