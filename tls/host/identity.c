/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Who a server is, from files: the requests of the library answered by libcrypto. */
#include "fairlead_tls.h"
#include "pem.h"

#include <openssl/x509v3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct fl_tls_identity {
  fl_tls_certificate certificate;
  const fl_tls_provider *provider;
  void *key; /* the provider's */
  X509 *leaf;
  uint8_t chain[FL_TLS_CHAIN];
};

/* The schemes of a key; none, if we have no use for it. */
static bool find_schemes(EVP_PKEY *key, uint16_t schemes[8]) {
  char group[32] = "";
  EVP_PKEY_get_group_name(key, group, sizeof group, NULL);
  if (EVP_PKEY_is_a(key, "EC") && strcmp(group, "prime256v1") == 0)
    schemes[0] = 0x0403;
  else if (EVP_PKEY_is_a(key, "EC") && strcmp(group, "secp384r1") == 0)
    schemes[0] = 0x0503;
  else if (EVP_PKEY_is_a(key, "ED25519"))
    schemes[0] = 0x0807;
  else if (EVP_PKEY_is_a(key, "RSA") && EVP_PKEY_get_bits(key) >= 2048 && EVP_PKEY_get_size(key) <= FL_TLS_SIGNATURE) {
    schemes[0] = 0x0804;
    schemes[1] = 0x0805;
    schemes[2] = 0x0806;
  }
  return schemes[0] != 0;
}

static bool append(fl_tls_identity *identity, X509 *certificate) {
  uint8_t *der = NULL;
  int length = i2d_X509(certificate, &der);
  size_t now = length <= 0
                   ? 0
                   : fl_tls_put_certificate(identity->chain, identity->certificate.chain_length, der, (size_t)length);
  OPENSSL_free(der);
  if (now > 0) identity->certificate.chain_length = now;
  return now > 0;
}

fl_tls_identity *fl_tls_identity_load(const char *certificate, const char *key, char why[FL_TLS_WHY]) {
  fl_tls_identity *identity = calloc(1, sizeof *identity);
  STACK_OF(X509) *chain = NULL;
  EVP_PKEY *its = NULL;
  bool fine = false;
  if (identity) identity->provider = fl_tls_libcrypto();
  if (!identity)
    snprintf(why, FL_TLS_WHY, "no memory");
  else if (!(its = identity->key = fl_tls_pem_key(key, why)))
    fine = false;
  else if (!find_schemes(its, identity->certificate.schemes))
    snprintf(why, FL_TLS_WHY,
             "%s: a key of a kind that is not used here: P-256, P-384, Ed25519 and RSA of 2048 to 4096 bits are "
             "(openssl ecparam -name prime256v1 -genkey makes one)",
             key);
  else if ((chain = fl_tls_pem_chain(certificate, its, why))) {
    fine = true;
    for (int i = 0; fine && i < sk_X509_num(chain); i++) fine = append(identity, sk_X509_value(chain, i));
    if (!fine) snprintf(why, FL_TLS_WHY, "%s: a chain that is too long", certificate);
    identity->certificate.chain = identity->chain;
    identity->leaf = sk_X509_shift(chain);
    sk_X509_pop_free(chain, X509_free);
  }
  if (fine) return identity;
  fl_tls_identity_free(identity);
  return NULL;
}

void fl_tls_identity_free(fl_tls_identity *identity) {
  if (!identity) return;
  identity->provider->key_free(identity->key);
  X509_free(identity->leaf);
  free(identity);
}

const fl_tls_certificate *fl_tls_identity_certificate(const fl_tls_identity *identity) {
  return &identity->certificate;
}

bool fl_tls_identity_provider(fl_tls_identity *identity, const fl_tls_provider *provider) {
  uint8_t *der = NULL;
  int length = identity->provider == fl_tls_libcrypto() ? i2d_PrivateKey(identity->key, &der) : 0;
  void *key = length > 0 && provider->key ? provider->key(der, (size_t)length) : NULL;
  if (length > 0) OPENSSL_clear_free(der, (size_t)length);
  if (!key) return false;
  identity->provider->key_free(identity->key);
  identity->key = key;
  identity->provider = provider;
  return true;
}

/* Whether a client that verifies these schemes can verify ours. */
static bool verifies(const fl_tls_identity *identity, const uint8_t *schemes, size_t length) {
  for (const uint16_t *ours = identity->certificate.schemes; *ours; ours++)
    for (size_t i = 0; i + 1 < length; i += 2)
      if ((schemes[i] << 8 | schemes[i + 1]) == *ours) return true;
  return false;
}

static const fl_tls_identity *choose(const fl_tls_identity *const *identities, size_t count, const fl_tls_server *tls,
                                     const fl_tls_io *io) {
  size_t name_length, length;
  const char *name = (const char *)fl_tls_server_name(tls, io, &name_length);
  const uint8_t *schemes = fl_tls_server_schemes(tls, io, &length);
  const fl_tls_identity *first = NULL;
  for (size_t i = 0; i < count; i++) {
    if (!verifies(identities[i], schemes, length)) continue;
    if (name_length > 0 && X509_check_host(identities[i]->leaf, name, name_length, 0, NULL) == 1) return identities[i];
    if (!first) first = identities[i];
  }
  return first ? first : count > 0 ? identities[0] : NULL; /* one that it cannot verify: handshake_failure */
}

fl_tls_event fl_tls_identity_answer(const fl_tls_identity *const *identities, size_t count, fl_tls_server *tls,
                                    fl_tls_io *io, fl_tls_event event) {
  if (event == FL_TLS_CHOOSE) {
    const fl_tls_identity *chosen = choose(identities, count, tls, io);
    event = fl_tls_server_choose(tls, io, chosen ? &chosen->certificate : NULL);
  }
  if (event == FL_TLS_SIGN) {
    uint8_t signature[FL_TLS_SIGNATURE];
    size_t length;
    uint16_t scheme;
    const uint8_t *content = fl_tls_server_to_sign(tls, io, &length, &scheme);
    const fl_tls_identity *who = NULL; /* somebody else may have chosen */
    for (size_t i = 0; i < count; i++)
      if (&identities[i]->certificate == fl_tls_server_certificate(tls)) who = identities[i];
    length = content && who ? who->provider->sign(who->key, scheme, content, length, signature) : 0;
    event = fl_tls_server_sign(tls, io, signature, length);
  }
  return event;
}

fl_tls_event fl_tls_identity_client(const fl_tls_identity *identity, fl_tls_client *tls, fl_tls_io *io,
                                    fl_tls_event event) {
  size_t length;
  if (event == FL_TLS_CHOOSE) {
    const uint8_t *schemes = fl_tls_client_schemes(tls, io, &length);
    event =
        fl_tls_client_choose(tls, io, identity && verifies(identity, schemes, length) ? &identity->certificate : NULL);
  }
  if (event == FL_TLS_SIGN && identity) {
    uint8_t signature[FL_TLS_SIGNATURE];
    uint16_t scheme;
    const uint8_t *content = fl_tls_client_to_sign(tls, io, &length, &scheme);
    length = content ? identity->provider->sign(identity->key, scheme, content, length, signature) : 0;
    event = fl_tls_client_sign(tls, io, signature, length);
  }
  return event;
}
