/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The interface around the compiled machines: it answers what they ask for, or passes it on as an event. What it does
 * for servers it does for clients, whose functions are in client.c. */
#include "connection_state.h"

#include <string.h>

#ifdef FL_TLS_SMALL
typedef struct fl_tlsm_bytes8192 wire_bytes;
#else
typedef struct fl_tlsm_bytes66048 wire_bytes;
#endif
_Static_assert(sizeof(((wire_bytes *)0)->data) == FL_TLS_OUTPUT && FL_TLSM_transport_WIRE == FL_TLS_OUTPUT, "output");
_Static_assert(offsetof(fl_tls_output, data) == offsetof(wire_bytes, data), "output");
_Static_assert(sizeof(fl_tls_hash) + 8 == sizeof(fl_tlsm_provider_Hash), "hashes");
_Static_assert(FL_TLS_CHAIN == FL_TLSM_messages_CERTIFICATES_MOST, "chains");
_Static_assert(FL_TLS_TICKET_KEY == FL_TLSM_tickets_KEY && FL_TLS_TICKET_NAME == FL_TLSM_tickets_SEALED, "tickets");
_Static_assert((int)FL_TLS_END_CLOSED == FL_TLSM_records_End_closed && (int)FL_TLS_END_CUT == FL_TLSM_records_End_cut &&
                   (int)FL_TLS_END_LATE == FL_TLSM_records_End_late &&
                   (int)FL_TLS_END_FAILED == FL_TLSM_records_End_failed &&
                   (int)FL_TLS_END_ALERTED == FL_TLSM_records_End_alerted,
               "ends");

static struct of_client *client(struct server *s) { return (struct of_client *)(void *)s; }
static struct server *of(fl_tls_server *tls) { return (struct server *)(void *)tls; }
static const struct server *see(const fl_tls_server *tls) { return (const struct server *)(const void *)tls; }

static void wipe(void *at, size_t length) {
  for (volatile uint8_t *byte = at; length > 0; length--) *byte++ = 0;
}

/* A buffer that is none has nothing in it: its beginning is no address to count from. */
static const uint8_t *behind(const uint8_t *data, size_t from) { return data ? data + from : NULL; }

/* An output that says it has more than any holds has no room. */
static size_t room_in(const fl_tls_output *output) {
  return output->length < FL_TLS_OUTPUT ? (size_t)(FL_TLS_OUTPUT - output->length) : 0;
}

static struct fl_tlsm_span span(const uint8_t *data, size_t length) {
  static uint8_t nothing[1];
  /* The machine only reads what the context has, but what is lent is lent to write to. */
  if (!data || length == 0) return (struct fl_tlsm_span){nothing, 0};
  return (struct fl_tlsm_span){(uint8_t *)(uintptr_t)data, length < UINT32_MAX ? length : UINT32_MAX};
}

static void log_secret(const struct server *s, uint8_t what, const uint8_t *random,
                       const struct fl_tlsm_bytes48 *secret) {
  static const char *const labels[] = {[FL_TLSM_sides_Logged_client_handshake] = "CLIENT_HANDSHAKE_TRAFFIC_SECRET",
                                       [FL_TLSM_sides_Logged_server_handshake] = "SERVER_HANDSHAKE_TRAFFIC_SECRET",
                                       [FL_TLSM_sides_Logged_client_application] = "CLIENT_TRAFFIC_SECRET_0",
                                       [FL_TLSM_sides_Logged_server_application] = "SERVER_TRAFFIC_SECRET_0",
                                       [FL_TLSM_sides_Logged_exporter] = "EXPORTER_SECRET"};
  if (s->context->key_log) s->context->key_log(s->context->log, labels[what], random, secret->data, secret->len);
}

static fl_tls_event over(struct server *s, uint8_t end, uint8_t alert) {
  if (IS_CLIENT(s))
    wipe(&client(s)->machine, sizeof client(s)->machine);
  else
    wipe(&((struct of_server *)(void *)s)->machine, sizeof(struct fl_tlsm_server));
  s->waits = OVER;
  s->end = end;
  s->alert = alert;
  return FL_TLS_DONE;
}

/* What the application was asked, in its words. */
static fl_tls_event event_of(const struct server *s) {
  switch (s->state) {
  case FL_TLSM_exchange_State_opened: return FL_TLS_ESTABLISHED;
  case FL_TLSM_exchange_State_waiting: return FL_TLS_WANT;
  case FL_TLSM_exchange_State_data: return FL_TLS_DATA;
  default: return FL_TLS_ENDED;
  }
}

/* The states of `serve`, to the application. */
static fl_tls_event ask_application(struct server *s, uint8_t state, uint32_t lo, uint32_t hi) {
  s->waits = WISH;
  s->state = state;
  s->used = 0;
  switch (state) {
  case FL_TLSM_exchange_State_closed: s->end = FL_TLS_END_CLOSED; break;
  case FL_TLSM_exchange_State_cut: s->end = FL_TLS_END_CUT; break;
  case FL_TLSM_exchange_State_late: s->end = FL_TLS_END_LATE; break;
  }
  s->lo = lo;
  s->hi = hi;
  return event_of(s);
}

/* FNV-1a: what connections leave has a transcript or a secret in it, and is never the same for two of them. */
static uint32_t sum(const uint8_t *data, size_t length) {
  uint32_t s = 2166136261;
  for (size_t i = 0; i < length; i++) s = (s ^ data[i]) * 16777619;
  return s;
}

/* In the output's scratch, for the next call. */
static void leave(struct server *s, fl_tls_io *io, const uint8_t *data, uint8_t length) {
  io->output->scratch[0] = length;
  memcpy(io->output->scratch + 1, data, length);
  s->left = sum(io->output->scratch, 1 + (size_t)length);
}

const uint8_t *fl_tls_left(const fl_tls_server *tls, const fl_tls_io *io, size_t *length) {
  const uint8_t *scratch = io->output->scratch;
  bool its = scratch[0] < sizeof io->output->scratch && sum(scratch, 1 + (size_t)scratch[0]) == see(tls)->left;
  *length = its ? scratch[0] : 0;
  return its ? scratch + 1 : NULL;
}

static enum fl_tlsm_status step(struct server *s, const fl_tls_io *io, union fl_tlsm_response answer,
                                union fl_tlsm_request *asked, fl_tlsm_provider_Provider *provider) {
  const fl_tls_context *context = s->context;
  struct fl_tlsm_span input = span(io->input, io->input_length),
                      protocols = span(context->protocols, context->protocols_length), certificates = span(NULL, 0);
  wire_bytes *wire = (wire_bytes *)(void *)io->output;
  if (s->certificate) certificates = span(s->certificate->chain, s->certificate->chain_length);
  if (IS_CLIENT(s))
    return fl_tlsm_client_step(&client(s)->machine, answer, asked, input, wire, provider, certificates, protocols,
                               span(client(s)->session, client(s)->session_length));
  /* A message's names have no more; and where the one that is agreed on begins must fit in protocol_lo. */
  if (protocols.len > UINT16_MAX) protocols.len = UINT16_MAX;
  return fl_tlsm_server_step(&((struct of_server *)(void *)s)->machine, answer, asked, input, wire, provider,
                             certificates, protocols,
                             span(context->ticket_keys, context->ticket_keys_count * FL_TLS_TICKET_KEY));
}

/* Runs the machine until there is an event. It is lent what the caller has now, and looks at nothing else: but it must
   be true how full the output is, and an input that has become shorter may be asked to give more than it has. */
static fl_tls_event run(struct server *s, fl_tls_io *io, union fl_tlsm_response answer) {
  const fl_tls_context *context = s->context;
  struct fl_tlsm_bytes98 random;
  struct fl_tlsm_bytes255 host;
  union fl_tlsm_request asked;
  fl_tlsm_provider_Provider provider;
  enum { NONE = -1 };
  int event = NONE;
  memcpy(provider.bytes, &context->provider, sizeof context->provider);
  s->export = false;
  if (io->output->length > FL_TLS_OUTPUT) return over(s, FL_TLS_END_BROKEN, 0);
  while (event == NONE) {
    uint32_t before = io->output->length;
    enum fl_tlsm_status status = step(s, io, answer, &asked, &provider);
    switch (status) {
    case FL_TLSM_ASKS_transport_consume:
      if (asked.transport_consume.n > io->input_length) {
        event = (int)over(s, FL_TLS_END_BROKEN, 0);
        break;
      }
      if (io->input) io->input += asked.transport_consume.n;
      io->input_length -= asked.transport_consume.n;
      break;
    case FL_TLSM_ASKS_sides_random:
      random.len = context->provider->random(random.data, sizeof random.data) ? sizeof random.data : 0;
      answer.sides_random = &random;
      break;
    case FL_TLSM_ASKS_handshake_client_host:
      host.len = (uint8_t)strlen(client(s)->host);
      memcpy(host.data, client(s)->host, host.len);
      answer.handshake_client_host = &host;
      break;
    case FL_TLSM_ASKS_handshake_client_session:
      s->waits = TOLD;
      s->lo = asked.handshake_client_session.lo;
      s->hi = asked.handshake_client_session.hi;
      leave(s, io, asked.handshake_client_session.head.data, asked.handshake_client_session.head.len);
      event = FL_TLS_SESSION;
      break;
    case FL_TLSM_ASKS_sides_now: answer.sides_now = io->now; break;
    case FL_TLSM_ASKS_sides_log:
      log_secret(s, asked.sides_log.what.tag, asked.sides_log.random.data, &asked.sides_log.secret);
      break;
    case FL_TLSM_ASKS_transport_more:
      s->waits = MORE;
      event = FL_TLS_WANT;
      break;
    case FL_TLSM_ASKS_transport_send:
      s->waits = NOTHING;
      event = FL_TLS_FULL;
      break;
    case FL_TLSM_ASKS_sides_choose:
      s->waits = CHOICE;
      s->lo = asked.sides_choose.name_lo;
      s->hi = asked.sides_choose.name_hi;
      s->schemes_lo = asked.sides_choose.schemes_lo;
      s->schemes_hi = asked.sides_choose.schemes_hi;
      event = FL_TLS_CHOOSE;
      break;
    case FL_TLSM_ASKS_handshake_once:
      answer.handshake_once = true;
      if (!context->tickets_once) break;
      s->waits = TICKET;
      s->lo = asked.handshake_once.at;
      event = FL_TLS_TICKET;
      break;
    case FL_TLSM_ASKS_sides_sign:
      s->waits = SIGNATURE;
      s->scheme = asked.sides_sign.scheme;
      leave(s, io, asked.sides_sign.content.data, asked.sides_sign.content.len);
      event = FL_TLS_SIGN;
      break;
    case FL_TLSM_ASKS_sides_verify:
      s->waits = VERDICT;
      s->lo = asked.sides_verify.chain_lo;
      s->hi = asked.sides_verify.chain_hi;
      s->schemes_lo = asked.sides_verify.lo;
      s->schemes_hi = asked.sides_verify.hi;
      s->scheme = asked.sides_verify.scheme;
      leave(s, io, asked.sides_verify.content.data, asked.sides_verify.content.len);
      event = FL_TLS_VERIFY;
      break;
    case FL_TLSM_ASKS_sides_established:
      s->suite = asked.sides_established.suite;
      s->protocol_lo = (uint16_t)asked.sides_established.lo;
      s->protocol_length = (uint8_t)(asked.sides_established.hi - asked.sides_established.lo);
      s->resumed = asked.sides_established.resumed;
      s->verified = asked.sides_established.verified;
      s->most = asked.sides_established.most;
      s->export = true;
      s->certificate = NULL;
      leave(s, io, asked.sides_established.exporter.data, asked.sides_established.exporter.len);
      break;
    case FL_TLSM_ASKS_exchange_serve:
      event = (int)ask_application(s, asked.exchange_serve.state.tag, asked.exchange_serve.lo, asked.exchange_serve.hi);
      break;
    case FL_TLSM_DONE: {
      const struct fl_tlsm_records_End *why = IS_CLIENT(s) ? &asked.done_client : &asked.done_server;
      event = (int)over(s, why->tag,
                        why->tag == FL_TLSM_records_End_failed    ? why->u.failed
                        : why->tag == FL_TLSM_records_End_alerted ? why->u.alerted
                                                                  : 0);
      break;
    }
    case FL_TLSM_TRAP: /* what it was about to send may not be sealed */
      wipe(io->output->data + before, FL_TLS_OUTPUT - before);
      io->output->length = before;
      event = (int)over(s, FL_TLS_END_BROKEN, 0);
      break;
    }
  }
  wipe(&random, sizeof random);
  wipe(&asked, sizeof asked); /* secrets pass through it */
  return (fl_tls_event)event;
}

/* The event that is open, once more. Where none is: FL_TLS_WANT, which is 0, for an answer that nobody asked for says
   nothing of a handshake. */
static fl_tls_event again(const struct server *s) {
  static const fl_tls_event open[] = {[CHOICE] = FL_TLS_CHOOSE,  [TICKET] = FL_TLS_TICKET, [SIGNATURE] = FL_TLS_SIGN,
                                      [VERDICT] = FL_TLS_VERIFY, [WISH] = FL_TLS_WANT,     [OVER] = FL_TLS_DONE};
  return s->waits == WISH ? event_of(s) : open[s->waits];
}

#ifndef FL_TLS_CLIENTS_ONLY
void fl_tls_server_init(fl_tls_server *tls, const fl_tls_context *context) {
  struct server *s = of(tls);
  struct fl_tlsm_handshake_Wanted wanted = {.tag = FL_TLSM_handshake_Wanted_required}; /* by what is none of these */
  if (context->clients == FL_TLS_CLIENTS_UNASKED) wanted.tag = FL_TLSM_handshake_Wanted_nothing;
  if (context->clients == FL_TLS_CLIENTS_ASKED) wanted.tag = FL_TLSM_handshake_Wanted_asked;
  memset(s, 0, sizeof *s);
  s->context = context;
  fl_tlsm_server_init(&((struct of_server *)(void *)s)->machine, &wanted);
}
#endif

void fl_tls_server_wipe(fl_tls_server *tls) { over(of(tls), FL_TLS_END_CUT, 0); }

/* The data that is open is used so far, and the machine goes on. */
static fl_tls_event go_on(struct server *s, fl_tls_io *io) {
  union fl_tlsm_response answer = {0};
  answer.exchange_serve.tag = FL_TLSM_exchange_Wish_read;
  answer.exchange_serve.u.read = s->used;
  return run(s, io, answer);
}

fl_tls_event fl_tls_server_receive(fl_tls_server *tls, fl_tls_io *io) {
  struct server *s = of(tls);
  union fl_tlsm_response answer = {0};
  switch (s->waits) {
  case NOTHING:
  case TOLD: return run(s, io, answer);
  case MORE: answer.transport_more.tag = FL_TLSM_transport_More_arrived; return run(s, io, answer);
  case WISH: return event_of(s) == FL_TLS_ENDED ? FL_TLS_ENDED : go_on(s, io);
  default: return again(s);
  }
}

/* What has come goes first: the end of what a peer sent often comes with its last bytes. */
fl_tls_event fl_tls_server_no_more(fl_tls_server *tls, fl_tls_io *io, fl_tls_why why) {
  struct server *s = of(tls);
  union fl_tlsm_response answer = {0};
  fl_tls_event event = fl_tls_server_receive(tls, io);
  if (event != FL_TLS_WANT) return event;
  if (s->waits == MORE)
    answer.transport_more.tag = why == FL_TLS_LATE ? FL_TLSM_transport_More_late : FL_TLSM_transport_More_ended;
  else
    answer.exchange_serve.tag = why == FL_TLS_LATE ? FL_TLSM_exchange_Wish_late : FL_TLSM_exchange_Wish_ended;
  return run(s, io, answer);
}

fl_tls_event fl_tls_server_close(fl_tls_server *tls, fl_tls_io *io) {
  struct server *s = of(tls);
  union fl_tlsm_response answer = {0};
  if (s->waits <= TOLD) { /* the beginning, or after FL_TLS_FULL or FL_TLS_ESTABLISHED */
    fl_tls_event event = run(s, io, answer);
    if (s->waits != MORE && s->waits != WISH) return event;
  }
  if (s->waits == MORE)
    answer.transport_more.tag = FL_TLSM_transport_More_ended;
  else if (s->waits == WISH)
    answer.exchange_serve.tag = FL_TLSM_exchange_Wish_close;
  else
    return again(s);
  return run(s, io, answer);
}

const uint8_t *fl_tls_part(const fl_tls_io *io, uint32_t lo, uint32_t hi, size_t *length) {
  bool there = io->input && lo <= hi && hi <= io->input_length;
  *length = there ? hi - lo : 0;
  return there ? io->input + lo : NULL;
}

const uint8_t *fl_tls_server_name(const fl_tls_server *tls, const fl_tls_io *io, size_t *length) {
  const struct server *s = see(tls);
  *length = 0;
  return s->waits == CHOICE ? fl_tls_part(io, s->lo, s->hi, length) : NULL;
}

const uint8_t *fl_tls_server_schemes(const fl_tls_server *tls, const fl_tls_io *io, size_t *length) {
  const struct server *s = see(tls);
  *length = 0;
  return s->waits == CHOICE ? fl_tls_part(io, s->schemes_lo, s->schemes_hi, length) : NULL;
}

fl_tls_event fl_tls_server_choose(fl_tls_server *tls, fl_tls_io *io, const fl_tls_certificate *certificate) {
  struct server *s = of(tls);
  union fl_tlsm_response answer = {0};
  struct fl_tlsm_bytes16 schemes = {.len = 0};
  if (s->waits != CHOICE) return again(s);
  s->certificate = certificate;
  for (size_t i = 0; certificate && i < 8 && certificate->schemes[i] != 0; i++) {
    schemes.data[schemes.len++] = (uint8_t)(certificate->schemes[i] >> 8);
    schemes.data[schemes.len++] = (uint8_t)certificate->schemes[i];
  }
  answer.sides_choose = &schemes;
  return run(s, io, answer);
}

const uint8_t *fl_tls_server_ticket(const fl_tls_server *tls, const fl_tls_io *io) {
  const struct server *s = see(tls);
  size_t length;
  return s->waits == TICKET ? fl_tls_part(io, s->lo, s->lo + FL_TLS_TICKET_NAME, &length) : NULL;
}

fl_tls_event fl_tls_server_resume(fl_tls_server *tls, fl_tls_io *io, bool resume) {
  struct server *s = of(tls);
  union fl_tlsm_response answer = {.handshake_once = resume};
  return s->waits == TICKET ? run(s, io, answer) : again(s);
}

const uint8_t *fl_tls_server_to_sign(const fl_tls_server *tls, const fl_tls_io *io, size_t *length, uint16_t *scheme) {
  const struct server *s = see(tls);
  *length = 0;
  if (s->waits != SIGNATURE) return NULL;
  *scheme = s->scheme;
  return fl_tls_left(tls, io, length);
}

const fl_tls_certificate *fl_tls_server_certificate(const fl_tls_server *tls) { return see(tls)->certificate; }

fl_tls_event fl_tls_server_sign(fl_tls_server *tls, fl_tls_io *io, const uint8_t *signature, size_t length) {
  struct server *s = of(tls);
  union fl_tlsm_response answer = {0};
  struct fl_tlsm_bytes512 made = {.len = 0};
  if (s->waits != SIGNATURE) return again(s);
  bool true_length = io->output->length <= FL_TLS_OUTPUT;
  if (true_length && room_in(io->output) < FL_TLSM_sides_OTHERS) return FL_TLS_FULL; /* others were there since */
  if (length <= sizeof made.data) made.len = (uint16_t)length;
  if (made.len > 0) memcpy(made.data, signature, made.len);
  answer.sides_sign = &made;
  return run(s, io, answer);
}

#ifndef FL_TLS_SERVERS_ONLY
/* A client's: host and session must be there while it may ask for them. */
void fl_tls_begin_client(fl_tls_server *tls, const fl_tls_context *context, const char *host, const uint8_t *session,
                         size_t length) {
  struct of_client *c = client(of(tls));
  memset(&c->s, 0, sizeof c->s);
  c->s.context = context;
  c->s.is_client = true;
  c->host = host && strlen(host) <= 255 ? host : "";
  c->session = session;
  c->session_length = length <= FL_TLS_SESSION_MOST ? length : 0;
  fl_tlsm_client_init(&c->machine);
}
#endif

bool fl_tls_server_claim(const fl_tls_server *tls, const fl_tls_io *io, fl_tls_claim *claim) {
  const struct server *s = see(tls);
  fl_tls_claim said = {.scheme = s->scheme};
  if (s->waits != VERDICT) return false;
  said.content = fl_tls_left(tls, io, &said.content_length);
  said.chain = fl_tls_part(io, s->lo, s->hi, &said.chain_length);
  said.signature = fl_tls_part(io, s->schemes_lo, s->schemes_hi, &said.signature_length);
  if (!said.content || !said.chain || !said.signature) return false;
  *claim = said;
  return true;
}

fl_tls_event fl_tls_server_verify(fl_tls_server *tls, fl_tls_io *io, bool trusted, uint8_t alert) {
  struct server *s = of(tls);
  union fl_tlsm_response answer = {0};
  answer.sides_verify.tag = trusted ? FL_TLSM_sides_Verdict_trusted : FL_TLSM_sides_Verdict_refused;
  /* What closes (6.1) would say that nothing is wrong. */
  if (!trusted) answer.sides_verify.u.refused = alert == 0 || alert == 90 ? 42 : alert;
  return s->waits == VERDICT ? run(s, io, answer) : again(s);
}

fl_tls_agreed fl_tls_server_agreed(const fl_tls_server *tls) {
  const struct server *s = see(tls);
  return (fl_tls_agreed){.suite = s->suite,
                         .resumed = s->resumed,
                         .verified = s->verified,
                         .protocol = behind(s->context->protocols, s->protocol_lo),
                         .protocol_length = s->protocol_length,
                         .most = s->most};
}

bool fl_tls_server_export(const fl_tls_server *tls, const fl_tls_io *io, const char *label, const uint8_t *context,
                          size_t context_length, uint8_t *out, size_t length) {
  const struct server *s = see(tls);
  size_t size;
  const uint8_t *secret = s->export ? fl_tls_left(tls, io, &size) : NULL;
  fl_tlsm_provider_Provider provider;
  if (!secret || strlen(label) > FL_TLSM_keys_LABEL_MOST || length > 255 * size || length == 0) return false;
  memcpy(provider.bytes, &s->context->provider, sizeof s->context->provider);
  struct fl_tlsm_span with = span(context, context_length), to = span(out, length);
  return fl_tlsm_export(&provider, (uint32_t)size, (struct fl_tlsm_view){secret, size},
                        (struct fl_tlsm_view){(const uint8_t *)label, strlen(label)},
                        (struct fl_tlsm_view){with.data, with.len}, to);
}

uint8_t *fl_tls_server_data(const fl_tls_server *tls, const fl_tls_io *io, size_t *length) {
  const struct server *s = see(tls);
  *length = 0;
  if (s->waits != WISH || s->state == FL_TLSM_exchange_State_waiting) return NULL;
  return (uint8_t *)(uintptr_t)fl_tls_part(io, s->lo + s->used, s->hi, length);
}

void fl_tls_server_used(fl_tls_server *tls, size_t length) {
  struct server *s = of(tls);
  if (s->waits != WISH || s->state == FL_TLSM_exchange_State_waiting) return;
  uint32_t left = s->hi - s->lo - s->used;
  s->used += length < left ? (uint32_t)length : left;
}

/* What is around a record's data, and the most that a record has: what the peer takes, and an output holds. */
enum { AROUND = FL_TLSM_writing_AROUND + FL_TLSM_exchange_UPDATE };
static size_t record_most(const struct server *s) {
  return s->most < FL_TLS_OUTPUT - AROUND ? s->most : FL_TLS_OUTPUT - AROUND;
}

uint8_t *fl_tls_server_room(fl_tls_server *tls, fl_tls_io *io, size_t *most) {
  const struct server *s = see(tls);
  *most = 0;
  if (s->waits != WISH || room_in(io->output) < AROUND + record_most(s)) return NULL;
  *most = record_most(s);
  return io->output->data + io->output->length + FL_TLSM_records_HEADER;
}

size_t fl_tls_server_send(fl_tls_server *tls, fl_tls_io *io, const uint8_t *data, size_t length) {
  struct server *s = of(tls);
  size_t taken = 0;
  while (s->waits == WISH && taken < length) {
    size_t n = length - taken < record_most(s) ? length - taken : record_most(s);
    uint32_t from = io->output->length, used = s->used;
    if (room_in(io->output) < AROUND + n) break;
    uint8_t *to = io->output->data + from + FL_TLSM_records_HEADER;
    if (to != data + taken) memmove(to, data + taken, n);
    io->output->length = from + FL_TLSM_records_HEADER + (uint32_t)n;
    union fl_tlsm_response answer = {0};
    answer.exchange_serve.tag = FL_TLSM_exchange_Wish_write;
    answer.exchange_serve.u.write = from;
    run(s, io, answer);
    if (s->waits != WISH) { /* broken: the data may lie there in the clear */
      io->output->length = from;
      wipe(io->output->data + from, FL_TLS_OUTPUT - from);
      break;
    }
    s->used = used;
    taken += n;
  }
  return taken;
}

fl_tls_end fl_tls_server_end(const fl_tls_server *tls, uint8_t *alert) {
  if (alert) *alert = see(tls)->alert;
  return (fl_tls_end)see(tls)->end;
}

const uint8_t *fl_tls_next_certificate(fl_tls_claim *claim, size_t *length) {
  const uint8_t *at = claim->chain;
  *length = 0;
  if (claim->chain_length == 0) return NULL;
  *length = (size_t)(at[0] << 16 | at[1] << 8 | at[2]);
  size_t extensions = (size_t)(at[3 + *length] << 8 | at[4 + *length]);
  claim->chain += 5 + *length + extensions;
  claim->chain_length -= 5 + *length + extensions;
  return at + 3;
}

size_t fl_tls_put_certificate(uint8_t *chain, size_t length, const uint8_t *der, size_t der_length) {
  if (length > FL_TLS_CHAIN || der_length == 0 || der_length > FL_TLS_CHAIN || der_length + 5 > FL_TLS_CHAIN - length)
    return 0;
  uint8_t *to = chain + length; /* an entry of certificate_list: no extensions */
  *to++ = (uint8_t)(der_length >> 16);
  *to++ = (uint8_t)(der_length >> 8);
  *to++ = (uint8_t)der_length;
  memcpy(to, der, der_length);
  to[der_length] = to[der_length + 1] = 0;
  return length + der_length + 5;
}
