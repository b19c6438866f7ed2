/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* A client and a server in one process, by libfairlead-tls's interface, whose applications call its functions in any
 * order: what is right most of the time, else what nobody asked for, and at any time. Between them bytes arrive in
 * pieces; one bit in many is turned. Each input lies in a block of its exact size, for sanitizers, and moves.
 *
 *   any_order CERTIFICATE KEY FIRST LAST    seeds; the certificate is its own authority, of localhost
 *
 * Failures: data that the other side did not send, or before the handshake is done, or more than was sent; a handshake
 * that is done for a client whose application never said whom it trusts; something taken to send before the handshake
 * is done, or after the end; keys exported before it is done; an error of the library itself. With status 1; the last
 * line counts what happened. An application that has gone astray has used more data than there is, taken back input,
 * or said that its output is fuller than any: what the library says then is not compared, nor may it touch anything
 * that is not its own. */
#include "fairlead_tls.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { QUEUE = 1 << 18, LARGEST = 80000 };

static unsigned long long state;
static unsigned seed;

static unsigned below(size_t n) { /* xorshift */
  state ^= state << 13;
  state ^= state >> 7;
  state ^= state << 17;
  return (unsigned)((state >> 11) % n);
}

static _Noreturn void fail(const char *what) {
  printf("any_order: seed %u: %s\n", seed, what);
  exit(1);
}

typedef struct side {
  bool client, established, answered, ended, closed;
  bool astray;
  fl_tls_server *server;
  fl_tls_client *tls;
  fl_tls_io io;
  fl_tls_output output;
  fl_tls_event last;
  unsigned sent, got;
  uint8_t *block;       /* begins what io.input is the end of */
  uint8_t queue[QUEUE]; /* on its way to this side */
  size_t queued;
} side;

/* The function of the side's kind. */
#define CALL(x, name, ...) \
  ((x)->client ? fl_tls_client_##name((x)->tls, __VA_ARGS__) : fl_tls_server_##name((x)->server, __VA_ARGS__))

static fl_tls_identity *identity;
static fl_tls_trust *trust;
static volatile uint8_t seen; /* all of what a call gives is there */

static void look(const uint8_t *bytes, size_t length) {
  if (bytes)
    for (size_t i = 0; i < length; i++) seen ^= bytes[i];
}

static uint8_t expected(unsigned at, bool client) { return (uint8_t)(at * 7 + (at >> 8) * 13 + client * 101); }

static void fill(uint8_t *to, size_t length, const side *x) {
  for (unsigned i = 0; i < length; i++) to[i] = expected(x->sent + i, x->client);
}

/* The input, and `n` bytes more, in another block. */
static void move(side *x, const uint8_t *more, size_t n) {
  size_t length = x->io.input ? x->io.input_length : 0;
  uint8_t *other = malloc(length + n ? length + n : 1);
  if (!other) abort();
  if (length) memcpy(other, x->io.input, length);
  if (n) memcpy(other + length, more, n);
  free(x->block);
  x->block = x->io.input = other;
  x->io.input_length = length + n;
}

static void take_data(side *x, const side *peer) {
  size_t length;
  uint8_t *data = CALL(x, data, &x->io, &length);
  if (!x->established) fail("data before the handshake is done");
  size_t used = below(3) ? length : below(length + 1);
  for (size_t i = 0; i < used && !x->astray; i++)
    if (data[i] != expected(x->got + (unsigned)i, peer->client)) fail("data that was not sent");
  if (used) memset(data, 0xcc, used); /* it is ours to change */
  CALL(x, used, used);
  x->got += (unsigned)used;
  if (!x->astray && x->got > peer->sent) fail("more data than was sent");
}

static void happened(side *x, const side *peer, fl_tls_event event) {
  x->last = event;
  if (event == FL_TLS_ESTABLISHED) {
    if (x->client && !x->answered) fail("a server whom nobody has believed");
    x->established = true;
    fl_tls_agreed on = x->client ? fl_tls_client_agreed(x->tls) : fl_tls_server_agreed(x->server);
    look(on.protocol, on.protocol_length);
  }
  if (event == FL_TLS_DATA) take_data(x, peer);
  if (event == FL_TLS_ENDED || event == FL_TLS_DONE) {
    uint8_t alert;
    fl_tls_end end = x->client ? fl_tls_client_end(x->tls, &alert) : fl_tls_server_end(x->server, &alert);
    x->ended = true;
    if (end == FL_TLS_END_BROKEN && !x->astray) fail("the library says that it is broken");
  }
}

/* What the header says is to be done at an event. */
static fl_tls_event go_on(side *x) {
  switch (x->last) {
  case FL_TLS_CHOOSE:
  case FL_TLS_SIGN:
    return x->client ? fl_tls_identity_client(identity, x->tls, &x->io, x->last)
                     : fl_tls_identity_answer((const fl_tls_identity *const *)&identity, 1, x->server, &x->io, x->last);
  case FL_TLS_VERIFY:
    x->answered = true;
    return x->client ? fl_tls_trust_server(trust, x->tls, &x->io, x->last)
                     : fl_tls_trust_client(trust, x->server, &x->io, x->last);
  case FL_TLS_TICKET: return fl_tls_server_resume(x->server, &x->io, below(2));
  default: return CALL(x, receive, &x->io);
  }
}

static void send_some(side *x) {
  static uint8_t bytes[LARGEST];
  size_t most = below(4) ? 300 : LARGEST, taken;
  uint8_t *room = below(2) ? CALL(x, room, &x->io, &most) : NULL;
  size_t length = below(most + 1);
  uint8_t *data = room ? room : bytes;
  if (length > LARGEST) length = LARGEST;
  fill(data, length, x);
  taken = CALL(x, send, &x->io, data, length);
  if (taken > length || (room && taken != length)) fail("not what was given is taken");
  if (taken && (!x->established || x->closed)) fail("sent at a wrong time");
  x->sent += (unsigned)taken;
}

static void deliver(side *x) {
  size_t room = FL_TLS_INPUT - x->io.input_length;
  size_t n = x->queued && below(2) ? 1 + below(x->queued) : x->queued;
  if (n > room) n = room;
  if (n == 0) return;
  if (below(400) == 0) x->queue[below(n)] ^= (uint8_t)(1 << below(8));
  move(x, x->queue, n);
  memmove(x->queue, x->queue + n, x->queued - n);
  x->queued -= n;
}

static void transmit(side *x, side *peer) {
  if (x->output.length > FL_TLS_OUTPUT) x->output.length = 0;
  if (peer->queued + x->output.length > QUEUE) return;
  memcpy(peer->queue + peer->queued, x->output.data, x->output.length);
  peer->queued += x->output.length;
  x->output.length = 0;
  memset(x->output.data, 0x5a, sizeof x->output.data);
}

/* What nobody asked for. */
static void misuse(side *x, const side *peer) {
  static uint8_t bytes[FL_TLS_SESSION_MOST];
  size_t length = 0;
  uint16_t scheme;
  fl_tls_claim claim;
  switch (below(14)) {
  case 0: happened(x, peer, CALL(x, verify, &x->io, false, 42)); break;
  case 1:
    if (x->last != FL_TLS_SIGN || below(9) == 0)
      happened(x, peer, CALL(x, sign, &x->io, bytes, below(FL_TLS_SIGNATURE + 99)));
    break;
  case 2:
    if (x->last != FL_TLS_CHOOSE || below(9) == 0) happened(x, peer, CALL(x, choose, &x->io, NULL));
    break;
  case 3:
    if (!CALL(x, claim, &x->io, &claim)) break;
    look(claim.content, claim.content_length);
    look(claim.signature, claim.signature_length);
    for (const uint8_t *der = fl_tls_next_certificate(&claim, &length); der;
         der = fl_tls_next_certificate(&claim, &length))
      look(der, length);
    break;
  case 4:
    if (CALL(x, export, &x->io, "label", bytes, below(100), bytes + 100, below(8192)) && !x->established)
      fail("keys exported before the handshake is done");
    break;
  case 5: look(CALL(x, to_sign, &x->io, &length, &scheme), length); break;
  case 6: look(CALL(x, schemes, &x->io, &length), length); break;
  case 7:
    if (x->client)
      look(bytes, fl_tls_client_session(x->tls, &x->io, bytes, below(sizeof bytes)));
    else
      look(fl_tls_server_name(x->server, &x->io, &length), length);
    break;
  case 8: look(CALL(x, data, &x->io, &length), length); break;
  case 9:
    if (!x->client) happened(x, peer, fl_tls_server_resume(x->server, &x->io, true));
    break;
  case 10:
    if (below(99)) break;
    CALL(x, used, LARGEST + below(LARGEST));
    x->astray = true;
    break;
  case 11:
    if (x->io.input_length == 0 || below(40)) break;
    x->io.input_length = below(x->io.input_length);
    x->astray = true;
    move(x, NULL, 0);
    break;
  case 12:
    if (below(40)) break;
    x->output.length = FL_TLS_OUTPUT + 1 + below(below(2) ? 99 : UINT32_MAX - FL_TLS_OUTPUT - 1);
    x->astray = true;
    break;
  case 13:
    if (x->io.input_length == 0 || below(40)) break;
    free(x->block);
    x->block = x->io.input = NULL;
    if (below(2)) x->io.input_length = 0;
    x->astray = true;
    break;
  }
}

static void step(side *x, side *peer) {
  if (x->ended && below(4)) return;
  switch (below(22)) {
  default: happened(x, peer, go_on(x)); break;
  case 6:
  case 7: happened(x, peer, CALL(x, receive, &x->io)); break;
  case 8:
  case 9:
  case 10: transmit(x, peer); break;
  case 11:
  case 12:
  case 13: deliver(x); break;
  case 14:
  case 15: send_some(x); break;
  case 16: move(x, NULL, 0); break;
  case 17:
  case 18: misuse(x, peer); break;
  case 19:
    if (below(40) == 0) happened(x, peer, CALL(x, close, &x->io));
    if (x->last == FL_TLS_DONE) x->closed = true;
    break;
  case 20:
    if (below(80) == 0) happened(x, peer, CALL(x, no_more, &x->io, below(2) ? FL_TLS_CUT : FL_TLS_LATE));
    break;
  case 21:
    if (below(400) == 0) {
      if (x->client)
        fl_tls_client_wipe(x->tls);
      else
        fl_tls_server_wipe(x->server);
      x->ended = x->astray = true;
    }
    break;
  }
}

int main(int count, char **words) {
  static uint8_t ticket_keys[FL_TLS_TICKET_KEY];
  static side both[2]; /* large */
  static fl_tls_client client;
  static fl_tls_server server;
  char why[FL_TLS_WHY];
  uint8_t alert;
  unsigned established = 0, closed = 0, runs = 0;
  if (count != 5) return 2;
  identity = fl_tls_identity_load(words[1], words[2], why);
  trust = fl_tls_trust_load(words[1], why);
  if (!identity || !trust) fail(why);
  for (seed = (unsigned)atoi(words[3]); seed < (unsigned)atoi(words[4]); seed++, runs++) {
    side *a = &both[0], *b = &both[1];
    state = seed * 0x9e3779b97f4a7c15u + 0x139408dcbbf7a44u;
    const bool tickets = below(2);
    const fl_tls_context context = {.provider = fl_tls_libcrypto(),
                                    .clients = FL_TLS_CLIENTS_UNASKED + below(3),
                                    .ticket_keys = tickets ? ticket_keys : NULL,
                                    .ticket_keys_count = tickets,
                                    .tickets_once = below(2)};
    memset(both, 0, sizeof both);
    *a = (side){.client = true, .tls = &client, .io = {.output = &a->output, .now = 1000}};
    *b = (side){.server = &server, .io = {.output = &b->output, .now = 1000}};
    fl_tls_client_init(&client, &context, "localhost", NULL, 0);
    fl_tls_server_init(&server, &context);
    move(a, NULL, 0);
    move(b, NULL, 0);
    for (unsigned steps = 600 + below(3000); steps > 0; steps--)
      if (below(2))
        step(a, b);
      else
        step(b, a);
    established += a->established && b->established;
    closed +=
        a->last == FL_TLS_DONE && b->last == FL_TLS_DONE && fl_tls_client_end(&client, &alert) == FL_TLS_END_CLOSED;
    free(a->block);
    free(b->block);
  }
  fl_tls_identity_free(identity);
  fl_tls_trust_free(trust);
  printf("%u runs, %u established, %u closed\n", runs, established, closed);
  return 0;
}
