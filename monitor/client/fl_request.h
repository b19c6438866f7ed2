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
enum { FL_PROOF_REQUEST = 104 + FL_PROOF_CHANGES * 73, FL_PROOF_SIGNATURE = 40 };
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
/* For the server whose seals `proof' knows. How many bytes it has, to be kept for the history; its signature is the 64
 * at FL_PROOF_SIGNATURE. 0: more than FL_PROOF_CHANGES, none, number 0, or no memory. */
size_t fl_proof_request(const struct fl_proof *proof, const struct fl_proof_client *client, uint64_t number,
                        const struct fl_proof_change *changes, size_t count, uint8_t bytes[FL_PROOF_REQUEST],
                        uint8_t record[FL_PROOF_RECORD]);

/* ---- Offline: what clients have signed, and that it was done ----
 *
 * Lines as fl_proof_line takes them, and besides `request HEX', the bytes of a request. Behind it are, each with its
 * certificate, the receipts of what was done: of the client's record, which was written, and of each change. Or, where
 * these were lost, one receipt of the client's record, which was read and has this request.
 *
 * Each client's requests have the numbers from 1, none left out, none twice, and were done in this order. A client's
 * record that was read shows that there was none between, and none behind those that are here. */
struct fl_proof_history;
/* `signers' is the file of --signers. `all_signed': a receipt of a change without a request is wrong, too. NULL: *why
 * says why. */
struct fl_proof_history *fl_proof_history_new(struct fl_proof *proof, const char *signers, size_t length,
                                              bool all_signed, const char **why);
void fl_proof_history_free(struct fl_proof_history *history);
struct fl_proof_done {
  uint8_t client[32];
  uint64_t number; /* of the request whose last receipt this is; 0: none is done with this line */
  uint32_t changes;
  bool earlier; /* it was done before this answer; otherwise the last answers are of its changes */
};
enum fl_proof_line fl_proof_history_line(struct fl_proof_history *history, const char *line, size_t length,
                                         struct fl_proof_answer *answer, struct fl_proof_done *done);
bool fl_proof_history_end(struct fl_proof_history *history);
uint64_t fl_proof_history_number(const struct fl_proof_history *history, const uint8_t client[32]); /* the last one */
const char *fl_proof_history_why(const struct fl_proof_history *history);
#ifdef __cplusplus
}
#endif
#endif
