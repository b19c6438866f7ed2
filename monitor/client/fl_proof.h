/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* libfairlead-receipts: what a client of `fairlead monitor serve' has to do itself, so that it need not believe the
 * server. It opens nothing and speaks to nobody: it is given the public key, the anchor as it is kept, what was asked,
 * and what the server answered. The bytes are in receipts_trusted.h and seal_trusted.h; docs/monitor-client.md says
 * what is proved by it.
 *
 * For one command a client
 *
 *   draws a nonce (fl_proof_nonce), and sends `RECEIPT NONCE DIGITS', the command, and `RECEIPT';
 *   when its epoch is sealed, sends `CERTIFICATE' for each line `of ...';
 *   and gives all of these lines to fl_proof_command, with what the answer says of each key.
 *
 * Not before that says true is the command done. Everything that comes from the server may be any bytes. */
#ifndef FL_PROOF_H
#define FL_PROOF_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#ifdef __cplusplus
extern "C" {
#endif

enum { FL_PROOF_NONCE = 32, FL_PROOF_LINE = 8192 /* a longer line is none */, FL_PROOF_ANCHORS = 64 };

struct fl_proof;
/* The server's public key, in PEM. NULL: *why says why. */
struct fl_proof *fl_proof_new(const char *pem, size_t length, const char **why);
void fl_proof_free(struct fl_proof *proof);

/* The anchor's text. From then on what it does not have is refused: an epoch that it has not reached, a run that was
 * given up for an older state, or of which it does not say. One of the same run takes its place. Of FL_PROOF_ANCHORS
 * runs, the last ones, each may have its own: a seal counts by that of its run. False: it is no anchor. */
bool fl_proof_anchor(struct fl_proof *proof, const char *text, size_t length);

/* What was signed. */
struct fl_proof_answer {
  uint64_t incarnation, epoch;
  uint64_t counter, until;    /* of a receipt: of the run's answers; when its value ends, 0: never */
  bool wrote, there;          /* else: got; there is no value */
  uint8_t key[32], value[32]; /* SHA-256; of a seal: the root of the tree, and zeros */
  uint8_t nonce[FL_PROOF_NONCE], nonce_length;
  uint8_t type; /* 0 a string; of items: 1 a hash, 2 a list, 3 a set, 4 a sorted set, 5 a stream */
};

/* One line, without its end, of what the server answered: each receipt is followed by its certificate. */
enum fl_proof_line {
  FL_PROOF_WRONG,     /* fl_proof_why says why, and nothing that follows counts */
  FL_PROOF_MORE,      /* so far so good, and nothing certified yet */
  FL_PROOF_SEALED,    /* a seal by itself */
  FL_PROOF_CERTIFIED, /* a receipt and the way to its seal */
};
enum fl_proof_line fl_proof_line(struct fl_proof *proof, const char *line, size_t length,
                                 struct fl_proof_answer *answer);
/* That was all. False: something is left that certifies nothing. */
bool fl_proof_end(struct fl_proof *proof);
/* What is wrong is that the anchor has not reached an epoch: ask again when there is a later one. */
bool fl_proof_is_early(const struct fl_proof *proof);
/* Begins anew, after something wrong, too; the anchor and the seals that were seen stay. */
void fl_proof_again(struct fl_proof *proof);
const char *fl_proof_why(const struct fl_proof *proof);

/* ---- A command ---- */

/* What its answer says of a key. `there' and `until' are told if the client knows them: of what APPEND wrote it knows
 * the length only. */
enum fl_proof_there {
  FL_PROOF_ABSENT,
  FL_PROOF_VALUE,     /* this string */
  FL_PROOF_SOMETHING, /* a value, whichever */
  FL_PROOF_NO_STRING  /* none, or one that is no string: what MGET calls nothing */
};
struct fl_proof_said {
  bool wrote;
  bool knows_until;
  uint8_t within; /* so many answers after that of the key before; 0: 1, nothing is between */
  uint8_t there;  /* fl_proof_there */
  uint64_t until;
  const void *key, *value;
  size_t key_length, value_length;
};

/* 32 bytes that nobody knew before. False: there is no randomness. */
bool fl_proof_nonce(uint8_t nonce[FL_PROOF_NONCE]);

/* Whether the lines of `text' are receipts and certificates of this command, one for each key and in this order, with
 * its nonce, done in one step, and after the command that was given before. Whatever it says, it is ready for the next
 * one, and after a lie what was given before it is still the one before. */
bool fl_proof_command(struct fl_proof *proof, const uint8_t *nonce, size_t nonce_length,
                      const struct fl_proof_said *said, size_t count, const char *text, size_t length);
bool fl_proof_seals(const struct fl_proof *proof, uint8_t key[32]); /* the public key that seals are signed with */
#ifdef __cplusplus
}
#endif
#endif
