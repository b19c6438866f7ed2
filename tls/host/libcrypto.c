/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The provider that is there by default: OpenSSL's libcrypto, and libfairlead-gcm for AES-GCM. */
#define OPENSSL_SUPPRESS_DEPRECATED /* hashes and curves without EVP need no allocation, or less of it */
#include "openssl_alike.h"

static const EVP_CIPHER *cipher(uint16_t suite) {
  return suite == 0x1301 ? EVP_aes_128_gcm() : suite == 0x1302 ? EVP_aes_256_gcm() : EVP_chacha20_poly1305();
}

/* ChaCha20-Poly1305, and AES-GCM on processors without AES-NI. */
static int otherwise(int sealing, uint16_t suite, const uint8_t *key, const uint8_t *nonce, const uint8_t *data,
                     size_t data_length, uint8_t *text, size_t length, uint8_t *tag) {
  EVP_CIPHER_CTX *context = EVP_CIPHER_CTX_new();
  int n, done = context && EVP_CipherInit_ex(context, cipher(suite), NULL, key, nonce, sealing) > 0 &&
                (sealing || EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_SET_TAG, 16, tag) > 0) &&
                EVP_CipherUpdate(context, NULL, &n, data, (int)data_length) > 0 &&
                EVP_CipherUpdate(context, text, &n, text, (int)length) > 0 &&
                EVP_CipherFinal_ex(context, text + n, &n) > 0 &&
                (!sealing || EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_GET_TAG, 16, tag) > 0);
  EVP_CIPHER_CTX_free(context);
  return done;
}

/* RFC 7748, 6. libcrypto computes the share when the private key becomes an EVP_PKEY, so both come from one. */
static int montgomery(int curve, size_t size, const uint8_t *private_key, const uint8_t *peer, size_t peer_length,
                      uint8_t *share, uint8_t *secret) {
  size_t share_length = size, length = size;
  EVP_PKEY *ours = EVP_PKEY_new_raw_private_key(curve, NULL, private_key, size);
  int done = ours && EVP_PKEY_get_raw_public_key(ours, share, &share_length) > 0 && share_length == size ? 0 : -1;
  EVP_PKEY *theirs = done < 0 ? NULL : EVP_PKEY_new_raw_public_key(curve, NULL, peer, peer_length);
  EVP_PKEY_CTX *context = theirs ? EVP_PKEY_CTX_new(ours, NULL) : NULL;
  if (context && EVP_PKEY_derive_init(context) > 0 && EVP_PKEY_derive_set_peer(context, theirs) > 0 &&
      EVP_PKEY_derive(context, secret, &length) > 0 && length == size)
    done = 1;
  EVP_PKEY_CTX_free(context);
  EVP_PKEY_free(theirs);
  EVP_PKEY_free(ours);
  return done;
}

static int exchange(uint16_t group, const uint8_t *private_key, const uint8_t *peer, size_t peer_length, uint8_t *share,
                    uint8_t *secret) {
  return group == 29   ? montgomery(EVP_PKEY_X25519, 32, private_key, peer, peer_length, share, secret)
         : group == 30 ? montgomery(EVP_PKEY_X448, 56, private_key, peer, peer_length, share, secret)
                       : nist(group, private_key, peer, peer_length, share, secret);
}

const fl_tls_provider *fl_tls_libcrypto(void) {
  static const fl_tls_provider provider = {.suites = {0x1301, 0x1302, 0x1303},
                                           .groups = {29, 23, 24, 25, 30},
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
