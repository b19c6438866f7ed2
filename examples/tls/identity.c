/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "identity.h"
#include "https.h"
#include "pem.h"

#include <openssl/core_names.h>
#include <openssl/ec.h>
#include <openssl/x509.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct identity {
  EVP_PKEY *key;
  size_t length;
  uint8_t certificates[FL_handshake_CERTIFICATES_MOST];
};

static struct identity *refuse(struct identity *identity, const char *why) {
  fprintf(stderr, "server: %s\n", why);
  identity_free(identity);
  return NULL;
}

/* An entry: the DER behind its length, and no extensions. */
static bool append(struct identity *identity, X509 *certificate) {
  int length = i2d_X509(certificate, NULL);
  if (length <= 0 || (size_t)length + 5 > sizeof identity->certificates - identity->length) return false;
  uint8_t *to = identity->certificates + identity->length;
  *to++ = (uint8_t)(length >> 16);
  *to++ = (uint8_t)(length >> 8);
  *to++ = (uint8_t)length;
  if (i2d_X509(certificate, &to) != length) return false;
  *to++ = 0;
  *to++ = 0;
  identity->length += (size_t)length + 5;
  return true;
}

static bool is_p256(const EVP_PKEY *key) {
  char group[32] = "";
  return EVP_PKEY_is_a(key, "EC") && EVP_PKEY_get_group_name(key, group, sizeof group, NULL) &&
         strcmp(group, "prime256v1") == 0;
}

struct identity *identity_load(const char *certificate, const char *key) {
  char why[PEM_WHY];
  struct identity *identity = calloc(1, sizeof *identity);
  if (!identity) return NULL;
  identity->key = pem_read_key(key, why);
  if (!identity->key) return refuse(identity, why);
  if (!is_p256(identity->key)) {
    snprintf(why, sizeof why, "%s: not a P-256 key (openssl ecparam -name prime256v1 -genkey makes one)", key);
    return refuse(identity, why);
  }
  STACK_OF(X509) *chain = pem_read_chain(certificate, identity->key, why);
  if (!chain) return refuse(identity, why);
  bool fits = true;
  for (int i = 0; fits && i < sk_X509_num(chain); i++) fits = append(identity, sk_X509_value(chain, i));
  sk_X509_pop_free(chain, X509_free);
  if (fits) return identity;
  snprintf(why, sizeof why, "%s: a chain that is too long", certificate);
  return refuse(identity, why);
}

void identity_free(struct identity *identity) {
  if (!identity) return;
  EVP_PKEY_free(identity->key);
  free(identity);
}

const uint8_t *identity_certificates(const struct identity *identity, size_t *length) {
  *length = identity->length;
  return identity->certificates;
}

uint8_t identity_sign(const struct identity *identity, const uint8_t digest[32], uint8_t signature[72]) {
  size_t length = 72;
  EVP_PKEY_CTX *context = EVP_PKEY_CTX_new(identity->key, NULL);
  bool done = context && EVP_PKEY_sign_init(context) > 0 && EVP_PKEY_CTX_set_signature_md(context, EVP_sha256()) > 0 &&
              EVP_PKEY_sign(context, signature, &length, digest, 32) > 0;
  EVP_PKEY_CTX_free(context);
  return done ? (uint8_t)length : 0;
}
