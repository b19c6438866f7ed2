/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The cryptography that is not .fl: AES-GCM of libfairlead-gcm, x25519 of OpenSSL's libcrypto.
 * These are the `extern fn`s of records.fl and handshake.fl. */
#ifndef TLS_HEADER
#define TLS_HEADER "https.h" /* what the compiler wrote for the program these are linked with */
#endif
#include TLS_HEADER

#include "fairlead_gcm.h"

#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TAG = 16 };

static void expand(fl_gcm_key *key, struct fl_view bytes) {
  fl_gcm_result result = fl_gcm_key_init(key, bytes.data, bytes.len);
  if (result != FL_GCM_OK) { /* main has seen fl_gcm_supported() */
    fprintf(stderr, "tls: %s\n", fl_gcm_message(result));
    abort();
  }
}

bool tls_gcm_open(struct fl_view key, struct fl_view nonce, struct fl_view data, struct fl_span text) {
  if (text.len < TAG) return false;
  fl_gcm_key expanded;
  expand(&expanded, key);
  size_t length = text.len - TAG;
  fl_gcm_result result = fl_gcm_open(&expanded, nonce.data, nonce.len, data.data, data.len, text.data, length,
                                     text.data + length, TAG, text.data);
  fl_gcm_key_wipe(&expanded);
  return result == FL_GCM_OK;
}

void tls_gcm_seal(struct fl_view key, struct fl_view nonce, struct fl_view data, struct fl_span text) {
  fl_gcm_key expanded;
  expand(&expanded, key);
  if (text.len < TAG || fl_gcm_seal(&expanded, nonce.data, nonce.len, data.data, data.len, text.data, text.len - TAG,
                                    text.data, text.data + (text.len - TAG)) != FL_GCM_OK)
    abort(); /* records are neither shorter nor too long: records.fl */
  fl_gcm_key_wipe(&expanded);
}

/* RFC 7748, 6.1. `result` is empty when it would be all zero, `share` when OpenSSL fails. OpenSSL computes the share
 * when the private key becomes an EVP_PKEY, so both come from one. */
void tls_x25519(struct fl_view private, struct fl_view peer, struct fl_bytes32 *share, struct fl_bytes32 *result) {
  size_t length = sizeof share->data;
  result->len = share->len = 0;
  EVP_PKEY *ours = EVP_PKEY_new_raw_private_key(EVP_PKEY_X25519, NULL, private.data, private.len);
  if (ours && EVP_PKEY_get_raw_public_key(ours, share->data, &length) > 0 && length == sizeof share->data)
    share->len = sizeof share->data;
  length = sizeof result->data;
  EVP_PKEY *theirs = EVP_PKEY_new_raw_public_key(EVP_PKEY_X25519, NULL, peer.data, peer.len);
  EVP_PKEY_CTX *context = ours ? EVP_PKEY_CTX_new(ours, NULL) : NULL;
  if (context && theirs && EVP_PKEY_derive_init(context) > 0 && EVP_PKEY_derive_set_peer(context, theirs) > 0 &&
      EVP_PKEY_derive(context, result->data, &length) > 0 && length == sizeof result->data)
    result->len = sizeof result->data;
  EVP_PKEY_CTX_free(context);
  EVP_PKEY_free(theirs);
  EVP_PKEY_free(ours);
}

bool tls_same(struct fl_view a, struct fl_view b) {
  return a.len == b.len && CRYPTO_memcmp(a.data, b.data, a.len) == 0;
}
