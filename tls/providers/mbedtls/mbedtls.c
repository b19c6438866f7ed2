/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* A provider that is mbedTLS's libmbedcrypto (2.28), for machines without an operating system: it needs calloc, free
 * and what mbedTLS needs for entropy (mbedtls_hardware_poll there), keeps no state, and is in no need of libcrypto.
 * AES-GCM is libfairlead-gcm's where the processor has what that needs (FL_TLS_NO_GCM: nowhere). */
#include "fairlead_tls.h"

#include <mbedtls/chachapoly.h>
#include <mbedtls/ecdh.h>
#include <mbedtls/ecdsa.h>
#include <mbedtls/entropy.h>
#include <mbedtls/gcm.h>
#include <mbedtls/md.h>
#include <mbedtls/pk.h>
#include <mbedtls/platform_util.h>
#include <mbedtls/rsa.h>
#include <mbedtls/sha256.h>
#include <mbedtls/sha512.h>
#include <stdlib.h>
#include <string.h>

#define wipe mbedtls_platform_zeroize

/* ---- Hashes ---- */

enum { SHA256 = 32 };
union state {
  mbedtls_sha256_context sha256;
  mbedtls_sha512_context sha384;
};
_Static_assert(sizeof(union state) <= sizeof(fl_tls_hash), "a hash has room");

static union state *in(fl_tls_hash *hash) { return (union state *)(void *)hash; }

static void hash_begin(fl_tls_hash *hash, size_t size) {
  memset(hash, 0, sizeof *hash);
  if (size == SHA256)
    (void)mbedtls_sha256_starts_ret(&in(hash)->sha256, 0);
  else
    (void)mbedtls_sha512_starts_ret(&in(hash)->sha384, 1);
}

static void hash_update(fl_tls_hash *hash, size_t size, const uint8_t *data, size_t length) {
  if (size == SHA256)
    (void)mbedtls_sha256_update_ret(&in(hash)->sha256, data, length);
  else
    (void)mbedtls_sha512_update_ret(&in(hash)->sha384, data, length);
}

/* mbedTLS writes 64 bytes of a SHA-384 that has 48. */
static void hash_now(const fl_tls_hash *hash, size_t size, uint8_t *digest) {
  fl_tls_hash copy = *hash;
  uint8_t made[64];
  if (size == SHA256)
    (void)mbedtls_sha256_finish_ret(&in(&copy)->sha256, made);
  else
    (void)mbedtls_sha512_finish_ret(&in(&copy)->sha384, made);
  memcpy(digest, made, size);
  wipe(made, sizeof made);
  wipe(&copy, sizeof copy);
}

#include "provider_parts.h"

/* ---- AEAD ---- */

static int otherwise(int sealing, uint16_t suite, const uint8_t *key, const uint8_t *nonce, const uint8_t *data,
                     size_t data_length, uint8_t *text, size_t length, uint8_t *tag) {
  int failed;
  if (suite == 0x1303) {
    mbedtls_chachapoly_context context;
    mbedtls_chachapoly_init(&context);
    failed = mbedtls_chachapoly_setkey(&context, key);
    if (!failed)
      failed = sealing ? mbedtls_chachapoly_encrypt_and_tag(&context, length, nonce, data, data_length, text, text, tag)
                       : mbedtls_chachapoly_auth_decrypt(&context, length, nonce, data, data_length, tag, text, text);
    mbedtls_chachapoly_free(&context);
  } else {
    mbedtls_gcm_context context;
    mbedtls_gcm_init(&context);
    failed = mbedtls_gcm_setkey(&context, MBEDTLS_CIPHER_ID_AES, key, (unsigned)(8 * key_size(suite)));
    if (!failed)
      failed = sealing ? mbedtls_gcm_crypt_and_tag(&context, MBEDTLS_GCM_ENCRYPT, length, nonce, 12, data, data_length,
                                                   text, text, 16, tag)
                       : mbedtls_gcm_auth_decrypt(&context, length, nonce, 12, data, data_length, tag, 16, text, text);
    mbedtls_gcm_free(&context);
  }
  return !failed;
}

/* ---- Random bytes ---- */

/* Each time from the sources themselves: there is no state that threads would share, or that could be copied. */
static int draw(uint8_t *bytes, size_t length) {
  mbedtls_entropy_context entropy;
  int failed = 0;
  mbedtls_entropy_init(&entropy);
  while (length > 0 && !failed) {
    size_t n = length < MBEDTLS_ENTROPY_BLOCK_SIZE ? length : MBEDTLS_ENTROPY_BLOCK_SIZE;
    failed = mbedtls_entropy_func(&entropy, bytes, n);
    bytes += n;
    length -= n;
  }
  mbedtls_entropy_free(&entropy);
  return !failed;
}

static int blinding(void *nothing, unsigned char *bytes, size_t length) {
  (void)nothing;
  return draw(bytes, length) ? 0 : MBEDTLS_ERR_ENTROPY_SOURCE_FAILED;
}

/* ---- Key exchange ---- */

/* The private key is k, or k as RFC 7748 has it (5). Of P-256 and P-384 it must be below the order (3.2.1 of SEC 1). */
static int private_number(mbedtls_ecp_group *group, uint16_t name, const uint8_t *bytes, size_t size, mbedtls_mpi *k) {
  if (name != 29) return mbedtls_mpi_read_binary(k, bytes, size) || mbedtls_ecp_check_privkey(group, k);
  uint8_t clamped[32];
  memcpy(clamped, bytes, sizeof clamped);
  clamped[0] &= 248;
  clamped[31] = (uint8_t)((clamped[31] & 127) | 64);
  int failed = mbedtls_mpi_read_binary_le(k, clamped, sizeof clamped);
  wipe(clamped, sizeof clamped);
  return failed;
}

static int exchange(uint16_t name, const uint8_t *private_key, const uint8_t *peer, size_t peer_length, uint8_t *share,
                    uint8_t *secret) {
  size_t size = name == 24 ? 48 : 32, share_size = name == 29 ? 32 : 1 + 2 * size, made;
  int done = -1;
  mbedtls_ecp_group group;
  mbedtls_ecp_point ours, theirs;
  mbedtls_mpi k, x;
  mbedtls_ecp_group_init(&group);
  mbedtls_ecp_point_init(&ours);
  mbedtls_ecp_point_init(&theirs);
  mbedtls_mpi_init(&k);
  mbedtls_mpi_init(&x);
  if (!mbedtls_ecp_group_load(&group, name == 29   ? MBEDTLS_ECP_DP_CURVE25519
                                      : name == 24 ? MBEDTLS_ECP_DP_SECP384R1
                                                   : MBEDTLS_ECP_DP_SECP256R1) &&
      !private_number(&group, name, private_key, size, &k) &&
      !mbedtls_ecp_mul(&group, &ours, &k, &group.G, blinding, NULL) &&
      !mbedtls_ecp_point_write_binary(&group, &ours, MBEDTLS_ECP_PF_UNCOMPRESSED, &made, share, share_size) &&
      made == share_size) {
    done = 0;
    if (peer_length == share_size && (name == 29 || peer[0] == 4) &&
        !mbedtls_ecp_point_read_binary(&group, &theirs, peer, peer_length) &&
        !mbedtls_ecp_check_pubkey(&group, &theirs) &&
        !mbedtls_ecdh_compute_shared(&group, &x, &theirs, &k, blinding, NULL) &&
        (name != 29 || mbedtls_mpi_cmp_int(&x, 0) != 0) && /* a point of P-256 may have the x 0 */
        !(name == 29 ? mbedtls_mpi_write_binary_le(&x, secret, size) : mbedtls_mpi_write_binary(&x, secret, size)))
      done = 1;
  }
  mbedtls_mpi_free(&x);
  mbedtls_mpi_free(&k);
  mbedtls_ecp_point_free(&theirs);
  mbedtls_ecp_point_free(&ours);
  mbedtls_ecp_group_free(&group);
  return done;
}

/* ---- Signatures ---- */

static void key_free(void *key) {
  if (key) mbedtls_pk_free(key);
  free(key);
}

/* `key` is an mbedtls_pk_context. mbedTLS has no Ed25519, and no key of RSA that can do PSS alone. */
static void *key_of(const uint8_t *der, size_t length) {
  mbedtls_pk_context *key = calloc(1, sizeof *key);
  if (!key) return NULL;
  mbedtls_pk_init(key);
  if (!mbedtls_pk_parse_key(key, der, length, NULL, 0)) return key;
  key_free(key);
  return NULL;
}

#if defined(MBEDTLS_RSA_C) && defined(MBEDTLS_PKCS1_V21)
/* Of a copy: padding is the key's in mbedTLS, and threads may share the key. */
static size_t sign_pss(mbedtls_pk_context *key, mbedtls_md_type_t hash, const uint8_t *digest, size_t size,
                       uint8_t *signature) {
  size_t made = 0;
  mbedtls_rsa_context own;
  mbedtls_rsa_init(&own, MBEDTLS_RSA_PKCS_V21, hash);
  if (mbedtls_pk_get_len(key) <= FL_TLS_SIGNATURE && !mbedtls_rsa_copy(&own, mbedtls_pk_rsa(*key))) {
    mbedtls_rsa_set_padding(&own, MBEDTLS_RSA_PKCS_V21, hash);
    if (!mbedtls_rsa_rsassa_pss_sign_ext(&own, blinding, NULL, hash, (unsigned)size, digest, (int)size, signature))
      made = mbedtls_rsa_get_len(&own);
  }
  mbedtls_rsa_free(&own);
  return made;
}
#endif

static size_t sign_ecdsa(mbedtls_pk_context *key, uint16_t scheme, mbedtls_md_type_t hash, const uint8_t *digest,
                         size_t size, uint8_t *signature) {
  size_t made = 0;
  mbedtls_ecp_group_id curve = mbedtls_pk_ec(*key)->grp.id;
  if (curve != (scheme == 0x0403 ? MBEDTLS_ECP_DP_SECP256R1 : MBEDTLS_ECP_DP_SECP384R1) ||
      mbedtls_pk_sign(key, hash, digest, size, signature, &made, blinding, NULL))
    return 0;
  return made;
}

static size_t sign(void *key, uint16_t scheme, const uint8_t *content, size_t length,
                   uint8_t signature[FL_TLS_SIGNATURE]) {
  uint8_t digest[64];
  mbedtls_md_type_t hash = scheme == 0x0403 || scheme == 0x0804   ? MBEDTLS_MD_SHA256
                           : scheme == 0x0503 || scheme == 0x0805 ? MBEDTLS_MD_SHA384
                           : scheme == 0x0806                     ? MBEDTLS_MD_SHA512
                                                                  : MBEDTLS_MD_NONE;
  const mbedtls_md_info_t *info = mbedtls_md_info_from_type(hash);
  if (!info || mbedtls_md(info, content, length, digest)) return 0;
  bool elliptic = scheme == 0x0403 || scheme == 0x0503;
  if (elliptic && mbedtls_pk_can_do(key, MBEDTLS_PK_ECDSA))
    return sign_ecdsa(key, scheme, hash, digest, mbedtls_md_get_size(info), signature);
#if defined(MBEDTLS_RSA_C) && defined(MBEDTLS_PKCS1_V21)
  if (!elliptic && mbedtls_pk_get_type(key) == MBEDTLS_PK_RSA)
    return sign_pss(key, hash, digest, mbedtls_md_get_size(info), signature);
#endif
  return 0;
}

const fl_tls_provider *fl_tls_mbedtls(void) {
  static const fl_tls_provider provider = {.suites = {0x1301, 0x1302, 0x1303},
                                           .groups = {29, 23, 24},
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
