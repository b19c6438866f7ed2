/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Requests that a client has numbered and signed (the command SIGNED, with --signers): what may be changed, and by
 * whom. The gate's process takes nothing for one that these functions do not; a client makes them with
 * libfairlead-receipts (fl_request.h).
 *
 * Each client has a record of its own, under the name "fairlead:client:" and its public key in hexadecimal digits. Its
 * value is the number of the last request that was done, u64, and SHA-256 of what was signed, 32 bytes; none: nothing
 * was done yet, and the number is 0. To do a request is to write the next number there, and make its changes, all in
 * one step. So each is done once, in its client's order; and the record's receipt says whose it was.
 *
 * A request, numbers big-endian:
 *     0  client: its public key, Ed25519, 32 bytes
 *    32  number u64: 1 more than of the one before
 *    40  signature: of "FLREQ01\n", the public key that seals are signed with (32 bytes), and what is here besides
 *   104  changes, 73 bytes each, from 1 to 12:
 *         0  kind u8: `p' put, `d' delete, `i' increase
 *         1  key: SHA-256; no client's record has it
 *        33  put: until when it counts, u64, milliseconds since 1970, 0: for ever. Increase: by how much, i64
 *        41  put: SHA-256 of the value. Otherwise zeros */
#ifndef FL_REQUEST_H
#define FL_REQUEST_H
#include "value_trusted.h"

enum { FL_REQUEST_MOST = 12, FL_REQUEST_HEAD = 104, FL_REQUEST_CHANGE = 73, FL_REQUEST_SIGNATURE_AT = 40 };
enum { FL_REQUEST = FL_REQUEST_HEAD + FL_REQUEST_MOST * FL_REQUEST_CHANGE, FL_REQUEST_RECORD = 40 };
enum { FL_REQUEST_NAME = 16 + 64 };

/* ---- Who may sign: lines `NAME KEY', the key in 64 hexadecimal digits; # begins a note. ---- */
enum { FL_SIGNERS_MOST = 4096, FL_SIGNERS_TEXT = 1 << 20 };
struct fl_signers;
struct fl_signers *fl_signers_read(const char *text, size_t length, const char **why); /* NULL: *why says why */
void fl_signers_free(struct fl_signers *all);
/* Whether that is the key (34 bytes) of a client's record. */
int fl_signers_find(const struct fl_signers *all, const uint8_t record[34]); /* which of them, from 0; -1: none */
static inline bool fl_signers_have(const struct fl_signers *all, const uint8_t record[34]) {
  return fl_signers_find(all, record) >= 0;
}

void fl_request_name(const uint8_t client[32], char name[FL_REQUEST_NAME]); /* the record's; no zero behind it */
/* The digest of what is signed, if `seals' is the public key that seals are signed with. */
struct evp_pkey_st;
bool fl_request_sign(struct evp_pkey_st *key, const uint8_t seals[32], uint8_t *bytes, size_t length,
                     uint8_t digest[32]);

/* One that is being done. */
struct fl_request {
  uint8_t record[34], value[FL_REQUEST_RECORD]; /* the client's, and what is to be written there */
  uint64_t number;
  uint32_t count, next; /* changes; that one has to come next. 0: the record; past `count': it is done */
  uint8_t changes[FL_REQUEST_MOST][FL_REQUEST_CHANGE];
};
/* False: it is none, not of one of them, or not signed so. */
bool fl_request_read(const struct fl_signers *all, const uint8_t seals[32], const uint8_t *bytes, size_t length,
                     struct fl_request *request);
static inline bool fl_request_is_pending(const struct fl_request *r) { return r->number > 0 && r->next <= r->count; }
/* Whether it is the next one after what is in the client's record; NULL: nothing is. */
bool fl_request_follows(const struct fl_request *request, const struct fl_value *before);
/* What an increase makes of a value: its decimal digits, at most 20, without an end; how many, or 0: that is no number,
 * or it would be too large. NULL: there was none. */
size_t fl_request_sum(const struct fl_value *before, int64_t by, char sum[24]);
/* Whether that is the change that has to come now: to this key, from `before', which is not known unless `knows', to
 * this value (NULL: deleted). Then the next one has to. */
bool fl_request_takes(struct fl_request *request, const uint8_t key[34], bool knows, const struct fl_value *before,
                      const struct fl_value *value);
#endif
