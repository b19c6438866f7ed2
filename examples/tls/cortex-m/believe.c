/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "believe.h"

#include <mbedtls/ecp.h>
#include <mbedtls/md.h>
#include <mbedtls/oid.h>
#include <mbedtls/x509_crt.h>

/* The schemes that servers may sign with (RFC 8446, 4.2.3), and their keys: `curve` is that of ECDSA, or none: RSA-PSS
   with a salt as long as its hash, where mbedTLS has RSA. The machine asks of servers no others: `build`. */
static const struct scheme {
  uint16_t name;
  mbedtls_ecp_group_id curve;
  mbedtls_md_type_t hash;
  uint8_t length;
} schemes[] = {{0x0403, MBEDTLS_ECP_DP_SECP256R1, MBEDTLS_MD_SHA256, 32},
               {0x0503, MBEDTLS_ECP_DP_SECP384R1, MBEDTLS_MD_SHA384, 48},
#ifdef MBEDTLS_RSA_C
               {0x0804, MBEDTLS_ECP_DP_NONE, MBEDTLS_MD_SHA256, 32},
               {0x0805, MBEDTLS_ECP_DP_NONE, MBEDTLS_MD_SHA384, 48},
               {0x0806, MBEDTLS_ECP_DP_NONE, MBEDTLS_MD_SHA512, 64}
#endif
};

enum {
  BAD_CERTIFICATE = 42,
  UNSUPPORTED_CERTIFICATE = 43,
  CERTIFICATE_EXPIRED = 45,
  ILLEGAL_PARAMETER = 47,
  UNKNOWN_CA = 48,
  DECRYPT_ERROR = 51,
  INTERNAL_ERROR = 80
};

/* A number of a signature, in DER: not negative, and in as few bytes as can be. Where it ends, or NULL. */
static const uint8_t *number_end(const uint8_t *at, const uint8_t *end) {
  if (end - at < 3 || at[0] != 2 || at[1] == 0 || at[1] > end - at - 2 || at[2] > 127) return NULL;
  if (at[2] == 0 && at[1] > 1 && at[3] < 128) return NULL;
  return at + 2 + at[1];
}

/* Whether it is an Ecdsa-Sig-Value in DER (RFC 8446, 4.2.3): mbedTLS takes other encodings of one for it, too. Of P-384
   it has 104 bytes at most, so that a length has one byte. */
static bool is_der(const uint8_t *at, size_t length) {
  const uint8_t *end = at + length;
  if (length < 2 || at[0] != 0x30 || at[1] > 127 || at[1] != length - 2) return false;
  const uint8_t *s = number_end(at + 2, end);
  return s && number_end(s, end) == end;
}

static bool fits(const mbedtls_pk_context *key, const struct scheme *scheme) {
  if (scheme->curve == MBEDTLS_ECP_DP_NONE) return mbedtls_pk_get_type(key) == MBEDTLS_PK_RSA;
  return mbedtls_pk_get_type(key) == MBEDTLS_PK_ECKEY && mbedtls_pk_ec(*key)->grp.id == scheme->curve;
}

static bool has_signed(mbedtls_pk_context *key, const struct scheme *scheme, const uint8_t *digest,
                       const fl_tls_claim *claim) {
#ifdef MBEDTLS_RSA_C
  mbedtls_pk_rsassa_pss_options pss = {.mgf1_hash_id = scheme->hash, .expected_salt_len = scheme->length};
  if (scheme->curve == MBEDTLS_ECP_DP_NONE)
    return mbedtls_pk_verify_ext(MBEDTLS_PK_RSASSA_PSS, &pss, key, scheme->hash, digest, scheme->length,
                                 claim->signature, claim->signature_length) == 0;
#endif
  return is_der(claim->signature, claim->signature_length) &&
         mbedtls_pk_verify(key, scheme->hash, digest, scheme->length, claim->signature, claim->signature_length) == 0;
}

static uint8_t check_signature(mbedtls_pk_context *key, const fl_tls_claim *claim) {
  uint8_t digest[64];
  const struct scheme *scheme = schemes, *end = schemes + sizeof schemes / sizeof schemes[0];
  while (scheme < end && scheme->name != claim->scheme) scheme++;
  if (scheme == end || !fits(key, scheme)) return ILLEGAL_PARAMETER;
  if (mbedtls_md(mbedtls_md_info_from_type(scheme->hash), claim->content, claim->content_length, digest) != 0)
    return INTERNAL_ERROR;
  return has_signed(key, scheme, digest, claim) ? 0 : DECRYPT_ERROR;
}

static uint8_t alert_of(uint32_t wrong) {
  if (wrong & (MBEDTLS_X509_BADCERT_EXPIRED | MBEDTLS_X509_BADCERT_FUTURE)) return CERTIFICATE_EXPIRED;
  if (wrong & MBEDTLS_X509_BADCERT_NOT_TRUSTED) return UNKNOWN_CA;
  return BAD_CERTIFICATE;
}

static uint8_t check_chain(mbedtls_x509_crt *chain, mbedtls_x509_crt *trusted, const char *host) {
  uint32_t wrong = 0;
  int failed = mbedtls_x509_crt_verify_with_profile(chain, trusted, NULL, &mbedtls_x509_crt_profile_next, host, &wrong,
                                                    NULL, NULL);
  if (failed != 0 || wrong != 0) return wrong != 0 ? alert_of(wrong) : INTERNAL_ERROR;
  if (mbedtls_x509_crt_check_key_usage(chain, MBEDTLS_X509_KU_DIGITAL_SIGNATURE) != 0 ||
      mbedtls_x509_crt_check_extended_key_usage(chain, MBEDTLS_OID_SERVER_AUTH,
                                                MBEDTLS_OID_SIZE(MBEDTLS_OID_SERVER_AUTH)) != 0)
    return UNSUPPORTED_CERTIFICATE;
  return 0;
}

uint8_t believe(const fl_tls_claim *claim, const uint8_t *authority, size_t authority_length, const char *host) {
  mbedtls_x509_crt chain, trusted;
  fl_tls_claim left = *claim;
  size_t length;
  uint8_t alert = 0;
  mbedtls_x509_crt_init(&chain);
  mbedtls_x509_crt_init(&trusted);
  if (!host[0] || mbedtls_x509_crt_parse_der(&trusted, authority, authority_length) != 0) alert = INTERNAL_ERROR;
  for (const uint8_t *der; alert == 0 && (der = fl_tls_next_certificate(&left, &length));) {
    int failed = mbedtls_x509_crt_parse_der_nocopy(&chain, der, length);
    if (failed != 0) alert = failed == MBEDTLS_ERR_X509_ALLOC_FAILED ? INTERNAL_ERROR : BAD_CERTIFICATE;
  }
  if (alert == 0 && !chain.raw.p) alert = BAD_CERTIFICATE;
  if (alert == 0) alert = check_chain(&chain, &trusted, host);
  if (alert == 0) alert = check_signature(&chain.pk, claim);
  mbedtls_x509_crt_free(&chain);
  mbedtls_x509_crt_free(&trusted);
  return alert;
}
