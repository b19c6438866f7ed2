/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "fl_request.h"

#include "digest.h"
#include "request_trusted.h"
#include "seal_trusted.h"

#include <openssl/evp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

_Static_assert((int)FL_PROOF_CHANGES == (int)FL_REQUEST_MOST && (int)FL_PROOF_RECORD == (int)FL_REQUEST_RECORD &&
                   (int)FL_PROOF_NAME == (int)FL_REQUEST_NAME && (int)FL_PROOF_REQUEST == (int)FL_REQUEST &&
                   (int)FL_PROOF_SIGNATURE == (int)FL_REQUEST_SIGNATURE_AT,
               "as request_trusted.h has them");

struct fl_proof_client {
  struct fl_signer *key;
};

struct fl_proof_client *fl_proof_client_new(const char *pem, size_t length, const char **why) {
  struct fl_proof_client *c = calloc(1, sizeof *c);
  *why = "out of memory";
  if (c && (c->key = fl_signer_read(pem, length, true, why))) return c;
  free(c);
  return NULL;
}

void fl_proof_client_free(struct fl_proof_client *c) {
  if (c) fl_signer_free(c->key);
  free(c);
}

bool fl_proof_client_key(const struct fl_proof_client *c, uint8_t key[32], char name[FL_PROOF_NAME]) {
  size_t length = 32;
  if (EVP_PKEY_get_raw_public_key(fl_signer_key(c->key), key, &length) != 1 || length != 32) return false;
  fl_request_name(key, name);
  return true;
}

size_t fl_proof_request(const struct fl_proof *proof, const struct fl_proof_client *client, uint64_t number,
                        const struct fl_proof_change *changes, size_t count, uint8_t bytes[FL_PROOF_REQUEST],
                        uint8_t record[FL_PROOF_RECORD]) {
  uint8_t seals[32], digest[32];
  size_t length = FL_REQUEST_HEAD + count * FL_REQUEST_CHANGE;
  if (count == 0 || count > FL_REQUEST_MOST || number == 0) return 0;
  memset(bytes, 0, FL_PROOF_REQUEST);
  fl_put64(bytes + 32, number);
  for (size_t i = 0; i < count; i++) {
    uint8_t *at = bytes + FL_REQUEST_HEAD + i * FL_REQUEST_CHANGE;
    const struct fl_proof_change *c = &changes[i];
    if (c->kind != 'p' && c->kind != 'd' && c->kind != 'i') return 0;
    at[0] = c->kind;
    fl_digest(c->key, c->key_length, at + 1);
    if (c->kind != 'd') fl_put64(at + 33, c->number);
    if (c->kind == 'p') fl_digest(c->value, c->value_length, at + 41);
  }
  if (!fl_proof_seals(proof, seals) || !fl_request_sign(fl_signer_key(client->key), seals, bytes, length, digest))
    return 0;
  fl_put64(record, number);
  memcpy(record + 8, digest, 32);
  return length;
}
