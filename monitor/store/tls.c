/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#define _GNU_SOURCE
#include "tls.h"

#include "frames.h"

#include <limits.h>
#include <openssl/err.h>
#include <openssl/pem.h>
#include <openssl/ssl.h>
#include <openssl/x509v3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WHY = 100, NAME = 256, LARGE = 256 * 1024 };

struct fl_tls_side {
  SSL_CTX *of;
  bool server;
  char name[NAME];
};

struct fl_tls {
  SSL *ssl;
  struct fl_buffer heard, said;
  size_t heard_at;
  bool failed;
  char why[WHY];
};

/* ---- A side ---- */

static BIO *reader(struct fl_pem text) {
  return text.data && text.length <= INT_MAX ? BIO_new_mem_buf(text.data, (int)text.length) : NULL;
}

/* The certificates of a text in their order. NULL: see *why. A block has two lines that end so, be it damaged, indented
   or quoted: all of them must have been read, as OpenSSL takes the first that it cannot read for the end. */
static STACK_OF(X509) * certificates(struct fl_pem text, const char *const words[2], const char **why) {
  static const char edge[] = "CERTIFICATE-----";
  BIO *b = reader(text);
  STACK_OF(X509) *all = sk_X509_new_null();
  for (X509 *x; b && all && (x = PEM_read_bio_X509_AUX(b, NULL, NULL, NULL));) sk_X509_push(all, x);
  int edges = 0, count = sk_X509_num(all);
  for (const char *at = text.data; (at = memmem(at, text.length - (size_t)(at - text.data), edge, 16)); at++) edges++;
  BIO_free(b);
  *why = count <= 0 ? words[0] : edges != 2 * count ? words[1] : NULL;
  if (*why) sk_X509_pop_free(all, X509_free);
  return *why ? NULL : all;
}

static const char *use_own(SSL_CTX *c, struct fl_pem text, struct fl_pem secret) {
  const char *why, *words[] = {"there is no certificate in it", "its certificate, or one behind that, is damaged"};
  STACK_OF(X509) *all = certificates(text, words, &why);
  X509 *own = sk_X509_shift(all);
  BIO *b = reader(secret);
  EVP_PKEY *key = b ? PEM_read_bio_PrivateKey(b, NULL, NULL, (void *)(uintptr_t) "") : NULL;
  if (!why && !key) why = "there is no private key in it, or it has a password";
  if (!why && X509_check_private_key(own, key) != 1) why = "the key is not the certificate's";
  if (!why && SSL_CTX_use_cert_and_key(c, own, key, all, 1) != 1) why = "its certificates cannot be used";
  EVP_PKEY_free(key);
  BIO_free(b);
  X509_free(own);
  sk_X509_pop_free(all, X509_free);
  return why;
}

static const char *use_authorities(SSL_CTX *c, struct fl_pem text) {
  const char *why, *words[] = {"there is no certificate of an authority in it", "an authority in it is damaged"};
  STACK_OF(X509) *all = certificates(text, words, &why);
  for (int i = 0; !why && i < sk_X509_num(all); i++)
    if (X509_STORE_add_cert(SSL_CTX_get_cert_store(c), sk_X509_value(all, i)) != 1) why = "an authority cannot be used";
  sk_X509_pop_free(all, X509_free);
  return why;
}

static const char *set_up(struct fl_tls_side *side, const struct fl_tls_settings *s) {
  SSL_CTX *c = side->of;
  const char *why = NULL;
  SSL_CTX_set_min_proto_version(c, TLS1_2_VERSION);
  SSL_CTX_set_options(c, SSL_OP_NO_RENEGOTIATION | SSL_OP_NO_COMPRESSION | SSL_OP_NO_TICKET |
                             SSL_OP_CIPHER_SERVER_PREFERENCE);
  SSL_CTX_set_mode(c, SSL_MODE_RELEASE_BUFFERS);
  SSL_CTX_set_session_cache_mode(c, SSL_SESS_CACHE_OFF);
  SSL_CTX_set_num_tickets(c, 0);
  /* Each with forward secrecy and authenticated encryption. */
  if (SSL_CTX_set_cipher_list(c, "ECDHE+AESGCM:ECDHE+CHACHA20") != 1) return "OpenSSL has none of the ciphers";
  if (s->certificate.data) why = use_own(c, s->certificate, s->key);
  if (!why && s->authorities.data) why = use_authorities(c, s->authorities);
  if (why) return why;
  if (s->server) {
    if (s->authorities.data) SSL_CTX_set_verify(c, SSL_VERIFY_PEER | SSL_VERIFY_FAIL_IF_NO_PEER_CERT, NULL);
    return NULL;
  }
  if (!s->authorities.data && SSL_CTX_set_default_verify_paths(c) != 1) return "the system's authorities are not there";
  if (!s->name || !*s->name || strlen(s->name) >= sizeof side->name) return "there is no name to look for";
  strcpy(side->name, s->name);
  SSL_CTX_set_verify(c, SSL_VERIFY_PEER, NULL);
  return NULL;
}

struct fl_tls_side *fl_tls_side_new(const struct fl_tls_settings *settings, const char **why) {
  struct fl_tls_side *side = calloc(1, sizeof *side);
  *why = "out of memory";
  if (!side) return NULL;
  side->server = settings->server;
  side->of = SSL_CTX_new(settings->server ? TLS_server_method() : TLS_client_method());
  const char *wrong = side->of ? set_up(side, settings) : "out of memory";
  ERR_clear_error();
  if (!wrong) return side;
  *why = wrong;
  fl_tls_side_free(side);
  return NULL;
}

void fl_tls_side_free(struct fl_tls_side *side) {
  if (!side) return;
  SSL_CTX_free(side->of);
  free(side);
}

/* ---- A connection ---- */

/* The certificate has to be of this name, or of this address. */
static bool look_for(SSL *ssl, const char *name) {
  X509_VERIFY_PARAM *p = SSL_get0_param(ssl);
  if (X509_VERIFY_PARAM_set1_ip_asc(p, name) == 1) return true;
  ERR_clear_error();
  X509_VERIFY_PARAM_set_hostflags(p, X509_CHECK_FLAG_NO_PARTIAL_WILDCARDS);
  return SSL_set_tlsext_host_name(ssl, name) == 1 && X509_VERIFY_PARAM_set1_host(p, name, 0) == 1;
}

/* What OpenSSL reads from is `heard', and what it writes to `said'. */
static int bio_read(BIO *b, char *bytes, int room) {
  struct fl_tls *t = BIO_get_data(b);
  size_t left = t->heard.length - t->heard_at, n = room < 0 ? 0 : left < (size_t)room ? left : (size_t)room;
  BIO_clear_retry_flags(b);
  if (n == 0) {
    BIO_set_retry_read(b);
    return -1;
  }
  memcpy(bytes, t->heard.data + t->heard_at, n);
  t->heard_at += n;
  if (t->heard_at == t->heard.length) t->heard_at = t->heard.length = 0;
  return (int)n;
}
static int bio_write(BIO *b, const char *bytes, int length) {
  struct fl_tls *t = BIO_get_data(b);
  BIO_clear_retry_flags(b);
  return length >= 0 && fl_buffer_add(&t->said, bytes, (size_t)length) ? length : -1;
}
static long bio_ctrl(BIO *b, int what, long n, void *p) {
  (void)b, (void)n, (void)p;
  return what == BIO_CTRL_FLUSH;
}

static BIO *bio_of(struct fl_tls *t) {
  static BIO_METHOD *method; /* by one thread: the one that has the connections */
  if (!method && (method = BIO_meth_new(BIO_get_new_index() | BIO_TYPE_SOURCE_SINK, "fairlead"))) {
    BIO_meth_set_read(method, bio_read);
    BIO_meth_set_write(method, bio_write);
    BIO_meth_set_ctrl(method, bio_ctrl);
  }
  BIO *b = method ? BIO_new(method) : NULL;
  if (b) {
    BIO_set_data(b, t);
    BIO_set_init(b, 1);
  }
  return b;
}

struct fl_tls *fl_tls_new(struct fl_tls_side *side) {
  struct fl_tls *t = calloc(1, sizeof *t);
  BIO *b = t ? bio_of(t) : NULL;
  if (b) t->ssl = SSL_new(side->of);
  if (!b || !t->ssl || (!side->server && !look_for(t->ssl, side->name))) {
    if (t) SSL_free(t->ssl);
    BIO_free(b);
    free(t);
    return NULL;
  }
  SSL_set_bio(t->ssl, b, b);
  if (side->server)
    SSL_set_accept_state(t->ssl);
  else
    SSL_set_connect_state(t->ssl);
  return t;
}

void fl_tls_free(struct fl_tls *t) {
  if (!t) return;
  SSL_free(t->ssl);
  free(t->heard.data);
  free(t->said.data);
  free(t);
}

static void note_why(struct fl_tls *t) {
  unsigned long code = ERR_peek_error();
  long wrong = SSL_get_verify_result(t->ssl);
  const char *reason = code ? ERR_reason_error_string(code) : NULL;
  if (wrong != X509_V_OK)
    snprintf(t->why, sizeof t->why, "the certificate: %s", X509_verify_cert_error_string(wrong));
  else
    snprintf(t->why, sizeof t->why, "%s", reason ? reason : "the connection ended");
}

static enum fl_tls_result result_of(struct fl_tls *t, int n) {
  switch (SSL_get_error(t->ssl, n)) {
  case SSL_ERROR_WANT_READ: return FL_TLS_MORE;
  case SSL_ERROR_ZERO_RETURN: return FL_TLS_ENDED;
  default:
    note_why(t);
    t->failed = true;
    ERR_clear_error();
    return FL_TLS_FAILED;
  }
}

/* What one large answer took is not kept for ever. */
static void shrink(struct fl_buffer *b) {
  if (b->length > 0 || b->room <= LARGE) return;
  free(b->data);
  *b = (struct fl_buffer){0};
}

bool fl_tls_hear(struct fl_tls *t, const void *bytes, size_t length) {
  shrink(&t->said);
  if (t->heard_at == 0) shrink(&t->heard);
  if (t->heard_at > 0) { /* it moves down, so that what is never read to its end does not grow for ever */
    memmove(t->heard.data, t->heard.data + t->heard_at, t->heard.length - t->heard_at);
    t->heard.length -= t->heard_at;
    t->heard_at = 0;
  }
  return fl_buffer_add(&t->heard, bytes, length);
}

enum fl_tls_result fl_tls_handshake(struct fl_tls *t) {
  if (t->failed) return FL_TLS_FAILED;
  ERR_clear_error();
  int n = SSL_do_handshake(t->ssl);
  return n == 1 ? FL_TLS_DONE : result_of(t, n);
}

enum fl_tls_result fl_tls_read(struct fl_tls *t, void *bytes, size_t room, size_t *length) {
  *length = 0;
  if (t->failed) return FL_TLS_FAILED;
  ERR_clear_error();
  int n = SSL_read(t->ssl, bytes, room < INT_MAX ? (int)room : INT_MAX);
  if (n <= 0) return result_of(t, n);
  *length = (size_t)n;
  return FL_TLS_DONE;
}

bool fl_tls_say(struct fl_tls *t, const void *bytes, size_t length) {
  if (t->failed || length > INT_MAX) return false;
  ERR_clear_error();
  return length == 0 || SSL_write(t->ssl, bytes, (int)length) == (int)length;
}

void fl_tls_end(struct fl_tls *t) {
  if (!t->failed && SSL_is_init_finished(t->ssl)) SSL_shutdown(t->ssl);
  ERR_clear_error();
}

const uint8_t *fl_tls_take(struct fl_tls *t, size_t *length) {
  *length = t->said.length;
  t->said.length = 0; /* the bytes stay where they are until something else is said */
  return t->said.data;
}

const char *fl_tls_why(const struct fl_tls *t) { return t->why; }
