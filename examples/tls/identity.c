/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "identity.h"
#include "https.h"

#include <openssl/core_names.h>
#include <openssl/ec.h>
#include <openssl/err.h>
#include <openssl/pem.h>
#include <openssl/x509.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct identity {
  EVP_PKEY *key;
  size_t length;
  uint8_t certificates[FL_handshake_CERTIFICATES_MOST];
};

static struct identity *refuse(struct identity *identity, const char *path, const char *why) {
  fprintf(stderr, "server: %s: %s\n", path, why);
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

struct identity *identity_load(const char *certificate, const char *key) {
  struct identity *identity = calloc(1, sizeof *identity);
  if (!identity) return NULL;
  FILE *file = fopen(key, "r");
  if (!file) return refuse(identity, key, "cannot be opened");
  identity->key = PEM_read_PrivateKey(file, NULL, NULL, NULL);
  fclose(file);
  char group[32] = "";
  if (!identity->key) return refuse(identity, key, "holds no private key in PEM");
  if (!EVP_PKEY_is_a(identity->key, "EC") || !EVP_PKEY_get_group_name(identity->key, group, sizeof group, NULL) ||
      strcmp(group, "prime256v1") != 0)
    return refuse(identity, key, "not a P-256 key (openssl ecparam -name prime256v1 -genkey makes one)");
  file = fopen(certificate, "r");
  if (!file) return refuse(identity, certificate, "cannot be opened");
  bool first = true, fits = true, matches = true;
  for (X509 *x; fits && matches && (x = PEM_read_X509(file, NULL, NULL, NULL)); first = false) {
    fits = append(identity, x);
    matches = !first || X509_check_private_key(x, identity->key) == 1;
    X509_free(x);
  }
  fclose(file);
  ERR_clear_error();
  if (!fits) return refuse(identity, certificate, "a chain that is too long");
  if (!matches) return refuse(identity, certificate, "its first certificate is not of the key given");
  if (first) return refuse(identity, certificate, "holds no certificate in PEM");
  return identity;
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
