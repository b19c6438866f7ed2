/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Programs that share what they must not, or give what is none: one output for two connections that are between a
 * question and its answer, an output that is not the one of the question, no input where none is needed, a demand of
 * clients' certificates that is no value of its type, an output that somebody else has filled. What a connection left
 * for a later call is given back to that connection or to nobody, and who has to answer by it refuses; who means to ask
 * clients does.
 *   shared CERTIFICATE KEY: one that is its own authority, of localhost; nothing is printed, or the defects. */
#include "fairlead_tls.h"

#include <stdio.h>
#include <string.h>

typedef struct pair {
  fl_tls_server server;
  fl_tls_client client;
  fl_tls_io ios[2]; /* the server's, the client's */
  fl_tls_event events[2];
  uint8_t inputs[2][FL_TLS_INPUT];
} pair;

static pair pairs[2];
static fl_tls_output outputs[2], other; /* all servers', all clients' */
static const fl_tls_identity *identity;
static fl_tls_trust *trust;
static int defects;
static uint32_t others;                 /* bytes that begin an output when a connection's turn comes */
static uint32_t begins[2];              /* where in an output what is a side's begins */
static bool filled[2][FL_TLS_DONE + 1]; /* once for each question, which comes again when the output is empty */
static bool refuses;                    /* the server believes no client */

static void expect(const char *what, bool fine) {
  if (!fine) printf("%s\n", what), defects++;
}

static void begin(pair *p, const fl_tls_context *context) {
  fl_tls_server_init(&p->server, context);
  fl_tls_client_init(&p->client, context, "localhost", NULL, 0);
  outputs[0].length = outputs[1].length = begins[0] = begins[1] = 0;
  p->events[0] = p->events[1] = FL_TLS_WANT;
  memset(filled, 0, sizeof filled);
  for (int side = 0; side < 2; side++) p->ios[side] = (fl_tls_io){p->inputs[side], 0, &outputs[side], 1000};
}

static void fill(int side, fl_tls_event answered) {
  if (answered == FL_TLS_FULL || outputs[side].length > 0 || (answered != FL_TLS_WANT && filled[side][answered]))
    return;
  filled[side][answered] = true;
  outputs[side].length = begins[side] = others;
}

/* What a side has written is the other's input. */
static void pass(pair *p, int side) {
  fl_tls_io *to = &p->ios[!side];
  memmove(p->inputs[!side], to->input, to->input_length);
  to->input = p->inputs[!side];
  memcpy(to->input + to->input_length, outputs[side].data + begins[side], outputs[side].length - begins[side]);
  to->input_length += outputs[side].length - begins[side];
  outputs[side].length = begins[side] = 0;
}

/* One answer at a time: fl_tls_identity_... would sign for who they have chosen. */
static fl_tls_event answer(pair *p, int side, fl_tls_event event) {
  const fl_tls_certificate *own = fl_tls_identity_certificate(identity);
  fl_tls_io *io = &p->ios[side];
  fill(side, event);
  if (side == 0) {
    if (event == FL_TLS_VERIFY && refuses) return fl_tls_server_verify(&p->server, io, false, 42);
    if (event == FL_TLS_CHOOSE) return fl_tls_server_choose(&p->server, io, own);
    if (event == FL_TLS_VERIFY) return fl_tls_trust_client(trust, &p->server, io, event);
    return fl_tls_identity_answer(&identity, 1, &p->server, io, event);
  }
  if (event == FL_TLS_CHOOSE) return fl_tls_client_choose(&p->client, io, own);
  if (event == FL_TLS_VERIFY) return fl_tls_trust_server(trust, &p->client, io, event);
  return fl_tls_identity_client(identity, &p->client, io, event);
}

static fl_tls_event receive(pair *p, int side) {
  fl_tls_io *io = &p->ios[side];
  fill(side, p->events[side]);
  return side == 0 ? fl_tls_server_receive(&p->server, io) : fl_tls_client_receive(&p->client, io);
}

/* Both go on until this side has this event, or nothing happens any more. Whether it has. */
static bool until(pair *p, int stops, fl_tls_event at) {
  for (int turns = 0; turns < 20; turns++) {
    int side = (turns + 1) % 2;
    fl_tls_event *event = &p->events[side];
    bool reached = false;
    *event = receive(p, side);
    while (*event != FL_TLS_WANT && *event != FL_TLS_DONE && !(reached = side == stops && *event == at)) {
      if (*event == FL_TLS_FULL || others > 0) pass(p, side);
      fl_tls_event next = answer(p, side, *event);
      *event = next != *event ? next : receive(p, side);
    }
    pass(p, side);
    if (reached) return true;
  }
  return false;
}

static bool ended_with(const pair *p, int side, uint8_t want) {
  uint8_t alert;
  fl_tls_end end = side == 0 ? fl_tls_server_end(&p->server, &alert) : fl_tls_client_end(&p->client, &alert);
  return p->events[side] == FL_TLS_DONE && end == FL_TLS_END_FAILED && alert == want;
}

enum { ALONE, ANOTHER_OUTPUT, ANOTHER_CONNECTION, WAYS };
static const char *const ways[] = {"alone", "with another output", "after another connection"};

/* A connection is where it has left something; then this happens. */
static bool reaches(const fl_tls_context *context, int side, fl_tls_event event, int way) {
  pair *p = &pairs[0];
  begin(p, context);
  bool there = until(p, side, event);
  if (way == ANOTHER_OUTPUT) p->ios[side].output = &other;
  begin(&pairs[1], context);
  if (way == ANOTHER_CONNECTION) there = there && until(&pairs[1], side, event);
  outputs[0].length = outputs[1].length = other.length = 0; /* sent, or lost */
  if (!there) printf("event %d of side %d is not reached\n", event, side), defects++;
  return there;
}

static void check(const fl_tls_context *context, int way) {
  pair *p = &pairs[0];
  fl_tls_io *server = &p->ios[0], *client = &p->ios[1];
  bool own = way == ALONE;
  static uint8_t session[FL_TLS_SESSION_MOST];
  uint8_t key[32];
  size_t length;
  uint16_t scheme;
  fl_tls_claim claim;

  if (reaches(context, 0, FL_TLS_SIGN, way)) {
    expect("to sign",
           (fl_tls_server_to_sign(&p->server, server, &length, &scheme) != NULL) == own && (length > 0) == own);
    p->events[0] = answer(p, 0, FL_TLS_SIGN);
    expect("a signature of something else", own ? p->events[0] == FL_TLS_WANT : ended_with(p, 0, 80));
  }
  if (reaches(context, 1, FL_TLS_VERIFY, way)) {
    expect("a claim of somebody else's", fl_tls_client_claim(&p->client, client, &claim) == own);
    p->events[1] = fl_tls_trust_server(trust, &p->client, client, FL_TLS_VERIFY);
    expect("a server believed, or not refused", own ? p->events[1] != FL_TLS_DONE : ended_with(p, 1, 80));
  }
  if (context->clients != FL_TLS_CLIENTS_UNASKED && reaches(context, 1, FL_TLS_SIGN, way)) {
    expect("to sign, of a client",
           (fl_tls_client_to_sign(&p->client, client, &length, &scheme) != NULL) == own && (length > 0) == own);
    p->events[1] = fl_tls_identity_client(identity, &p->client, client, FL_TLS_SIGN);
    expect("a client's signature of something else", own ? p->events[1] != FL_TLS_DONE : ended_with(p, 1, 80));
  }
  if (context->clients != FL_TLS_CLIENTS_UNASKED && reaches(context, 0, FL_TLS_VERIFY, way)) {
    expect("a claim of some other client's", fl_tls_server_claim(&p->server, server, &claim) == own);
    p->events[0] = fl_tls_trust_client(trust, &p->server, server, FL_TLS_VERIFY);
    expect("a client believed, or not refused", own ? p->events[0] != FL_TLS_DONE : ended_with(p, 0, 80));
  }
  if (context->clients == FL_TLS_CLIENTS_UNASKED && reaches(context, 1, FL_TLS_SESSION, way))
    expect("a session of somebody else's",
           (fl_tls_client_session(&p->client, client, session, sizeof session) > 0) == own);
  for (int side = 0; side < 2; side++)
    if (reaches(context, side, FL_TLS_ESTABLISHED, way)) {
      bool there = side == 0 ? fl_tls_server_export(&p->server, server, "test", NULL, 0, key, sizeof key)
                             : fl_tls_client_export(&p->client, client, "test", NULL, 0, key, sizeof key);
      expect("keys of another connection", there == own);
    }
}

int main(int count, char **files) {
  static uint8_t ticket_key[FL_TLS_TICKET_KEY];
  static const uint8_t protocols[] = "\x08http/1.1";
  char why[FL_TLS_WHY] = "";
  fl_tls_identity *loaded = count == 3 ? fl_tls_identity_load(files[1], files[2], why) : NULL;
  trust = loaded ? fl_tls_trust_load(files[1], why) : NULL;
  if (!trust) return fprintf(stderr, "shared CERTIFICATE KEY: %s\n", why), 2;
  identity = loaded;
  for (int asked = 0; asked < 2; asked++)
    for (int way = 0; way < WAYS; way++) {
      const fl_tls_context context = {.provider = PROVIDER(),
                                      .ticket_keys = ticket_key,
                                      .ticket_keys_count = 1,
                                      .clients = asked ? FL_TLS_CLIENTS_REQUIRED : FL_TLS_CLIENTS_UNASKED};
      int before = defects;
      check(&context, way);
      if (defects > before) printf("  so %s%s\n", ways[way], asked ? ", where clients are asked" : "");
    }

  /* No input, and no protocols. */
  for (int spoken = 0; spoken < 2; spoken++) {
    const fl_tls_context context = {
        .provider = PROVIDER(), .protocols = spoken ? protocols : NULL, .protocols_length = spoken ? 9 : 0};
    pair *p = &pairs[0];
    size_t length;
    begin(p, &context);
    expect("it is not established", until(p, 0, FL_TLS_ESTABLISHED));
    fl_tls_agreed agreed = fl_tls_server_agreed(&p->server);
    expect("what is spoken", spoken ? agreed.protocol_length == 8 && memcmp(agreed.protocol, "http/1.1", 8) == 0
                                    : agreed.protocol_length == 0 && !agreed.protocol);
    expect("that it wants more", receive(p, 0) == FL_TLS_WANT && p->ios[0].input_length == 0);
    p->ios[0].input = NULL;
    expect("data of nothing", !fl_tls_server_data(&p->server, &p->ios[0], &length) && length == 0);
    expect("what it wants of nothing", receive(p, 0) == FL_TLS_WANT);
    expect("its end", fl_tls_server_no_more(&p->server, &p->ios[0], FL_TLS_CUT) == FL_TLS_ENDED);
    expect("its data", !fl_tls_server_data(&p->server, &p->ios[0], &length) && length == 0);
    expect("to be over", fl_tls_server_close(&p->server, &p->ios[0]) == FL_TLS_DONE);
  }

  /* The output has somebody else's bytes, which go out first: wherever that leaves no room, a connection says so. */
  for (int end = 0; end < 3; end++)
    for (uint32_t room = 0; room < 12288; room += room < 64 ? 1 : 1024) {
      fl_tls_context context = {.provider = PROVIDER(), .ticket_keys = ticket_key, .ticket_keys_count = 1};
      if (end > 0) context.clients = FL_TLS_CLIENTS_REQUIRED;
      pair *p = &pairs[0];
      begin(p, &context);
      others = FL_TLS_OUTPUT - room;
      refuses = end == 2;
      bool there = until(p, 0, FL_TLS_ESTABLISHED) && (end > 0 || until(p, 1, FL_TLS_SESSION));
      others = 0;
      if (there == (end == 2)) printf("room for %u bytes, %d: an end\n", room, end), defects++;
      if (end == 2) expect("how it ends", ended_with(p, 0, 42));
      refuses = false;
    }

  /* A demand that is none asks for certificates all the same. */
  for (unsigned demand = 1; demand <= 4096; demand *= 2) {
    fl_tls_context context = {.provider = PROVIDER()};
    memcpy(&context.clients, &demand, sizeof context.clients);
    begin(&pairs[0], &context);
    expect("no client is asked", until(&pairs[0], 0, FL_TLS_VERIFY));
  }
  fl_tls_trust_free(trust);
  fl_tls_identity_free(loaded);
  return defects != 0;
}
