/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* A provider that is AWS-LC's libcrypto, for speed, and for ML-KEM. All its symbols have a prefix: OpenSSL's libcrypto,
 * which reads certificates, is in the same program. */
#include "fairlead_tls.h"

#include <openssl/aead.h>
#include <openssl/curve25519.h>
#include <openssl/experimental/kem_deterministic_api.h>

#include "openssl_alike.h"

/* ---- AEAD ---- */

static const EVP_AEAD *of_suite(uint16_t suite) {
  return suite == 0x1301   ? EVP_aead_aes_128_gcm()
         : suite == 0x1302 ? EVP_aead_aes_256_gcm()
                           : EVP_aead_chacha20_poly1305();
}

static int otherwise(int sealing, uint16_t suite, const uint8_t *key, const uint8_t *nonce, const uint8_t *data,
                     size_t data_length, uint8_t *text, size_t length, uint8_t *tag) {
  EVP_AEAD_CTX context;
  size_t made;
  EVP_AEAD_CTX_zero(&context);
  int done = EVP_AEAD_CTX_init(&context, of_suite(suite), key, key_size(suite), 16, NULL) &&
             (sealing ? EVP_AEAD_CTX_seal_scatter(&context, text, tag, &made, 16, nonce, 12, text, length, NULL, 0,
                                                  data, data_length)
                      : EVP_AEAD_CTX_open_gather(&context, text, nonce, 12, text, length, tag, 16, data, data_length));
  EVP_AEAD_CTX_cleanup(&context);
  return done;
}

/* ---- Key exchange ---- */

static int x25519(const uint8_t *private_key, const uint8_t *peer, size_t peer_length, uint8_t *share,
                  uint8_t *secret) {
  X25519_public_from_private(share, private_key);
  return peer_length == 32 && X25519(secret, private_key, peer);
}

enum { SEED = 64, MESSAGE = 32, ENCAPSULATION_KEY = 1184, CIPHERTEXT = 1088 };

/* ML-KEM-768 (FIPS 203): the key that this seed makes. */
static EVP_PKEY *kem_key(const uint8_t *seed) {
  size_t length = SEED;
  EVP_PKEY *key = NULL;
  EVP_PKEY_CTX *context = EVP_PKEY_CTX_new_id(EVP_PKEY_KEM, NULL);
  if (!context || !EVP_PKEY_CTX_kem_set_params(context, NID_MLKEM768) || !EVP_PKEY_keygen_init(context) ||
      !EVP_PKEY_keygen_deterministic(context, &key, seed, &length))
    key = NULL;
  EVP_PKEY_CTX_free(context);
  return key;
}

/* Who answers: 7.2 is checked in it, and fails for a key whose numbers are not below the modulus. */
static int encapsulate(const uint8_t *message, const uint8_t *peer, uint8_t *ciphertext, uint8_t *secret) {
  size_t length = CIPHERTEXT, secret_length = 32, message_length = MESSAGE;
  EVP_PKEY *key = EVP_PKEY_kem_new_raw_public_key(NID_MLKEM768, peer, ENCAPSULATION_KEY);
  EVP_PKEY_CTX *context = key ? EVP_PKEY_CTX_new(key, NULL) : NULL;
  int done = context && EVP_PKEY_encapsulate_deterministic(context, ciphertext, &length, secret, &secret_length,
                                                           message, &message_length);
  EVP_PKEY_CTX_free(context);
  EVP_PKEY_free(key);
  return done;
}

/* Who began. A ciphertext that is none gives a secret that nobody else has (7.3). */
static int decapsulate(EVP_PKEY *key, const uint8_t *ciphertext, uint8_t *secret) {
  size_t length = 32;
  EVP_PKEY_CTX *context = EVP_PKEY_CTX_new(key, NULL);
  int done = context && EVP_PKEY_decapsulate(context, secret, &length, ciphertext, CIPHERTEXT);
  EVP_PKEY_CTX_free(context);
  return done;
}

/* X25519MLKEM768 (draft-ietf-tls-ecdhe-mlkem): of both, ML-KEM first, in shares, private keys and secrets. */
static int hybrid(const uint8_t *private_key, const uint8_t *peer, size_t peer_length, uint8_t *share,
                  uint8_t *secret) {
  int done = -1;
  if (peer_length == ENCAPSULATION_KEY + 32) {
    int fine = x25519(private_key + MESSAGE, peer + ENCAPSULATION_KEY, 32, share + CIPHERTEXT, secret + 32);
    return fine && encapsulate(private_key, peer, share, secret);
  }
  size_t length = ENCAPSULATION_KEY;
  EVP_PKEY *key = kem_key(private_key);
  if (key && EVP_PKEY_get_raw_public_key(key, share, &length) && length == ENCAPSULATION_KEY) {
    bool answered = peer_length == CIPHERTEXT + 32;
    int fine = x25519(private_key + SEED, answered ? peer + CIPHERTEXT : NULL, answered ? 32 : 0,
                      share + ENCAPSULATION_KEY, secret + 32);
    done = fine && decapsulate(key, peer, secret);
  }
  EVP_PKEY_free(key);
  return done;
}

static int exchange(uint16_t group, const uint8_t *private_key, const uint8_t *peer, size_t peer_length, uint8_t *share,
                    uint8_t *secret) {
  return group == 0x11ec ? hybrid(private_key, peer, peer_length, share, secret)
         : group == 29   ? x25519(private_key, peer, peer_length, share, secret)
                         : nist(group, private_key, peer, peer_length, share, secret);
}

const fl_tls_provider *fl_tls_aws_lc(void) {
  static const fl_tls_provider provider = {.suites = {0x1301, 0x1302, 0x1303},
                                           .groups = {0x11ec, 29, 23, 24, 25},
                                           .hash_begin = hash_begin,
                                           .hash_update = hash_update,
                                           .hash_now = hash_now,
                                           .hmac = hmac,
                                           .seal = seal,
                                           .open = open_sealed,
                                           .exchange = exchange,
                                           .random = draw,
                                           .sign = sign,
                                           .key = key_of,
                                           .key_free = key_free};
  return &provider;
}
