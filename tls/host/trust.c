/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Whether a peer is who it says it is, by libcrypto: its chain, its name, and its signature. */
#include "fairlead_tls.h"
#include "pem.h"

#include <openssl/err.h>
#include <openssl/rsa.h>
#include <openssl/x509v3.h>
#include <stdio.h>
#include <string.h>

enum {
  BAD_CERTIFICATE = 42,
  UNSUPPORTED_CERTIFICATE = 43,
  CERTIFICATE_REVOKED = 44,
  CERTIFICATE_EXPIRED = 45,
  UNKNOWN_CA = 48,
  ILLEGAL_PARAMETER = 47,
  DECRYPT_ERROR = 51,
  INTERNAL_ERROR = 80,
  CHAIN_MOST = 16 /* certificates of a chain that we look at */
};

fl_tls_trust *fl_tls_trust_load(const char *authorities, char why[FL_TLS_WHY]) {
  X509_STORE *store = X509_STORE_new();
  STACK_OF(X509) *all = authorities ? fl_tls_pem_chain(authorities, NULL, why) : NULL;
  int fine = store && (all || (!authorities && X509_STORE_set_default_paths(store) == 1));
  for (int i = 0; fine && i < sk_X509_num(all); i++) fine = X509_STORE_add_cert(store, sk_X509_value(all, i)) == 1;
  if (!fine && (all || !authorities)) snprintf(why, FL_TLS_WHY, "the authorities: no memory, or the system has none");
  sk_X509_pop_free(all, X509_free);
  if (!fine) {
    X509_STORE_free(store);
    store = NULL;
  }
  ERR_clear_error();
  return (fl_tls_trust *)store;
}

void fl_tls_trust_free(fl_tls_trust *trust) { X509_STORE_free((X509_STORE *)trust); }

/* The schemes, and the keys that may sign with each: a row is all that is known of one. */
static const struct scheme {
  uint16_t name;
  const char *key, *curve;
  const EVP_MD *(*hash)(void);
} schemes[] = {{0x0403, "EC", "prime256v1", EVP_sha256}, {0x0503, "EC", "secp384r1", EVP_sha384},
               {0x0603, "EC", "secp521r1", EVP_sha512},  {0x0804, "RSA", NULL, EVP_sha256},
               {0x0805, "RSA", NULL, EVP_sha384},        {0x0806, "RSA", NULL, EVP_sha512},
               {0x0807, "ED25519", NULL, NULL},          {0x0808, "ED448", NULL, NULL}};

static uint8_t check_signature(EVP_PKEY *key, const fl_tls_claim *claim) {
  char curve[32] = "";
  const struct scheme *scheme = schemes, *end = schemes + sizeof schemes / sizeof schemes[0];
  while (scheme < end && scheme->name != claim->scheme) scheme++;
  if (scheme == end || !EVP_PKEY_is_a(key, scheme->key)) return ILLEGAL_PARAMETER;
  if (scheme->curve &&
      (EVP_PKEY_get_group_name(key, curve, sizeof curve, NULL) != 1 || strcmp(curve, scheme->curve) != 0))
    return ILLEGAL_PARAMETER;
  if (EVP_PKEY_is_a(key, "RSA") && EVP_PKEY_get_bits(key) < 2048) return BAD_CERTIFICATE;
  EVP_MD_CTX *context = EVP_MD_CTX_new();
  EVP_PKEY_CTX *options = NULL;
  bool rsa = scheme->name >= 0x0804 && scheme->name <= 0x0806;
  bool fine =
      context && EVP_DigestVerifyInit(context, &options, scheme->hash ? scheme->hash() : NULL, NULL, key) == 1 &&
      (!rsa || (EVP_PKEY_CTX_set_rsa_padding(options, RSA_PKCS1_PSS_PADDING) > 0 &&
                EVP_PKEY_CTX_set_rsa_pss_saltlen(options, RSA_PSS_SALTLEN_DIGEST) > 0)) &&
      EVP_DigestVerify(context, claim->signature, claim->signature_length, claim->content, claim->content_length) == 1;
  EVP_MD_CTX_free(context);
  return fine ? 0 : DECRYPT_ERROR;
}

static uint8_t alert_of(int error) {
  switch (error) {
  case X509_V_OK: return 0;
  case X509_V_ERR_CERT_HAS_EXPIRED:
  case X509_V_ERR_CERT_NOT_YET_VALID: return CERTIFICATE_EXPIRED;
  case X509_V_ERR_CERT_REVOKED: return CERTIFICATE_REVOKED;
  case X509_V_ERR_DEPTH_ZERO_SELF_SIGNED_CERT:
  case X509_V_ERR_SELF_SIGNED_CERT_IN_CHAIN:
  case X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT:
  case X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT_LOCALLY:
  case X509_V_ERR_UNABLE_TO_VERIFY_LEAF_SIGNATURE: return UNKNOWN_CA;
  case X509_V_ERR_INVALID_PURPOSE: return UNSUPPORTED_CERTIFICATE;
  case X509_V_ERR_OUT_OF_MEM: return INTERNAL_ERROR;
  default: return BAD_CERTIFICATE;
  }
}

/* `host`: a name or an address that the certificate must have; NULL: of a client, none. */
static uint8_t check_chain(X509_STORE *store, X509 *leaf, STACK_OF(X509) * rest, const char *host) {
  X509_STORE_CTX *context = X509_STORE_CTX_new();
  uint8_t alert = INTERNAL_ERROR;
  if (context && X509_STORE_CTX_init(context, store, leaf, rest) == 1 &&
      X509_STORE_CTX_set_default(context, host ? "ssl_server" : "ssl_client") == 1) {
    X509_VERIFY_PARAM *how = X509_STORE_CTX_get0_param(context);
    X509_VERIFY_PARAM_set_hostflags(how, X509_CHECK_FLAG_NO_PARTIAL_WILDCARDS);
    X509_VERIFY_PARAM_set_auth_level(how, 2); /* keys and hashes of 112 bits of security at least */
    if (!host || X509_VERIFY_PARAM_set1_ip_asc(how, host) == 1 || X509_VERIFY_PARAM_set1_host(how, host, 0) == 1) {
      int fine = X509_verify_cert(context), error = X509_STORE_CTX_get_error(context);
      alert = fine == 1 && error == X509_V_OK ? 0 : error == X509_V_OK ? INTERNAL_ERROR : alert_of(error);
    }
  }
  X509_STORE_CTX_free(context);
  return alert;
}

static uint8_t judge(const fl_tls_trust *trust, const fl_tls_claim *claim, const char *host) {
  fl_tls_claim left = *claim;
  X509 *leaf = NULL;
  STACK_OF(X509) *rest = sk_X509_new_null();
  uint8_t alert = trust && rest ? 0 : INTERNAL_ERROR;
  size_t length;
  for (int i = 0; alert == 0; i++) {
    const uint8_t *der = fl_tls_next_certificate(&left, &length), *at = der;
    if (!der || i == CHAIN_MOST) break;
    X509 *one = d2i_X509(NULL, &at, (long)length);
    if (!one || at != der + length)
      alert = BAD_CERTIFICATE;
    else if (i == 0 && (leaf = one) && X509_up_ref(one) != 1)
      alert = INTERNAL_ERROR;
    else if (i > 0 && sk_X509_push(rest, one) > 0)
      one = NULL;
    X509_free(one);
  }
  if (alert == 0 && !leaf) alert = BAD_CERTIFICATE;
  if (alert == 0) alert = check_chain((X509_STORE *)(uintptr_t)trust, leaf, rest, host);
  /* A key that may only encrypt has nothing to sign here (RFC 8446, 4.4.2.2), which libcrypto's purposes let pass. */
  if (alert == 0 && !(X509_get_key_usage(leaf) & KU_DIGITAL_SIGNATURE)) alert = UNSUPPORTED_CERTIFICATE;
  EVP_PKEY *key = alert == 0 ? X509_get0_pubkey(leaf) : NULL;
  if (alert == 0) alert = key ? check_signature(key, claim) : UNSUPPORTED_CERTIFICATE;
  X509_free(leaf);
  sk_X509_pop_free(rest, X509_free);
  ERR_clear_error();
  return alert;
}

fl_tls_event fl_tls_trust_client(const fl_tls_trust *trust, fl_tls_server *tls, fl_tls_io *io, fl_tls_event event) {
  fl_tls_claim claim;
  if (event != FL_TLS_VERIFY) return event;
  uint8_t alert = fl_tls_server_claim(tls, io, &claim) ? judge(trust, &claim, NULL) : INTERNAL_ERROR;
  return fl_tls_server_verify(tls, io, alert == 0, alert);
}

fl_tls_event fl_tls_trust_server(const fl_tls_trust *trust, fl_tls_client *tls, fl_tls_io *io, fl_tls_event event) {
  fl_tls_claim claim;
  if (event != FL_TLS_VERIFY) return event;
  const char *host = fl_tls_client_host(tls); /* without one: whoever it is */
  uint8_t alert = host[0] && fl_tls_client_claim(tls, io, &claim) ? judge(trust, &claim, host) : INTERNAL_ERROR;
  return fl_tls_client_verify(tls, io, alert == 0, alert);
}
