/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* What a connection is, in the memory that its caller gives. */
#ifndef CONNECTION_STATE_H
#define CONNECTION_STATE_H

#include "connection.h"
#include "fairlead_tls.h"

/* What the machine waits for. TOLD: nothing, with something to be asked for. */
enum waits { NOTHING, TOLD, MORE, CHOICE, TICKET, SIGNATURE, VERDICT, WISH, OVER };

/* Of both sides; a machine is behind it. */
struct server {
  const fl_tls_context *context;
  const fl_tls_certificate *certificate;
  uint32_t lo, hi; /* of data in the input; of the name, the peer's chain, or a ticket, before */
  union {
    struct {
      uint32_t schemes_lo, schemes_hi; /* or of the peer's signature: in the handshake */
    };
    struct {
      uint32_t used, most; /* then */
    };
  };
  uint16_t suite, scheme, protocol_lo;
  uint8_t protocol_length, waits, state, end, alert;
  bool resumed : 1, verified : 1, export : 1, is_client : 1;
  uint32_t left; /* a sum of what it left in an output: it is there still, unless another connection was there */
};

/* A program that has one side only says so, and its linker leaves the other's machine out. */
#if defined FL_TLS_SERVERS_ONLY
#define IS_CLIENT(s) false
#elif defined FL_TLS_CLIENTS_ONLY
#define IS_CLIENT(s) true
#else
#define IS_CLIENT(s) ((s)->is_client)
#endif

struct of_server {
  struct server s;
  struct fl_tlsm_server machine;
};

struct of_client {
  struct server s;
  const char *host;
  const uint8_t *session;
  size_t session_length;
  struct fl_tlsm_client machine;
};

/* Exact where pointers have 8 bytes; with smaller ones a little is left. */
#define FITS(type, room) (sizeof(type) <= (room) && (sizeof(type) + 16 > (room) || sizeof(void *) < 8))
_Static_assert(FITS(struct of_server, FL_TLS_SERVER_SIZE) && FITS(struct of_client, FL_TLS_CLIENT_SIZE), "size");

/* What the connection left in this output; NULL, of length 0: not in this one, or another connection was here since. */
const uint8_t *fl_tls_left(const fl_tls_server *tls, const fl_tls_io *io, size_t *length);

/* input[lo..hi], to which an event belongs; NULL, of length 0: the input that is given now does not have it. */
const uint8_t *fl_tls_part(const fl_tls_io *io, uint32_t lo, uint32_t hi, size_t *length);

void fl_tls_begin_client(fl_tls_server *tls, const fl_tls_context *context, const char *host, const uint8_t *session,
                         size_t length);

#endif
