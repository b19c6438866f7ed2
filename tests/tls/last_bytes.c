/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* What a peer has sent, and its end, come at once: the application appends all bytes to its input, and calls only
 * fl_tls_server_no_more or fl_tls_client_no_more. Whole records that have come are told, whichever byte is the last:
 * data, and a close_notify as an end that is no cut. So it is of a server whose client's Finished comes with all that.
 *   last_bytes CERTIFICATE KEY: one that is its own authority, of localhost; nothing is printed, or the defects. */
#include "fairlead_tls.h"

#include <stdio.h>
#include <string.h>

typedef struct pair {
  fl_tls_server server;
  fl_tls_client client;
  fl_tls_io ios[2]; /* the server's, the client's */
} pair;

enum { SERVER, CLIENT, RECORD = 700, AROUND = 22, DATA = 3 * RECORD, ALL = 3 * (RECORD + AROUND) + 24 };

static fl_tls_output outputs[2];
static uint8_t inputs[2][FL_TLS_INPUT], data[DATA];
static const fl_tls_identity *identity;
static fl_tls_trust *trust;
static int defects;

static fl_tls_event turn(pair *p, int side) {
  fl_tls_io *io = &p->ios[side];
  fl_tls_event event = side == SERVER ? fl_tls_server_receive(&p->server, io) : fl_tls_client_receive(&p->client, io);
  for (;;) {
    fl_tls_event next = side == SERVER ? fl_tls_identity_answer(&identity, 1, &p->server, io, event)
                                       : fl_tls_trust_server(trust, &p->client, io, event);
    if (next == event) return event;
    event = next;
  }
}

static size_t written(int side) { return outputs[side].length; }

/* So many bytes of what a side has written are the other's input. */
static void pass(pair *p, int side, size_t length) {
  fl_tls_io *to = &p->ios[!side];
  memmove(inputs[!side], to->input, to->input_length);
  to->input = inputs[!side];
  memcpy(to->input + to->input_length, outputs[side].data, length);
  to->input_length += length;
  outputs[side].length = 0;
}

static size_t send(pair *p, int side, const uint8_t *what, size_t length) {
  return side == SERVER ? fl_tls_server_send(&p->server, &p->ios[side], what, length)
                        : fl_tls_client_send(&p->client, &p->ios[side], what, length);
}

/* All that a side is told by no_more alone: how much data, whether a handshake is done; and how it ended. */
static size_t told(pair *p, int side, fl_tls_why why, bool *established, fl_tls_end *end) {
  fl_tls_io *io = &p->ios[side];
  size_t got = 0;
  *established = false;
  for (int steps = 0; steps < 100; steps++) {
    size_t length;
    fl_tls_event event =
        side == SERVER ? fl_tls_server_no_more(&p->server, io, why) : fl_tls_client_no_more(&p->client, io, why);
    const uint8_t *there =
        side == SERVER ? fl_tls_server_data(&p->server, io, &length) : fl_tls_client_data(&p->client, io, &length);
    if (event == FL_TLS_ESTABLISHED) *established = true;
    if (length > 0 && (got + length > DATA || memcmp(there, data + got, length) != 0))
      printf("other data\n"), defects++;
    if (event == FL_TLS_DATA || event == FL_TLS_ENDED) got += length;
    if (side == SERVER) fl_tls_server_used(&p->server, length);
    if (side == CLIENT) fl_tls_client_used(&p->client, length);
    if (event != FL_TLS_ENDED && event != FL_TLS_DONE) continue;
    uint8_t alert;
    *end = side == SERVER ? fl_tls_server_end(&p->server, &alert) : fl_tls_client_end(&p->client, &alert);
    return got;
  }
  printf("side %d: no end\n", side), defects++;
  return got;
}

/* A side sends three records and its close_notify; all but the last `missing` bytes come, and the end with them. */
static void talk(const fl_tls_context *context, int side, bool with_finished, size_t missing, fl_tls_why why) {
  static pair p;
  fl_tls_server_init(&p.server, context);
  fl_tls_client_init(&p.client, context, "localhost", NULL, 0);
  outputs[0].length = outputs[1].length = 0;
  for (int i = 0; i < 2; i++) p.ios[i] = (fl_tls_io){inputs[i], 0, &outputs[i], 1000};
  turn(&p, CLIENT);
  pass(&p, CLIENT, written(CLIENT));
  turn(&p, SERVER);
  pass(&p, SERVER, written(SERVER));
  while (turn(&p, CLIENT) != FL_TLS_ESTABLISHED) {}
  if (!with_finished) {
    pass(&p, CLIENT, written(CLIENT));
    while (turn(&p, SERVER) != FL_TLS_ESTABLISHED) {}
    while (turn(&p, SERVER) != FL_TLS_WANT) {}
    pass(&p, SERVER, written(SERVER));
    while (turn(&p, CLIENT) != FL_TLS_WANT) {}
  }
  size_t before = written(side), sent = 0;
  for (int i = 0; i < 3; i++) sent += send(&p, side, data + sent, RECORD);
  if (side == SERVER) fl_tls_server_close(&p.server, &p.ios[side]);
  if (side == CLIENT) fl_tls_client_close(&p.client, &p.ios[side]);
  size_t all = written(side), come = all - missing, want = 0;
  bool established, hello = come >= before;
  fl_tls_end end = FL_TLS_END_BROKEN, wants = why == FL_TLS_CUT ? FL_TLS_END_CUT : FL_TLS_END_LATE;
  for (int i = 1; i <= 3 && come >= before + (size_t)i * (RECORD + AROUND); i++) want += RECORD;
  if (missing == 0) wants = FL_TLS_END_CLOSED;
  pass(&p, side, come);
  size_t got = told(&p, !side, why, &established, &end);
  if (sent != DATA || got != want || end != wants || established != (with_finished && hello)) {
    printf("side %d, Finished %d, without the last %zu bytes, %d: %zu bytes of %zu, established %d, end %d\n", side,
           with_finished, missing, (int)why, got, want, established, (int)end);
    defects++;
  }
}

int main(int count, char **files) {
  char why[FL_TLS_WHY] = "";
  fl_tls_identity *loaded = count == 3 ? fl_tls_identity_load(files[1], files[2], why) : NULL;
  trust = loaded ? fl_tls_trust_load(files[1], why) : NULL;
  if (!trust) return fprintf(stderr, "last_bytes CERTIFICATE KEY: %s\n", why), 2;
  identity = loaded;
  const fl_tls_context context = {.provider = PROVIDER()};
  for (size_t i = 0; i < DATA; i++) data[i] = (uint8_t)(7 * i + i / 256);
  static const size_t missing[] = {0, 1, 23, 24, 25, 700, 746, 747, 1468, 2189, ALL, ALL + 1};
  for (size_t n = 0; n < sizeof missing / sizeof missing[0]; n++)
    for (int late = 0; late < 2; late++) {
      fl_tls_why how = late ? FL_TLS_LATE : FL_TLS_CUT;
      if (missing[n] <= ALL) talk(&context, SERVER, false, missing[n], how);
      if (missing[n] <= ALL) talk(&context, CLIENT, false, missing[n], how);
      talk(&context, CLIENT, true, missing[n], how);
    }
  fl_tls_trust_free(trust);
  fl_tls_identity_free(loaded);
  return defects != 0;
}
