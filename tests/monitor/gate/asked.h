/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* What a keeper has taken, judged by somebody else: each change was asked for by a client, once and in its order, or
 * may
 * be anybody's. From the bytes of the messages, by what request_trusted.h says, without its functions. */
#ifndef ASKED_H
#define ASKED_H
#include "keeper_trusted.h"

enum { CLIENTS = 3, ASKED_KEYS = 1024 };
struct asked_entry {
  uint8_t key[34], datum[252];
  bool there;
  size_t length;
};
struct asked {
  bool require;
  uint8_t seals[32];
  struct asked_entry all[ASKED_KEYS];
  size_t count;
  uint8_t request[FL_MESSAGE]; /* the one that is being done */
  size_t changes, done;        /* the record is the first one */
  uint8_t record[34], value[40];
  bool pending;
  unsigned requests, sealed; /* done; and before the last seal */
};
/* Keys that are the same ones in each run, from a number. */
struct evp_pkey_st *asked_key(unsigned number);
void asked_public(unsigned number, uint8_t key[32]);
struct fl_signers *asked_signers(void); /* clients 1 to CLIENTS; 0 has the seals */
/* Signs `bytes', whose number and changes are there, for whoever has the seals' key `gate'; what the record is then. */
void asked_sign(unsigned client, unsigned gate, uint8_t *bytes, size_t length, uint8_t value[40]);
void asked_begin(struct asked *a, bool require);
const char *asked_taken(struct asked *a, const uint8_t *message, size_t length, const struct fl_keeper_said *said);
/* The name of a client's record, and its key. */
void asked_name(const uint8_t key[32], char name[81], uint8_t record[34]);
/* Texts of who may sign, and requests that are none (signatures.c). 0: all as it has to be. */
int signatures(unsigned count, uint64_t chance);
#endif
