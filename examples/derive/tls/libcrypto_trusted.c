/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The cryptography of the derived TLS server, from OpenSSL's libcrypto. Numbers of algorithms are the places of Coq's
 * constructors: hashes sha256, sha384; ciphers aes_128_gcm, aes_256_gcm, chacha20_poly1305; groups x25519,
 * secp256r1. */
#define CAML_NAME_SPACE
#include "pem.h"

#include <caml/alloc.h>
#include <caml/fail.h>
#include <caml/memory.h>
#include <caml/mlvalues.h>

#include <openssl/core_names.h>
#include <openssl/crypto.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/rand.h>
#include <openssl/rsa.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#define TAG 16

static const unsigned char *bytes(value v) { return (const unsigned char *)String_val(v); }
static int size(value v) { return (int)caml_string_length(v); }
static value string(const void *data, size_t length) { return caml_alloc_initialized_string(length, data); }
static value some(value v) {
  CAMLparam1(v);
  CAMLreturn(caml_alloc_some(v));
}
/* OpenSSL keeps why something failed for who asks; nobody does. */
static value none(void) {
  ERR_clear_error();
  return Val_none;
}

static const EVP_MD *md(value hash) { return Int_val(hash) == 0 ? EVP_sha256() : EVP_sha384(); }

value fl_tls_hash(value hash, value data) {
  unsigned char out[EVP_MAX_MD_SIZE];
  unsigned length = 0;
  if (!EVP_Digest(bytes(data), caml_string_length(data), out, &length, md(hash), NULL)) caml_failwith("EVP_Digest");
  return string(out, length);
}

value fl_tls_hmac(value hash, value key, value data) {
  unsigned char out[EVP_MAX_MD_SIZE];
  unsigned length = 0;
  if (!HMAC(md(hash), bytes(key), size(key), bytes(data), caml_string_length(data), out, &length))
    caml_failwith("HMAC");
  return string(out, length);
}

value fl_tls_same(value a, value b) {
  return Val_bool(caml_string_length(a) == caml_string_length(b) &&
                  CRYPTO_memcmp(bytes(a), bytes(b), caml_string_length(a)) == 0);
}

static EVP_CIPHER_CTX *begin(value cipher, value key, value nonce, bool sealing) {
  const EVP_CIPHER *ciphers[] = {EVP_aes_128_gcm(), EVP_aes_256_gcm(), EVP_chacha20_poly1305()};
  const EVP_CIPHER *chosen = ciphers[Int_val(cipher)];
  EVP_CIPHER_CTX *context = EVP_CIPHER_CTX_new();
  if (!context || size(key) != EVP_CIPHER_get_key_length(chosen) || size(nonce) != EVP_CIPHER_get_iv_length(chosen) ||
      !EVP_CipherInit_ex(context, chosen, NULL, bytes(key), bytes(nonce), sealing)) {
    EVP_CIPHER_CTX_free(context);
    caml_failwith("EVP_CipherInit_ex");
  }
  return context;
}

value fl_tls_seal(value cipher, value key, value nonce, value data, value text) {
  CAMLparam5(cipher, key, nonce, data, text);
  CAMLlocal1(result);
  result = caml_alloc_string(caml_string_length(text) + TAG);
  unsigned char *out = (unsigned char *)Bytes_val(result);
  EVP_CIPHER_CTX *context = begin(cipher, key, nonce, true);
  int n = 0;
  bool done = EVP_CipherUpdate(context, NULL, &n, bytes(data), size(data)) &&
              EVP_CipherUpdate(context, out, &n, bytes(text), size(text)) && EVP_CipherFinal_ex(context, out + n, &n) &&
              EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_GET_TAG, TAG, out + caml_string_length(text));
  EVP_CIPHER_CTX_free(context);
  if (!done) caml_failwith("EVP_CipherUpdate");
  CAMLreturn(result);
}

value fl_tls_open(value cipher, value key, value nonce, value data, value text) {
  CAMLparam5(cipher, key, nonce, data, text);
  CAMLlocal1(result);
  if (caml_string_length(text) < TAG) CAMLreturn(Val_none);
  int length = size(text) - TAG, n = 0;
  result = caml_alloc_string((mlsize_t)length);
  unsigned char tag[TAG];
  memcpy(tag, bytes(text) + length, TAG);
  EVP_CIPHER_CTX *context = begin(cipher, key, nonce, false);
  bool done = EVP_CipherUpdate(context, NULL, &n, bytes(data), size(data)) &&
              EVP_CipherUpdate(context, (unsigned char *)Bytes_val(result), &n, bytes(text), length) &&
              EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_SET_TAG, TAG, tag) &&
              EVP_CipherFinal_ex(context, (unsigned char *)Bytes_val(result) + n, &n);
  EVP_CIPHER_CTX_free(context);
  CAMLreturn(done ? some(result) : none());
}

/* A new key pair of the group: its share, and the secret that it makes with the peer's share. None: there is no
 * secret, because that share is no point of the curve, or of small order (RFC 7748, 6.1). */
value fl_tls_shared(value group, value peer) {
  CAMLparam2(group, peer);
  CAMLlocal3(pair, ours, both);
  bool p256 = Int_val(group) == 1;
  unsigned char share[65], secret[32];
  size_t length = sizeof secret, shared = sizeof share;
  EVP_PKEY *own = p256 ? EVP_EC_gen("P-256") : EVP_PKEY_Q_keygen(NULL, NULL, "X25519");
  EVP_PKEY *other = NULL;
  EVP_PKEY_CTX *context = NULL;
  bool done =
      own && EVP_PKEY_get_octet_string_param(own, OSSL_PKEY_PARAM_ENCODED_PUBLIC_KEY, share, sizeof share, &shared);
  if (done && p256)
    done = (other = EVP_PKEY_new()) && EVP_PKEY_copy_parameters(other, own) > 0 &&
           EVP_PKEY_set1_encoded_public_key(other, bytes(peer), caml_string_length(peer)) > 0;
  else if (done)
    done = (other = EVP_PKEY_new_raw_public_key(EVP_PKEY_X25519, NULL, bytes(peer), caml_string_length(peer))) != NULL;
  done = done && (context = EVP_PKEY_CTX_new(own, NULL)) && EVP_PKEY_derive_init(context) > 0 &&
         EVP_PKEY_derive_set_peer(context, other) > 0 && EVP_PKEY_derive(context, secret, &length) > 0 &&
         length == sizeof secret;
  EVP_PKEY_CTX_free(context);
  EVP_PKEY_free(other);
  EVP_PKEY_free(own);
  if (!done) CAMLreturn(none());
  ours = string(share, shared);
  both = string(secret, length);
  OPENSSL_cleanse(secret, sizeof secret);
  pair = caml_alloc_tuple(2);
  Store_field(pair, 0, ours);
  Store_field(pair, 1, both);
  CAMLreturn(some(pair));
}

value fl_tls_random(value n) {
  CAMLparam1(n);
  CAMLlocal1(result);
  result = caml_alloc_string((mlsize_t)Int_val(n));
  if (RAND_bytes(Bytes_val(result), Int_val(n)) != 1) caml_failwith("RAND_bytes");
  CAMLreturn(result);
}

/* The server's key, and the scheme that it signs with (RFC 8446, 4.2.3). */
static EVP_PKEY *identity;
static bool pss;

value fl_tls_load_key(value path) {
  char why[PEM_WHY + 64], group[32] = "";
  identity = fl_tls_pem_key(String_val(path), why);
  if (!identity) caml_failwith(why);
  pss = EVP_PKEY_is_a(identity, "RSA") && EVP_PKEY_get_bits(identity) >= 2048;
  if (pss) return Val_int(0x0804);
  if (EVP_PKEY_is_a(identity, "EC") && EVP_PKEY_get_group_name(identity, group, sizeof group, NULL) &&
      strcmp(group, "prime256v1") == 0)
    return Val_int(0x0403);
  snprintf(why, sizeof why, "%.*s: no key of P-256, or of RSA with 2,048 bits or more", PEM_WHY, String_val(path));
  caml_failwith(why);
}

/* The certificates of a file in PEM, in DER, the last first. The first of the file must be the key's. */
value fl_tls_load_certificates(value path) {
  CAMLparam1(path);
  CAMLlocal3(list, cell, der);
  char why[PEM_WHY];
  STACK_OF(X509) *chain = fl_tls_pem_chain(String_val(path), identity, why);
  if (!chain) caml_failwith(why);
  list = Val_emptylist;
  for (int i = 0; i < sk_X509_num(chain); i++) {
    unsigned char *out = NULL;
    int length = i2d_X509(sk_X509_value(chain, i), &out);
    if (length <= 0) caml_failwith("i2d_X509");
    der = string(out, (size_t)length);
    OPENSSL_free(out);
    cell = caml_alloc_small(2, Tag_cons);
    Field(cell, 0) = der;
    Field(cell, 1) = list;
    list = cell;
  }
  sk_X509_pop_free(chain, X509_free);
  CAMLreturn(list);
}

value fl_tls_sign(value data) {
  CAMLparam1(data);
  unsigned char out[1024];
  size_t length = sizeof out;
  EVP_MD_CTX *context = EVP_MD_CTX_new();
  EVP_PKEY_CTX *how = NULL;
  bool done = context && EVP_DigestSignInit(context, &how, EVP_sha256(), NULL, identity) > 0 &&
              (!pss || (EVP_PKEY_CTX_set_rsa_padding(how, RSA_PKCS1_PSS_PADDING) > 0 &&
                        EVP_PKEY_CTX_set_rsa_pss_saltlen(how, RSA_PSS_SALTLEN_DIGEST) > 0)) &&
              EVP_DigestSign(context, out, &length, bytes(data), caml_string_length(data)) > 0;
  EVP_MD_CTX_free(context);
  CAMLreturn(done ? some(string(out, length)) : none());
}
