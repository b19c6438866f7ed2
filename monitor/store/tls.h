/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* TLS 1.2 and 1.3 by OpenSSL, for both sides, over no socket: bytes come in and go out by calls, so nobody waits here.
 * Whoever has the socket decides how long it waits, and for whom. No renegotiation, no compression, no early data. */
#ifndef FL_TLS_H
#define FL_TLS_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* PEM, as it stands in files; `data` NULL: there is none. */
struct fl_pem {
  const char *data;
  size_t length;
};

struct fl_tls_settings {
  bool server;
  struct fl_pem certificate, key; /* a server's own, with the chain behind it; a client's if it is asked for one */
  struct fl_pem authorities;      /* whom the other side's certificate is to be from. A client's, NULL: those that the
                                     system has; a server's, NULL: clients need none */
  const char *name;               /* whom a client means: a host's name (sent as SNI) or an address, which the
                                     certificate has to be of */
};

struct fl_tls_side; /* one for many connections */
/* NULL: *why says why, until it is called again. Nothing in it stands in the key. */
struct fl_tls_side *fl_tls_side_new(const struct fl_tls_settings *settings, const char **why);
void fl_tls_side_free(struct fl_tls_side *side);

struct fl_tls;
struct fl_tls *fl_tls_new(struct fl_tls_side *side); /* NULL: no memory */
void fl_tls_free(struct fl_tls *tls);                /* what was secret in it is wiped */

/* FL_TLS_MORE: not until it has heard more. FL_TLS_ENDED: the other side has said that there will be no more.
 * FL_TLS_FAILED: nothing that it says can be believed; fl_tls_why says why. Whatever it is, there may be something to
 * be sent, an alert too. */
enum fl_tls_result { FL_TLS_DONE, FL_TLS_MORE, FL_TLS_ENDED, FL_TLS_FAILED };

/* What was received, which it copies. False: no memory. */
bool fl_tls_hear(struct fl_tls *tls, const void *bytes, size_t length);
/* To be tried whenever it has heard more, until it is DONE; before that nothing is said or read. */
enum fl_tls_result fl_tls_handshake(struct fl_tls *tls);
/* DONE: *length bytes, at least 1 and at most `room`. */
enum fl_tls_result fl_tls_read(struct fl_tls *tls, void *bytes, size_t room, size_t *length);
/* False: no memory, or it has failed. */
bool fl_tls_say(struct fl_tls *tls, const void *bytes, size_t length);
void fl_tls_end(struct fl_tls *tls); /* says that there will be no more */
/* What is to be sent: all of it, from the first byte on; what is taken is forgotten at the next call of any other. */
const uint8_t *fl_tls_take(struct fl_tls *tls, size_t *length);
const char *fl_tls_why(const struct fl_tls *tls);
#endif
