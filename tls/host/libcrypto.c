/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The provider that is there by default: OpenSSL's libcrypto, and libfairlead-gcm for AES-GCM. */
#define OPENSSL_SUPPRESS_DEPRECATED /* hashes and curves without EVP need no allocation, or less of it */
#include "fairlead_tls.h"
#include "fairlead_gcm.h"

#include <openssl/crypto.h>
#include <openssl/ec.h>
#include <openssl/ecdh.h>
#include <openssl/evp.h>
#include <openssl/rand.h>
#include <openssl/rsa.h>
#include <openssl/sha.h>
#include <string.h>

/* ---- Hashes ---- */

union state {
  SHA256_CTX sha256;
  SHA512_CTX sha384;
};
_Static_assert(sizeof(union state) <= sizeof(fl_tls_hash), "a hash has room");

static union state *in(fl_tls_hash *hash) { return (union state *)(void *)hash; }

static void hash_begin(fl_tls_hash *hash, size_t size) {
  if (size == SHA256_DIGEST_LENGTH)
    SHA256_Init(&in(hash)->sha256);
  else
    SHA384_Init(&in(hash)->sha384);
}

static void hash_update(fl_tls_hash *hash, size_t size, const uint8_t *data, size_t length) {
  if (size == SHA256_DIGEST_LENGTH)
    SHA256_Update(&in(hash)->sha256, data, length);
  else
    SHA384_Update(&in(hash)->sha384, data, length);
}

static void hash_now(const fl_tls_hash *hash, size_t size, uint8_t *digest) {
  fl_tls_hash copy = *hash;
  if (size == SHA256_DIGEST_LENGTH)
    SHA256_Final(digest, &in(&copy)->sha256);
  else
    SHA384_Final(digest, &in(&copy)->sha384);
  OPENSSL_cleanse(&copy, sizeof copy);
}

/* RFC 2104, with what is above: HMAC of libcrypto allocates, and looks its hash up by name each time. */
static void hmac(size_t size, const uint8_t *key, size_t key_length, const uint8_t *message, size_t length,
                 uint8_t *mac) {
  size_t block = size == SHA256_DIGEST_LENGTH ? SHA256_CBLOCK : SHA512_CBLOCK;
  uint8_t pad[SHA512_CBLOCK] = {0};
  fl_tls_hash hash;
  if (key_length > block) {
    hash_begin(&hash, size);
    hash_update(&hash, size, key, key_length);
    hash_now(&hash, size, pad);
  } else {
    memcpy(pad, key, key_length);
  }
  for (size_t i = 0; i < block; i++) pad[i] ^= 0x36;
  hash_begin(&hash, size);
  hash_update(&hash, size, pad, block);
  hash_update(&hash, size, message, length);
  hash_now(&hash, size, mac);
  for (size_t i = 0; i < block; i++) pad[i] ^= 0x36 ^ 0x5c;
  hash_begin(&hash, size);
  hash_update(&hash, size, pad, block);
  hash_update(&hash, size, mac, size);
  hash_now(&hash, size, mac);
  OPENSSL_cleanse(pad, sizeof pad);
  OPENSSL_cleanse(&hash, sizeof hash);
}

/* ---- AEAD ---- */

static size_t key_size(uint16_t suite) { return suite == 0x1301 ? 16 : 32; }

static const EVP_CIPHER *cipher(uint16_t suite) {
  return suite == 0x1301 ? EVP_aes_128_gcm() : suite == 0x1302 ? EVP_aes_256_gcm() : EVP_chacha20_poly1305();
}

/* By EVP: ChaCha20-Poly1305, and AES-GCM on processors without AES-NI. */
static int by_evp(int sealing, uint16_t suite, const uint8_t *key, const uint8_t *nonce, const uint8_t *data,
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

static int seal(uint16_t suite, const uint8_t *key, const uint8_t *nonce, const uint8_t *data, size_t data_length,
                uint8_t *text, size_t length, uint8_t tag[16]) {
  if (suite == 0x1303 || !fl_gcm_supported()) return by_evp(1, suite, key, nonce, data, data_length, text, length, tag);
  fl_gcm_key expanded;
  int done = fl_gcm_key_init(&expanded, key, key_size(suite)) == FL_GCM_OK &&
             fl_gcm_seal(&expanded, nonce, 12, data, data_length, text, length, text, tag) == FL_GCM_OK;
  fl_gcm_key_wipe(&expanded);
  return done;
}

static int open_sealed(uint16_t suite, const uint8_t *key, const uint8_t *nonce, const uint8_t *data,
                       size_t data_length, uint8_t *text, size_t length, const uint8_t tag[16]) {
  if (suite == 0x1303 || !fl_gcm_supported()) {
    uint8_t its[16];
    memcpy(its, tag, sizeof its);
    int done = by_evp(0, suite, key, nonce, data, data_length, text, length, its);
    if (!done) memset(text, 0, length); /* nothing of a text that was not verified is given out */
    return done;
  }
  fl_gcm_key expanded;
  int done = fl_gcm_key_init(&expanded, key, key_size(suite)) == FL_GCM_OK &&
             fl_gcm_open(&expanded, nonce, 12, data, data_length, text, length, tag, 16, text) == FL_GCM_OK;
  fl_gcm_key_wipe(&expanded);
  return done;
}

/* ---- Key exchange ---- */

/* The groups: whose curve, and the bytes of a private key and of a secret. */
struct group {
  uint16_t name;
  int curve;
  size_t size;
};
static const struct group groups[] = {{29, EVP_PKEY_X25519, 32},
                                      {23, NID_X9_62_prime256v1, 32},
                                      {24, NID_secp384r1, 48},
                                      {25, NID_secp521r1, 66},
                                      {30, EVP_PKEY_X448, 56}};

/* RFC 7748, 6. libcrypto computes the share when the private key becomes an EVP_PKEY, so both come from one. */
static int montgomery(const struct group *of, const uint8_t *private_key, const uint8_t *peer, size_t peer_length,
                      uint8_t *share, uint8_t *secret) {
  size_t share_length = of->size, length = of->size;
  EVP_PKEY *ours = EVP_PKEY_new_raw_private_key(of->curve, NULL, private_key, of->size);
  int done = ours && EVP_PKEY_get_raw_public_key(ours, share, &share_length) > 0 && share_length == of->size ? 0 : -1;
  EVP_PKEY *theirs = done < 0 ? NULL : EVP_PKEY_new_raw_public_key(of->curve, NULL, peer, peer_length);
  EVP_PKEY_CTX *context = theirs ? EVP_PKEY_CTX_new(ours, NULL) : NULL;
  if (context && EVP_PKEY_derive_init(context) > 0 && EVP_PKEY_derive_set_peer(context, theirs) > 0 &&
      EVP_PKEY_derive(context, secret, &length) > 0 && length == of->size)
    done = 1;
  EVP_PKEY_CTX_free(context);
  EVP_PKEY_free(theirs);
  EVP_PKEY_free(ours);
  return done;
}

/* Points are uncompressed (RFC 8446, 4.2.8.2), and EC_POINT_oct2point refuses those that are not on the curve. */
static int nist(const struct group *of, const uint8_t *private_key, const uint8_t *peer, size_t peer_length,
                uint8_t *share, uint8_t *secret) {
  int done = -1;
  size_t size = 1 + 2 * of->size;
  EC_KEY *key = EC_KEY_new_by_curve_name(of->curve);
  const EC_GROUP *group = key ? EC_KEY_get0_group(key) : NULL;
  BIGNUM *number = BN_bin2bn(private_key, (int)of->size, NULL);
  if (number && of->curve == NID_secp521r1) BN_mask_bits(number, 521); /* else hardly any would be below the order */
  EC_POINT *ours = group ? EC_POINT_new(group) : NULL, *theirs = group ? EC_POINT_new(group) : NULL;
  if (number) BN_set_flags(number, BN_FLG_CONSTTIME);
  if (number && ours && theirs && !BN_is_zero(number) && BN_cmp(number, EC_GROUP_get0_order(group)) < 0 &&
      EC_KEY_set_private_key(key, number) > 0 && EC_POINT_mul(group, ours, number, NULL, NULL, NULL) > 0 &&
      EC_POINT_point2oct(group, ours, POINT_CONVERSION_UNCOMPRESSED, share, size, NULL) == size) {
    done = 0;
    if (peer_length == size && peer[0] == 4 && EC_POINT_oct2point(group, theirs, peer, peer_length, NULL) > 0 &&
        ECDH_compute_key(secret, of->size, theirs, key, NULL) == (int)of->size)
      done = 1;
  }
  EC_POINT_free(theirs);
  EC_POINT_clear_free(ours);
  BN_clear_free(number);
  EC_KEY_free(key);
  return done;
}

static int exchange(uint16_t group, const uint8_t *private_key, const uint8_t *peer, size_t peer_length, uint8_t *share,
                    uint8_t *secret) {
  const struct group *of = groups;
  while (of->name != group) of++;
  return (group == 29 || group == 30 ? montgomery : nist)(of, private_key, peer, peer_length, share, secret);
}

static int draw(uint8_t *bytes, size_t length) { return RAND_priv_bytes(bytes, (int)length) == 1; }

/* ---- Signatures ---- */

/* `key` is an EVP_PKEY. */
static size_t sign(void *key, uint16_t scheme, const uint8_t *content, size_t length,
                   uint8_t signature[FL_TLS_SIGNATURE]) {
  size_t made = FL_TLS_SIGNATURE;
  EVP_PKEY_CTX *options = NULL;
  EVP_MD_CTX *context = EVP_MD_CTX_new();
  const EVP_MD *hash = scheme == 0x0807                       ? NULL
                       : scheme == 0x0503 || scheme == 0x0805 ? EVP_sha384()
                       : scheme == 0x0806                     ? EVP_sha512()
                                                              : EVP_sha256();
  bool pss = scheme >= 0x0804 && scheme <= 0x0806;
  bool done = context && EVP_DigestSignInit(context, &options, hash, NULL, key) > 0 &&
              (!pss || (EVP_PKEY_CTX_set_rsa_padding(options, RSA_PKCS1_PSS_PADDING) > 0 &&
                        EVP_PKEY_CTX_set_rsa_pss_saltlen(options, RSA_PSS_SALTLEN_DIGEST) > 0)) &&
              EVP_DigestSign(context, signature, &made, content, length) > 0;
  EVP_MD_CTX_free(context);
  return done ? made : 0;
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
                                           .sign = sign};
  return &provider;
}
