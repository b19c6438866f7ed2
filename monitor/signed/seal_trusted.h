/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Seals: what we say, under our signature, about the state after an epoch. One is in the store with each state; the
 * anchor says which of them may still be shown to us.
 *
 * A seal has 200 bytes, numbers big-endian:
 *     0  "FLSEAL1\n"
 *     8  incarnation u64: of the server that made it: 1 more than of the one before; with an anchor that knew nothing
 *        it leaps, by a number drawn at random
 *    16  epoch u64: 1 more than in the seal before, over all incarnations
 *    24  answers u64: that were given in this incarnation
 *    32  time u64: milliseconds since 1970, by the server's clock
 *    40  root: 32 bytes, the digest of the tree, or of the redo log's head (redo_trusted.h)
 *    72  receipts: 32 bytes, the root of the epoch's receipts (receipts_trusted.h); zeros: there are none
 *   104  previous: SHA-256 of the seal before; zeros: there is none
 *   136  signature: Ed25519, of the bytes before */
#ifndef FL_SEAL_H
#define FL_SEAL_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { FL_SEAL = 200, FL_SEAL_SIGNED = 136 };

struct fl_seal {
  uint64_t incarnation, epoch, answers, time;
  uint8_t root[32], receipts[32], previous[32];
};

struct fl_signer; /* the key */
/* Reads the private key (PEM), or makes one if `may_make` and there is none: then the public key is beside it, in
 * PATH.pub. NULL: *why says why. */
struct fl_signer *fl_signer_open(const char *path, bool may_make, const char **why);
/* The public key only (PEM). */
struct fl_signer *fl_signer_public(const char *path, const char **why);
/* From text in PEM, which has one block and no other; `whole': the private key. */
struct fl_signer *fl_signer_read(const char *pem, size_t length, bool whole, const char **why);
/* As fl_signer_open, by a process that ends then: the private key goes to `to', a pipe, and this process, which has the
 * public one, never had it in its memory. */
struct fl_signer *fl_signer_open_apart(const char *path, bool may_make, int to, const char **why);
/* libcrypto's; what is held is the signer's from then on. */
struct evp_pkey_st *fl_signer_key(const struct fl_signer *signer);
struct fl_signer *fl_signer_hold(struct evp_pkey_st *key, const char **why);
void fl_signer_free(struct fl_signer *signer);

bool fl_seal_make(const struct fl_signer *signer, const struct fl_seal *seal, uint8_t bytes[FL_SEAL]);
/* False: not made with this key. */
bool fl_seal_read(const struct fl_signer *signer, const uint8_t *bytes, size_t length, struct fl_seal *seal);
void fl_seal_digest(const uint8_t bytes[FL_SEAL], uint8_t digest[32]);

/* ---- The anchor: a small text, kept in a place where nobody else writes (anchor_place.h says where). ---- */
struct fl_anchor {
  uint64_t incarnation; /* of the server that began last */
  uint64_t epoch;       /* of the seal that must not be rolled back */
  uint8_t seal[32];     /* its digest; zeros with epoch 0: there was none yet */
};
/* Four lines, the only ones that say this; how many bytes. */
enum { FL_ANCHOR_TEXT = 256 };
size_t fl_anchor_write_text(char text[FL_ANCHOR_TEXT], const struct fl_anchor *anchor);
bool fl_anchor_read_text(const char *text, size_t length, struct fl_anchor *anchor);

/* In a file. 1: read. 0: there is none. -1: *why says why. */
int fl_anchor_read(const char *path, struct fl_anchor *anchor, const char **why);
/* In its place: after a crash there is the old one or this one. */
bool fl_anchor_write(const char *path, const struct fl_anchor *anchor);

/* Whether a seal found in the store may be gone on from: it is the anchored one, or a later one of the incarnation that
 * the anchor knows as the last. `seal` is NULL if there is none in the store. NULL: it may; else why not. */
const char *fl_anchor_refuses(const struct fl_anchor *anchor, const struct fl_seal *seal, const uint8_t digest[32]);

/* The number of the incarnation that begins then. Under an anchor that is `kept' and knows nothing yet (NULL) they
 * begin at random: else a seal of another store with this key, or of what came after the state that is gone on from,
 * could be taken for one of ours, as a later one of the same incarnation. False: there is no randomness. */
bool fl_anchor_next_incarnation(const struct fl_anchor *anchor, bool kept, const struct fl_seal *seal, uint64_t *next);
/* A later one, drawn at random: what is final, and who leads, goes by a run's number, so no two may have one that do
 * not know of each other. False: there is no randomness, or there are no more numbers. */
bool fl_incarnation_leaps(uint64_t *incarnation);
#endif
