/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* What providers have in common that are OpenSSL's libcrypto, or a relative of it: each is a file that includes it. */
#ifndef OPENSSL_ALIKE_H
#define OPENSSL_ALIKE_H

#include "fairlead_tls.h"

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

#define wipe OPENSSL_cleanse
#include "provider_parts.h"

/* ---- Key exchange ---- */

/* The curves: whose, and the bytes of a private key and of a secret. */
struct curve {
  uint16_t name;
  int curve;
  size_t size;
};
static const struct curve curves[] = {{23, NID_X9_62_prime256v1, 32}, {24, NID_secp384r1, 48}, {25, NID_secp521r1, 66}};

/* Points are uncompressed (RFC 8446, 4.2.8.2), and EC_POINT_oct2point refuses those that are not on the curve. */
static int nist(uint16_t name, const uint8_t *private_key, const uint8_t *peer, size_t peer_length, uint8_t *share,
                uint8_t *secret) {
  const struct curve *of = curves;
  while (of->name != name) of++;
  int done = -1;
  size_t size = 1 + 2 * of->size;
  EC_KEY *key = EC_KEY_new_by_curve_name(of->curve);
  const EC_GROUP *group = key ? EC_KEY_get0_group(key) : NULL;
  BIGNUM *number = BN_bin2bn(private_key, (int)of->size, NULL);
  if (number && of->curve == NID_secp521r1) BN_mask_bits(number, 521); /* else hardly any would be below the order */
  EC_POINT *ours = group ? EC_POINT_new(group) : NULL, *theirs = group ? EC_POINT_new(group) : NULL;
#ifndef OPENSSL_IS_AWSLC /* whose arithmetic of scalars is always so */
  if (number) BN_set_flags(number, BN_FLG_CONSTTIME);
#endif
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

static int draw(uint8_t *bytes, size_t length) { return RAND_priv_bytes(bytes, (int)length) == 1; }

/* ---- Signatures ---- */

/* RFC 8446, 4.2.3: what kind of key signs with a scheme, and how. */
static const struct scheme {
  uint16_t scheme;
  int type, curve;
  const EVP_MD *(*hash)(void);
} schemes[] = {{0x0403, EVP_PKEY_EC, NID_X9_62_prime256v1, EVP_sha256},
               {0x0503, EVP_PKEY_EC, NID_secp384r1, EVP_sha384},
               {0x0804, EVP_PKEY_RSA, 0, EVP_sha256},
               {0x0805, EVP_PKEY_RSA, 0, EVP_sha384},
               {0x0806, EVP_PKEY_RSA, 0, EVP_sha512},
               {0x0807, EVP_PKEY_ED25519, 0, NULL}};

/* NULL: no key like this one signs so. */
static const struct scheme *scheme_of(const EVP_PKEY *key, uint16_t scheme) {
  for (size_t i = 0; i < sizeof schemes / sizeof *schemes; i++) {
    const struct scheme *s = &schemes[i];
    if (s->scheme != scheme || EVP_PKEY_id(key) != s->type) continue;
    if (s->type != EVP_PKEY_EC) return s;
    const EC_KEY *point = EVP_PKEY_get0_EC_KEY((EVP_PKEY *)key);
    return point && EC_GROUP_get_curve_name(EC_KEY_get0_group(point)) == s->curve ? s : NULL;
  }
  return NULL;
}

/* `key` is an EVP_PKEY. */
static size_t sign(void *key, uint16_t scheme, const uint8_t *content, size_t length,
                   uint8_t signature[FL_TLS_SIGNATURE]) {
  const struct scheme *how = scheme_of(key, scheme);
  if (!how) return 0;
  size_t made = FL_TLS_SIGNATURE;
  EVP_PKEY_CTX *options = NULL;
  EVP_MD_CTX *context = EVP_MD_CTX_new();
  bool done = context && EVP_DigestSignInit(context, &options, how->hash ? how->hash() : NULL, NULL, key) > 0 &&
              (how->type != EVP_PKEY_RSA || (EVP_PKEY_CTX_set_rsa_padding(options, RSA_PKCS1_PSS_PADDING) > 0 &&
                                             EVP_PKEY_CTX_set_rsa_pss_saltlen(options, RSA_PSS_SALTLEN_DIGEST) > 0)) &&
              EVP_DigestSign(context, signature, &made, content, length) > 0;
  EVP_MD_CTX_free(context);
  return done ? made : 0;
}

/* A private key for it, in DER. */
static void *key_of(const uint8_t *der, size_t length) { return d2i_AutoPrivateKey(NULL, &der, (long)length); }

static void key_free(void *key) { EVP_PKEY_free(key); }

#endif
