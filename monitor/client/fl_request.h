/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* libfairlead-receipts: requests that a client signs (`fairlead monitor serve --signers', docs/monitor-client.md).
 *
 * A client that is enrolled there numbers its requests from 1, and signs each. It sends `SIGNED CLIENT NUMBER SIGNATURE
 * CHANGE...' as the command. Its first receipt is of the client's own record, which was written: under `name', with the
 * value `record'; so it is of this request and no other one. Those of the changes follow, in their order.
 *
 * Whoever does not know whether a request was done asks what is under `name', with a proof: nothing, or the number of
 * the last one, u64, big-endian, and what that was. Until a later one is proved to be there, the server may still do
 * it. */
#ifndef FL_REQUESTS_H
#define FL_REQUESTS_H
#include "fl_proof.h"
#ifdef __cplusplus
extern "C" {
#endif

enum { FL_PROOF_CHANGES = 12, FL_PROOF_RECORD = 40, FL_PROOF_NAME = 80 };
struct fl_proof_client;
/* Its private key, Ed25519, in PEM. NULL: *why says why. */
struct fl_proof_client *fl_proof_client_new(const char *pem, size_t length, const char **why);
void fl_proof_client_free(struct fl_proof_client *client);
/* Its public key, by which it is enrolled, and the name of its record, without an end. */
bool fl_proof_client_key(const struct fl_proof_client *client, uint8_t key[32], char name[FL_PROOF_NAME]);
struct fl_proof_change {
  uint8_t kind;    /* `p' put, `d' delete, `i' increase */
  uint64_t number; /* put: until when, milliseconds since 1970, 0: for ever; increase: by how much, an int64_t */
  const void *key, *value;
  size_t key_length, value_length;
};
/* For the server whose seals `proof' knows. False: more than FL_PROOF_CHANGES, none, number 0, or no memory. */
bool fl_proof_request(const struct fl_proof *proof, const struct fl_proof_client *client, uint64_t number,
                      const struct fl_proof_change *changes, size_t count, uint8_t signature[64],
                      uint8_t record[FL_PROOF_RECORD]);
#ifdef __cplusplus
}
#endif
#endif
