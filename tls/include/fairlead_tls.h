/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* TLS 1.3 for servers and clients, without input or output of its own (RFC 8446).

   You have the sockets; the library has the protocol. You give it the bytes that came, it decrypts them where they lie
   and tells you what is next; what it wants sent it appends to an output of yours. It allocates nothing (a provider
   may), starts no thread and calls nobody back, except for functions of the provider and the key log.

     fl_tls_context context = {.provider = fl_tls_libcrypto()};    what connections have in common
     fl_tls_server tls;                                            one for each connection: FL_TLS_SERVER_SIZE bytes
     fl_tls_server_init(&tls, &context);

     each time that bytes came (io.input: all that were received and not consumed, io.output: see below):
     for (fl_tls_event event = fl_tls_server_receive(&tls, &io);; event = fl_tls_server_receive(&tls, &io))
       switch (event) {
       case FL_TLS_CHOOSE:      who are you? fl_tls_server_choose
       case FL_TLS_TICKET:      only if tickets are for one use: fl_tls_server_resume
       case FL_TLS_SIGN:        sign with that one's key: fl_tls_server_sign
       case FL_TLS_VERIFY:      only if clients are to say who they are: fl_tls_server_verify
       case FL_TLS_ESTABLISHED: the handshake is done: fl_tls_server_agreed says on what
       case FL_TLS_DATA:        fl_tls_server_data, fl_tls_server_used, and fl_tls_server_send to answer
       case FL_TLS_FULL:        send the output, and empty it: a call that finds no room again may end the connection
       case FL_TLS_WANT:        send the output, and wait for more bytes
       case FL_TLS_ENDED:       the peer sends no more: answer what is left, then fl_tls_server_close
       case FL_TLS_DONE:        send the output, and drop the connection
       }

   A client's functions are fl_tls_client_..., and further down.

   examples/tls/echo.c is a whole server, examples/tls/fetch.c a client; docs/tls.md explains it, says what is proved of
   it, and that nobody has reviewed it.

   Threads: a connection belongs to one thread at a time. Contexts, certificates and providers may be shared, and must
   not change while a call that may read them runs. A connection holds no pointer but to its context and, until it
   is established, its certificate: it may be moved.

   Whatever a peer sends, no call reads or writes beyond the input, the output and the connection. Nor does it when you
   give less input than an event belongs to, which is then not there any more, or an output whose length is none
   (one that nobody has set to 0): the connection ends with FL_TLS_END_BROKEN. */
#ifndef FAIRLEAD_TLS_H
#define FAIRLEAD_TLS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define FL_TLS_API __attribute__((visibility("default")))

enum {
  FL_TLS_SERVER_SIZE = 880,  /* bytes of a connection, also while it waits */
  FL_TLS_CLIENT_SIZE = 1152, /* and of a client's */
#ifdef FL_TLS_SMALL
  FL_TLS_OUTPUT = 8192, /* what a small machine has, if all is compiled so: docs/tls.md */
  FL_TLS_CHAIN = 2048,
#else
  FL_TLS_OUTPUT = 66048, /* bytes of records in an output: four of the largest size, and what goes with them */
  FL_TLS_CHAIN = 32768,  /* bytes of a certificate chain, at most */
#endif
  FL_TLS_INPUT = 104448,  /* bytes of input that a connection may have to keep: the longest ClientHello, and more */
  FL_TLS_SIGNATURE = 512, /* bytes of a signature, at most */
  FL_TLS_TICKET_KEY = 48, /* bytes of a key of tickets */
  FL_TLS_SESSION_MOST = 32768, /* bytes of a session, at most */
  FL_TLS_TICKET_NAME = 28      /* bytes that name a ticket */
};

/* ---- Cryptography ---- */

/* Named by the bytes it gives, 32 (SHA-256) or 48 (SHA-384): a hash whose message comes in pieces. It is copied. */
typedef struct fl_tls_hash {
  uint64_t opaque[28];
} fl_tls_hash;

/* What the protocol needs of cryptography: a table of functions, which are called from whatever thread a connection
   runs in. Results of int are 1, or 0 when it could not be done. */
typedef struct fl_tls_provider {
  /* What of it there is, ended by 0. Suites: 0x1301 AES-128-GCM-SHA256, 0x1302 AES-256-GCM-SHA384, 0x1303
     ChaCha20-Poly1305-SHA256. Groups: 0x11ec X25519MLKEM768, 29 X25519, 23 P-256, 24 P-384, 25 P-521,
     30 X448. */
  uint16_t suites[4], groups[8];

  void (*hash_begin)(fl_tls_hash *hash, size_t size);
  void (*hash_update)(fl_tls_hash *hash, size_t size, const uint8_t *data, size_t length);
  void (*hash_now)(const fl_tls_hash *hash, size_t size, uint8_t *digest); /* more may come after it */
  void (*hmac)(size_t size, const uint8_t *key, size_t key_length, const uint8_t *message, size_t length, uint8_t *mac);

  /* In place; the nonce has 12 bytes, the key 16 for 0x1301 and 32 for the others. */
  int (*seal)(uint16_t suite, const uint8_t *key, const uint8_t *nonce, const uint8_t *data, size_t data_length,
              uint8_t *text, size_t length, uint8_t tag[16]);
  int (*open)(uint16_t suite, const uint8_t *key, const uint8_t *nonce, const uint8_t *data, size_t data_length,
              uint8_t *text, size_t length, const uint8_t tag[16]);

  /* With random bytes as our private key: our share, and what is shared with a peer that has this share (points of
     P-256, P-384 and P-521 are uncompressed). A private key and a secret have 32 bytes, of P-384 48, of P-521 66, of
     X448 56. Without a peer's share, of length 0, only ours is wanted. 1; 0: there is none of the peer's, or it is no
     point, or of small order; -1: no key comes of the bytes.
     Of X25519MLKEM768 all is ML-KEM-768's (FIPS 203) and X25519's, in this order. A client's share has 1,216 bytes,
     its private key 96: ML-KEM's seed, d and z, and X25519's. The share of a server, who is given a client's and checks
     it (7.2), has 1,120, and its private key 64: what is encapsulated, and X25519's. The secret has 64. */
  int (*exchange)(uint16_t group, const uint8_t *private_key, const uint8_t *peer, size_t peer_length, uint8_t *share,
                  uint8_t *secret);

  int (*random)(uint8_t *bytes, size_t length);

  /* The bytes of a signature with `key`, which is what `key` below made; 0: it could not be done. The library never
     calls it: fl_tls_identity_answer does. */
  size_t (*sign)(void *key, uint16_t scheme, const uint8_t *content, size_t length,
                 uint8_t signature[FL_TLS_SIGNATURE]);
  void *(*key)(const uint8_t *der, size_t length); /* of a private key in DER; NULL: not by this provider */
  void (*key_free)(void *key);
} fl_tls_provider;

/* OpenSSL's libcrypto; AES-GCM is libfairlead-gcm's where the processor has what that needs. */
FL_TLS_API const fl_tls_provider *fl_tls_libcrypto(void);

/* AWS-LC's, with X25519MLKEM768 and without X448: in a library made with PROVIDER=aws-lc (docs/tls.md) only. */
FL_TLS_API const fl_tls_provider *fl_tls_aws_lc(void);

/* mbedTLS's libmbedcrypto, for small machines: in a library made with PROVIDER=mbedtls (docs/tls.md) only. */
FL_TLS_API const fl_tls_provider *fl_tls_mbedtls(void);

/* ---- Connections ---- */

/* What connections have in common. It must outlive them. */
typedef struct fl_tls_context {
  const fl_tls_provider *provider;
  /* What to speak by ALPN (RFC 7301), the best first: each name behind a byte that is its length ("\x8http/1.1").
     A client that names protocols, and none of these, is refused. NULL: whatever it names is passed over.
     At most 65,535 bytes: a server does not look at more, and a client with more ends. */
  const uint8_t *protocols;
  size_t protocols_length;
  /* Keys of tickets, FL_TLS_TICKET_KEY random bytes each. The first makes new ones, and all open them: to rotate, put a
     new one in front from time to time, and drop the last. A ticket is good for two hours. NULL: no resumption. A key
     must not make more than 2^32 tickets. */
  const uint8_t *ticket_keys;
  size_t ticket_keys_count;
  /* Whether clients are to say who they are, with a certificate. FL_TLS_VERIFY asks you whether you believe it. One
     that has none comes in with FL_TLS_CLIENTS_ASKED, and not with FL_TLS_CLIENTS_REQUIRED. With either of the two
     there is no resumption: a ticket would not say who they were. */
  enum { FL_TLS_CLIENTS_UNASKED, FL_TLS_CLIENTS_ASKED, FL_TLS_CLIENTS_REQUIRED } clients;
  /* A ticket resumes once: FL_TLS_TICKET asks you whether it has. False: as often as a client brings it. */
  bool tickets_once;
  /* Told every secret, in the words of SSLKEYLOGFILE (RFC 9850): whoever has them can read along. NULL: nobody is. */
  void (*key_log)(void *log, const char *label, const uint8_t random[32], const uint8_t *secret, size_t length);
  void *log;
} fl_tls_context;

/* Who a server is: certificates in the order of a chain, each appended by fl_tls_put_certificate, and the signature
   schemes of the first one's key, the best first (RFC 8446, 4.2.3), ended by 0. It must outlive the handshake. */
typedef struct fl_tls_certificate {
  const uint8_t *chain;
  size_t chain_length;
  uint16_t schemes[8];
} fl_tls_certificate;

/* Appends a certificate in DER to a chain that has `length` bytes of FL_TLS_CHAIN. The length then, or 0: no room. */
FL_TLS_API size_t fl_tls_put_certificate(uint8_t *chain, size_t length, const uint8_t *der, size_t der_length);

/* What is to be sent: data[0..length]. The library only appends; you set length to 0 when it was sent, or taken by who
   sends it. One will do for all connections of a thread, if it is empty when another connection's turn comes. */
typedef struct fl_tls_output {
#ifdef FL_TLS_SMALL
  uint16_t length; /* 0 at first */
#else
  uint32_t length;
#endif
  uint8_t data[FL_TLS_OUTPUT];
  uint8_t scratch[192]; /* what a call leaves for the next one: to sign, to verify, to export */
} fl_tls_output;

/* What a call works on. The library moves `input` ahead over what it has dealt with; you append to it, and may move all
   of it elsewhere between calls. When nothing is left you need no buffer, until bytes come again. */
typedef struct fl_tls_io {
  uint8_t *input;
  size_t input_length;
  fl_tls_output *output;
  uint64_t now; /* seconds of any clock that goes on: for how old tickets are */
} fl_tls_io;

typedef struct fl_tls_server {
  __attribute__((aligned(16))) uint8_t opaque[FL_TLS_SERVER_SIZE];
} fl_tls_server;

typedef enum fl_tls_event {
  FL_TLS_WANT,        /* nothing to do until more bytes come */
  FL_TLS_FULL,        /* the output has no room for what comes next */
  FL_TLS_CHOOSE,      /* fl_tls_server_name; then fl_tls_server_choose */
  FL_TLS_TICKET,      /* fl_tls_server_ticket; then fl_tls_server_resume */
  FL_TLS_SIGN,        /* fl_tls_server_to_sign; then fl_tls_server_sign */
  FL_TLS_VERIFY,      /* fl_tls_server_claim; then fl_tls_server_verify */
  FL_TLS_ESTABLISHED, /* the peer's Finished has verified. From now on, fl_tls_server_send */
  FL_TLS_SESSION,     /* of clients: fl_tls_client_session has one to go on with another time */
  FL_TLS_DATA,        /* fl_tls_server_data has more than before */
  FL_TLS_ENDED,       /* there will be no more of it: fl_tls_server_end says why. You may send still, then close */
  FL_TLS_DONE         /* over, and no alert is missing in the output: fl_tls_server_end says why */
} fl_tls_event;

/* The connection begins. Nothing is to be freed at its end; FL_TLS_DONE has overwritten its secrets, and
   fl_tls_server_wipe does so before. */
FL_TLS_API void fl_tls_server_init(fl_tls_server *tls, const fl_tls_context *context);
FL_TLS_API void fl_tls_server_wipe(fl_tls_server *tls);

/* Goes on: at first, with more input, and after each event but FL_TLS_WANT, without which it says the same again. So
   does what asks, until it is answered: who answers later sends the output, and turns to others until then. */
FL_TLS_API fl_tls_event fl_tls_server_receive(fl_tls_server *tls, fl_tls_io *io);

/* There will be no more input: the peer has shut down its side, or is too late. Before the handshake is done this
   ends the connection. What is in the input comes first, also if fl_tls_server_receive has not seen it: data, a
   question, or the peer's own end. Then call it again, until FL_TLS_ENDED or FL_TLS_DONE. */
typedef enum fl_tls_why { FL_TLS_CUT, FL_TLS_LATE } fl_tls_why;
FL_TLS_API fl_tls_event fl_tls_server_no_more(fl_tls_server *tls, fl_tls_io *io, fl_tls_why why);

/* Ends it from our side, in a handshake, too: close_notify, and FL_TLS_DONE; or a question, or FL_TLS_FULL, again. */
FL_TLS_API fl_tls_event fl_tls_server_close(fl_tls_server *tls, fl_tls_io *io);

/* After FL_TLS_CHOOSE: the host that the client asks for; of length 0, if it says none. In the input. And the
   signature schemes that it verifies: big-endian, of two bytes each. When a ticket resumes there is no such
   event: whoever has to know the host of every connection has no keys of tickets. */
FL_TLS_API const uint8_t *fl_tls_server_name(const fl_tls_server *tls, const fl_tls_io *io, size_t *length);
FL_TLS_API const uint8_t *fl_tls_server_schemes(const fl_tls_server *tls, const fl_tls_io *io, size_t *length);

/* The answer; NULL: nobody of that name, or of none, which ends it (unrecognized_name, handshake_failure). */
FL_TLS_API fl_tls_event fl_tls_server_choose(fl_tls_server *tls, fl_tls_io *io, const fl_tls_certificate *certificate);

/* After FL_TLS_TICKET, which there is only with tickets_once: FL_TLS_TICKET_NAME bytes that no other ticket of ours
   begins with. The client has proved that it knows the ticket's secret, or repeats a hello of one that did. */
FL_TLS_API const uint8_t *fl_tls_server_ticket(const fl_tls_server *tls, const fl_tls_io *io);

/* The answer: true, if you have not answered so for this name before. Keep it for two hours, after which no ticket of
   that name is taken. False, also when you cannot tell: the handshake goes on without the ticket. */
FL_TLS_API fl_tls_event fl_tls_server_resume(fl_tls_server *tls, fl_tls_io *io, bool resume);

/* After FL_TLS_SIGN: what to sign, and with which scheme. Copy it, if it is signed elsewhere: it is in io->output.
   NULL: the output is not the one of then, or another connection was there since. */
FL_TLS_API const uint8_t *fl_tls_server_to_sign(const fl_tls_server *tls, const fl_tls_io *io, size_t *length,
                                                uint16_t *scheme);
FL_TLS_API const fl_tls_certificate *fl_tls_server_certificate(const fl_tls_server *tls); /* in the handshake */

/* The signature, whenever it is there; of length 0: none, an end. FL_TLS_FULL, and FL_TLS_SIGN again, may follow. */
FL_TLS_API fl_tls_event fl_tls_server_sign(fl_tls_server *tls, fl_tls_io *io, const uint8_t *signature, size_t length);

/* After FL_TLS_VERIFY: what the peer says it is. Its certificates; a scheme, which is one of ours, and what it signed
   with it, or so it says. `chain` is what fl_tls_next_certificate takes apart. In the input and the output: copy what
   is looked at later. False, to which the answer must be, too: as with NULL above, or nobody is asked. */
typedef struct fl_tls_claim {
  const uint8_t *chain;
  size_t chain_length;
  uint16_t scheme;
  const uint8_t *content, *signature;
  size_t content_length, signature_length;
} fl_tls_claim;
FL_TLS_API bool fl_tls_server_claim(const fl_tls_server *tls, const fl_tls_io *io, fl_tls_claim *claim);

/* The next certificate of a chain, in DER, which is the peer's own at first; NULL at the end. */
FL_TLS_API const uint8_t *fl_tls_next_certificate(fl_tls_claim *claim, size_t *length);

/* The answer, whenever it is there. It must be false, with the alert that says why (RFC 8446, 6.2; in the place of one
   that is no error it is bad_certificate), unless the first certificate is of somebody you trust AND its key has made
   the signature. fl_tls_trust_client does both. There is no way on without an answer. */
FL_TLS_API fl_tls_event fl_tls_server_verify(fl_tls_server *tls, fl_tls_io *io, bool trusted, uint8_t alert);

/* From FL_TLS_ESTABLISHED on: what was agreed on. */
typedef struct fl_tls_agreed {
  uint16_t suite;
  bool resumed;            /* by a ticket */
  bool verified;           /* the client has a certificate, and FL_TLS_VERIFY was answered with true */
  const uint8_t *protocol; /* one of the context's; of length 0: none */
  size_t protocol_length;
  size_t most; /* bytes of data in a record that the client takes */
} fl_tls_agreed;
FL_TLS_API fl_tls_agreed fl_tls_server_agreed(const fl_tls_server *tls);

/* At FL_TLS_ESTABLISHED only, before the next call for any connection with this output: keying material for other
   protocols (7.5). At most 249 bytes of label, 8,160 of `out`. False: not now, or more than that. */
FL_TLS_API bool fl_tls_server_export(const fl_tls_server *tls, const fl_tls_io *io, const char *label,
                                     const uint8_t *context, size_t context_length, uint8_t *out, size_t length);

/* At FL_TLS_DATA and FL_TLS_ENDED: what was decrypted and not used yet, in one piece, in the input; yours to change. It
   is there until the next fl_tls_server_receive. */
FL_TLS_API uint8_t *fl_tls_server_data(const fl_tls_server *tls, const fl_tls_io *io, size_t *length);

/* Its first `length` bytes are used. What is not comes again, with more behind it. */
FL_TLS_API void fl_tls_server_used(fl_tls_server *tls, size_t length);

/* Once the handshake is done: encrypts data into the output, in as many records as it takes. How many bytes were taken;
   if not all, there is no room for a whole record more: send the output, and go on. 0, too, where it is no time to
   send: before the handshake is done, or after the end. */
FL_TLS_API size_t fl_tls_server_send(fl_tls_server *tls, fl_tls_io *io, const uint8_t *data, size_t length);

/* Where the next record's data will be, and how much of it there may be: what you put there (read from a file, say) is
   not copied by fl_tls_server_send of it. NULL: no room, or no time to send. */
FL_TLS_API uint8_t *fl_tls_server_room(fl_tls_server *tls, fl_tls_io *io, size_t *most);

/* At FL_TLS_ENDED and FL_TLS_DONE: how it ended. */
typedef enum fl_tls_end {
  FL_TLS_END_CLOSED,  /* by a close_notify */
  FL_TLS_END_CUT,     /* fl_tls_server_no_more said so: what came may have been cut off by anybody */
  FL_TLS_END_LATE,    /* likewise */
  FL_TLS_END_FAILED,  /* the peer, or something else, was wrong: `alert` is what we say */
  FL_TLS_END_ALERTED, /* by the peer, with this alert */
  FL_TLS_END_BROKEN   /* by an error in this library, a provider that cannot seal, or buffers that cannot be right:
                         nothing is said */
} fl_tls_end;
FL_TLS_API fl_tls_end fl_tls_server_end(const fl_tls_server *tls, uint8_t *alert);

/* ---- Clients ---- */

/* Of a context a client uses the provider, the protocols and the key log.

     fl_tls_client_init(&tls, &context, "example.org", NULL, 0);
     fl_tls_client_receive(&tls, &io) writes its hello, and says FL_TLS_WANT. Then as a server, with these events:

       FL_TLS_VERIFY       the server says who it is: fl_tls_client_verify, or fl_tls_trust_server, which does it all.
                           There is no way on without an answer. It is not asked in a connection that is resumed, with
                           who was believed when the session was made
       FL_TLS_CHOOSE       only if the server wants to know who we are: fl_tls_client_choose; NULL: we do not say
       FL_TLS_SIGN         if we do: fl_tls_client_sign
       FL_TLS_ESTABLISHED  the server is who it says it is, and its Finished has verified: fl_tls_client_send
       FL_TLS_SESSION      if you like: fl_tls_client_session
       FL_TLS_DATA, FL_TLS_FULL, FL_TLS_WANT, FL_TLS_ENDED, FL_TLS_DONE */
typedef struct fl_tls_client {
  __attribute__((aligned(16))) uint8_t opaque[FL_TLS_CLIENT_SIZE];
} fl_tls_client;

/* `host`: who it is to be, a name (of at most 255 bytes, without a dot at its end) or an address; it must outlive the
   connection. `session`: what fl_tls_client_session gave; it must outlive the handshake. One that is too old, for
   another host or damaged is passed over. NULL: none. Whoever can read a session can resume, as can who can write it
   pretend to be the server. */
FL_TLS_API void fl_tls_client_init(fl_tls_client *tls, const fl_tls_context *context, const char *host,
                                   const uint8_t *session, size_t length);
FL_TLS_API const char *fl_tls_client_host(const fl_tls_client *tls);

/* At FL_TLS_SESSION: a session, for this host, with the secret that it goes on with. The bytes of it; 0: no room, or
   not now. A server may give several; each is to be used once, or who watches sees that it is the same client (C.4).
   Forget them all when you believe somebody less than you did. */
FL_TLS_API size_t fl_tls_client_session(const fl_tls_client *tls, const fl_tls_io *io, uint8_t *session, size_t room);

/* These do what the functions of servers do. */
FL_TLS_API void fl_tls_client_wipe(fl_tls_client *tls);
FL_TLS_API fl_tls_event fl_tls_client_receive(fl_tls_client *tls, fl_tls_io *io);
FL_TLS_API fl_tls_event fl_tls_client_no_more(fl_tls_client *tls, fl_tls_io *io, fl_tls_why why);
FL_TLS_API fl_tls_event fl_tls_client_close(fl_tls_client *tls, fl_tls_io *io);
FL_TLS_API bool fl_tls_client_claim(const fl_tls_client *tls, const fl_tls_io *io, fl_tls_claim *claim);
FL_TLS_API fl_tls_event fl_tls_client_verify(fl_tls_client *tls, fl_tls_io *io, bool trusted, uint8_t alert);
FL_TLS_API const uint8_t *fl_tls_client_schemes(const fl_tls_client *tls, const fl_tls_io *io, size_t *length);
FL_TLS_API fl_tls_event fl_tls_client_choose(fl_tls_client *tls, fl_tls_io *io, const fl_tls_certificate *certificate);
FL_TLS_API const uint8_t *fl_tls_client_to_sign(const fl_tls_client *tls, const fl_tls_io *io, size_t *length,
                                                uint16_t *scheme);
FL_TLS_API fl_tls_event fl_tls_client_sign(fl_tls_client *tls, fl_tls_io *io, const uint8_t *signature, size_t length);
FL_TLS_API fl_tls_agreed fl_tls_client_agreed(const fl_tls_client *tls);
FL_TLS_API bool fl_tls_client_export(const fl_tls_client *tls, const fl_tls_io *io, const char *label,
                                     const uint8_t *context, size_t context_length, uint8_t *out, size_t length);
FL_TLS_API uint8_t *fl_tls_client_data(const fl_tls_client *tls, const fl_tls_io *io, size_t *length);
FL_TLS_API void fl_tls_client_used(fl_tls_client *tls, size_t length);
FL_TLS_API size_t fl_tls_client_send(fl_tls_client *tls, fl_tls_io *io, const uint8_t *data, size_t length);
FL_TLS_API uint8_t *fl_tls_client_room(fl_tls_client *tls, fl_tls_io *io, size_t *most);
FL_TLS_API fl_tls_end fl_tls_client_end(const fl_tls_client *tls, uint8_t *alert);

/* ---- Certificates and keys from files ---- */

/* A chain and its key, from PEM files, for those who have them there. This part allocates, and is libcrypto's. Keys are
   ECDSA of P-256 or P-384, Ed25519, or RSA of 2,048 bits or more. */
typedef struct fl_tls_identity fl_tls_identity;
enum { FL_TLS_WHY = 512 };

/* NULL: `why` is what is wrong, "FILE:LINE: ...". */
FL_TLS_API fl_tls_identity *fl_tls_identity_load(const char *certificate, const char *key, char why[FL_TLS_WHY]);
FL_TLS_API void fl_tls_identity_free(fl_tls_identity *identity);
FL_TLS_API const fl_tls_certificate *fl_tls_identity_certificate(const fl_tls_identity *identity);

/* Another provider signs with its key from now on, while nobody else has the identity. False: it cannot, and the one
   before, at first fl_tls_libcrypto, goes on. */
FL_TLS_API bool fl_tls_identity_provider(fl_tls_identity *identity, const fl_tls_provider *provider);

/* Answers FL_TLS_CHOOSE and FL_TLS_SIGN out of a list: the first whose certificate has the name that the client asks
   for and whose key signs what it verifies; if none has the name, the first whose key does. The event after that;
   others are given back as they are. Whoever was chosen must still be in the list to sign, or the handshake ends. */
FL_TLS_API fl_tls_event fl_tls_identity_answer(const fl_tls_identity *const *identities, size_t count,
                                               fl_tls_server *tls, fl_tls_io *io, fl_tls_event event);

/* The same for a client, which is this one or, if that is NULL or the server does not verify its key, nobody. */
FL_TLS_API fl_tls_event fl_tls_identity_client(const fl_tls_identity *identity, fl_tls_client *tls, fl_tls_io *io,
                                               fl_tls_event event);

/* ---- Who peers are, by libcrypto ---- */

/* Whom to believe: the certificates of authorities in a file of PEM, all of them, or a damaged file is refused; NULL:
   those of the system. The result is NULL: `why` says what is wrong. May be shared by threads. */
typedef struct fl_tls_trust fl_tls_trust;
FL_TLS_API fl_tls_trust *fl_tls_trust_load(const char *authorities, char why[FL_TLS_WHY]);
FL_TLS_API void fl_tls_trust_free(fl_tls_trust *trust);

/* Answers FL_TLS_VERIFY: whether the peer's chain leads to one of these authorities, is good now, and for clients, and
   the key of its first certificate has signed. NULL as `trust` refuses everybody. Other events are given back. */
FL_TLS_API fl_tls_event fl_tls_trust_client(const fl_tls_trust *trust, fl_tls_server *tls, fl_tls_io *io,
                                            fl_tls_event event);

/* The same of a server, which must be the host that fl_tls_client_init was given; without one nobody is believed. */
FL_TLS_API fl_tls_event fl_tls_trust_server(const fl_tls_trust *trust, fl_tls_client *tls, fl_tls_io *io,
                                            fl_tls_event event);

#ifdef __cplusplus
}
#endif

#endif
