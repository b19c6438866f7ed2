/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* A client's functions: most are a server's, on what both have in front. */
#include "connection_state.h"

#include <string.h>

static fl_tls_server *as(fl_tls_client *tls) { return (fl_tls_server *)(void *)tls; }
static const fl_tls_server *see(const fl_tls_client *tls) { return (const fl_tls_server *)(const void *)tls; }

void fl_tls_client_init(fl_tls_client *tls, const fl_tls_context *context, const char *host, const uint8_t *session,
                        size_t length) {
  fl_tls_begin_client(as(tls), context, host, session, length);
}

void fl_tls_client_wipe(fl_tls_client *tls) { fl_tls_server_wipe(as(tls)); }

fl_tls_event fl_tls_client_receive(fl_tls_client *tls, fl_tls_io *io) { return fl_tls_server_receive(as(tls), io); }

fl_tls_event fl_tls_client_no_more(fl_tls_client *tls, fl_tls_io *io, fl_tls_why why) {
  return fl_tls_server_no_more(as(tls), io, why);
}

fl_tls_event fl_tls_client_close(fl_tls_client *tls, fl_tls_io *io) { return fl_tls_server_close(as(tls), io); }

const char *fl_tls_client_host(const fl_tls_client *tls) { return ((const struct of_client *)(const void *)tls)->host; }

bool fl_tls_client_claim(const fl_tls_client *tls, const fl_tls_io *io, fl_tls_claim *claim) {
  return fl_tls_server_claim(see(tls), io, claim);
}

fl_tls_event fl_tls_client_verify(fl_tls_client *tls, fl_tls_io *io, bool trusted, uint8_t alert) {
  return fl_tls_server_verify(as(tls), io, trusted, alert);
}

const uint8_t *fl_tls_client_schemes(const fl_tls_client *tls, const fl_tls_io *io, size_t *length) {
  return fl_tls_server_schemes(see(tls), io, length);
}

fl_tls_event fl_tls_client_choose(fl_tls_client *tls, fl_tls_io *io, const fl_tls_certificate *certificate) {
  return fl_tls_server_choose(as(tls), io, certificate);
}

const uint8_t *fl_tls_client_to_sign(const fl_tls_client *tls, const fl_tls_io *io, size_t *length, uint16_t *scheme) {
  return fl_tls_server_to_sign(see(tls), io, length, scheme);
}

fl_tls_event fl_tls_client_sign(fl_tls_client *tls, fl_tls_io *io, const uint8_t *signature, size_t length) {
  return fl_tls_server_sign(as(tls), io, signature, length);
}

fl_tls_agreed fl_tls_client_agreed(const fl_tls_client *tls) { return fl_tls_server_agreed(see(tls)); }

bool fl_tls_client_export(const fl_tls_client *tls, const fl_tls_io *io, const char *label, const uint8_t *context,
                          size_t context_length, uint8_t *out, size_t length) {
  return fl_tls_server_export(see(tls), io, label, context, context_length, out, length);
}

size_t fl_tls_client_session(const fl_tls_client *tls, const fl_tls_io *io, uint8_t *session, size_t room) {
  const struct server *s = (const struct server *)(const void *)tls;
  size_t head, ticket;
  const uint8_t *left = s->waits == TOLD && !s->export ? fl_tls_left(see(tls), io, &head) : NULL;
  const uint8_t *rest = fl_tls_part(io, s->lo, s->hi, &ticket);
  if (!left || !rest || head + ticket > room) return 0;
  memcpy(session, left, head);
  memcpy(session + head, rest, ticket);
  return head + ticket;
}

uint8_t *fl_tls_client_data(const fl_tls_client *tls, const fl_tls_io *io, size_t *length) {
  return fl_tls_server_data(see(tls), io, length);
}

void fl_tls_client_used(fl_tls_client *tls, size_t length) { fl_tls_server_used(as(tls), length); }

size_t fl_tls_client_send(fl_tls_client *tls, fl_tls_io *io, const uint8_t *data, size_t length) {
  return fl_tls_server_send(as(tls), io, data, length);
}

uint8_t *fl_tls_client_room(fl_tls_client *tls, fl_tls_io *io, size_t *most) {
  return fl_tls_server_room(as(tls), io, most);
}

fl_tls_end fl_tls_client_end(const fl_tls_client *tls, uint8_t *alert) { return fl_tls_server_end(see(tls), alert); }
