/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "seal_trusted.h"

#include "bytes.h"
#include "digest.h"

#include <inttypes.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/rand.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct fl_signer {
  EVP_PKEY *key;
};

static const uint8_t magic[8] = "FLSEAL1\n";

/* ---- Keys ---- */

struct fl_signer *fl_signer_hold(EVP_PKEY *key, const char **why) {
  struct fl_signer *signer = key && EVP_PKEY_id(key) == EVP_PKEY_ED25519 ? malloc(sizeof *signer) : NULL;
  if (!signer) {
    *why = key ? "not a key of Ed25519" : "no key in it";
    EVP_PKEY_free(key);
    return NULL;
  }
  signer->key = key;
  return signer;
}

EVP_PKEY *fl_signer_key(const struct fl_signer *signer) { return signer->key; }

/* Of two keys, or of a key and what was not read as one, it would be ours to guess which is meant. */
static bool has_two(const char *pem, size_t length) {
  static const char begin[] = "-----BEGIN ";
  size_t blocks = 0, n = sizeof begin - 1;
  for (size_t i = 0; i + n <= length; i++) blocks += memcmp(pem + i, begin, n) == 0;
  return blocks > 1;
}

struct fl_signer *fl_signer_read(const char *pem, size_t length, bool whole, const char **why) {
  *why = "more than one key or certificate in it";
  if (has_two(pem, length)) return NULL;
  BIO *b = length > INT32_MAX ? NULL : BIO_new_mem_buf(pem, (int)length);
  EVP_PKEY *key = !b      ? NULL
                  : whole ? PEM_read_bio_PrivateKey(b, NULL, NULL, (void *)(uintptr_t) "")
                          : PEM_read_bio_PUBKEY(b, NULL, NULL, NULL);
  BIO_free(b);
  return fl_signer_hold(key, why);
}

void fl_signer_free(struct fl_signer *signer) {
  if (signer) EVP_PKEY_free(signer->key);
  free(signer);
}

/* ---- Seals ---- */

bool fl_seal_make(const struct fl_signer *signer, const struct fl_seal *seal, uint8_t bytes[FL_SEAL]) {
  memcpy(bytes, magic, 8);
  fl_put64(bytes + 8, seal->incarnation);
  fl_put64(bytes + 16, seal->epoch);
  fl_put64(bytes + 24, seal->answers);
  fl_put64(bytes + 32, seal->time);
  memcpy(bytes + 40, seal->root, 32);
  memcpy(bytes + 72, seal->receipts, 32);
  memcpy(bytes + 104, seal->previous, 32);
  EVP_MD_CTX *c = EVP_MD_CTX_new();
  size_t length = FL_SEAL - FL_SEAL_SIGNED;
  bool ok = c && EVP_DigestSignInit(c, NULL, NULL, NULL, signer->key) == 1 &&
            EVP_DigestSign(c, bytes + FL_SEAL_SIGNED, &length, bytes, FL_SEAL_SIGNED) == 1 &&
            length == FL_SEAL - FL_SEAL_SIGNED;
  EVP_MD_CTX_free(c);
  return ok;
}

bool fl_seal_read(const struct fl_signer *signer, const uint8_t *bytes, size_t length, struct fl_seal *seal) {
  if (length != FL_SEAL || memcmp(bytes, magic, 8) != 0) return false;
  EVP_MD_CTX *c = EVP_MD_CTX_new();
  bool ok = c && EVP_DigestVerifyInit(c, NULL, NULL, NULL, signer->key) == 1 &&
            EVP_DigestVerify(c, bytes + FL_SEAL_SIGNED, FL_SEAL - FL_SEAL_SIGNED, bytes, FL_SEAL_SIGNED) == 1;
  EVP_MD_CTX_free(c);
  *seal = (struct fl_seal){.incarnation = fl_get64(bytes + 8),
                           .epoch = fl_get64(bytes + 16),
                           .answers = fl_get64(bytes + 24),
                           .time = fl_get64(bytes + 32)};
  memcpy(seal->root, bytes + 40, 32);
  memcpy(seal->receipts, bytes + 72, 32);
  memcpy(seal->previous, bytes + 104, 32);
  return ok;
}

void fl_seal_digest(const uint8_t bytes[FL_SEAL], uint8_t digest[32]) { fl_digest(bytes, FL_SEAL, digest); }

/* ---- Anchors ---- */

static const char form[] = "fairlead anchor 1\nincarnation %" PRIu64 "\nepoch %" PRIu64 "\nseal ";

static void hex(char *to, const uint8_t *bytes, size_t n) {
  for (size_t i = 0; i < n; i++) snprintf(to + 2 * i, 3, "%02x", bytes[i]);
}

size_t fl_anchor_write_text(char text[FL_ANCHOR_TEXT], const struct fl_anchor *a) {
  int n = snprintf(text, FL_ANCHOR_TEXT, form, a->incarnation, a->epoch);
  hex(text + n, a->seal, 32);
  text[n + 64] = '\n';
  return (size_t)n + 65;
}

bool fl_anchor_read_text(const char *given, size_t length, struct fl_anchor *a) {
  char text[FL_ANCHOR_TEXT + 1] = "", again[FL_ANCHOR_TEXT], digest[65] = "";
  *a = (struct fl_anchor){0};
  if (length == 0 || length > FL_ANCHOR_TEXT) return false;
  memcpy(text, given, length);
  if (sscanf(text, "fairlead anchor 1\nincarnation %" SCNu64 "\nepoch %" SCNu64 "\nseal %64[0-9a-f]", &a->incarnation,
             &a->epoch, digest) != 3 ||
      strlen(digest) != 64)
    return false;
  for (size_t i = 0; i < 32; i++) {
    unsigned byte;
    sscanf(digest + 2 * i, "%2x", &byte);
    a->seal[i] = (uint8_t)byte;
  }
  /* Only what we write is one. */
  return fl_anchor_write_text(again, a) == length && memcmp(again, text, length) == 0;
}

const char *fl_anchor_refuses(const struct fl_anchor *a, const struct fl_seal *seal, const uint8_t digest[32]) {
  if (!seal)
    return a->epoch == 0 ? NULL
                         : "the store has no seal, and the anchor knows of one: it is not our store, or an old one";
  if (a->epoch > 0 && seal->epoch == a->epoch && memcmp(digest, a->seal, 32) == 0) return NULL;
  if (seal->epoch > a->epoch && seal->incarnation == a->incarnation) return NULL;
  if (seal->epoch < a->epoch) return "the store is older than the anchor: it was rolled back";
  return "the store's seal was not made after the anchored one";
}

bool fl_anchor_next_incarnation(const struct fl_anchor *a, bool kept, const struct fl_seal *seal, uint64_t *next) {
  const uint64_t leap = (uint64_t)1 << 52; /* `monitor verify' counts to 2^62 */
  uint64_t random;
  *next = a ? a->incarnation : 0;
  if (seal && *next < seal->incarnation) *next = seal->incarnation;
  ++*next;
  if (!kept || a) return true;
  if (RAND_bytes((uint8_t *)&random, sizeof random) != 1) return false;
  *next += leap + random % leap;
  return true;
}

bool fl_incarnation_leaps(uint64_t *incarnation) {
  const uint64_t most = (uint64_t)1 << 44, end = (uint64_t)1 << 62;
  uint64_t random;
  if (*incarnation >= end || RAND_bytes((uint8_t *)&random, sizeof random) != 1) return false;
  *incarnation += random % most;
  return true;
}
