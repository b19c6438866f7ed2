/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The keeper: the gates of one run, the key, receipts and seals; all that has to be right for a receipt to be. It is
 * told call by call what the server asked its own monitor, asks one of its own the same, and believes nothing: a
 * receipt is of what this monitor answered last, and a seal of the tree that it has. Whatever is said to it, it does
 * not say more than that, or stops for good.
 *
 * It opens nothing, and takes bytes that nobody changes meanwhile: main_trusted.c has the process around it. */
#ifndef FL_KEEPER_H
#define FL_KEEPER_H
#include "messages_trusted.h"
#include "request_trusted.h"
#include "seal_trusted.h"

enum { FL_KEEPER_PARTS = 64 };

struct fl_keeper_options {
  uint32_t slots, parts; /* of the monitor's cache: of each part; 1, or a power of two */
  const struct fl_signer *signer;
  bool kept, has_anchor; /* there is a place for an anchor, and one in it */
  struct fl_anchor anchor;
  bool expects; /* no seal before this epoch */
  uint64_t expect_epoch;
  const struct fl_signers *signers; /* clients that sign their requests (request_trusted.h); NULL: nobody does */
  bool require_signed;              /* nothing is changed otherwise */
};

struct fl_keeper_said {
  uint8_t kind, length; /* length 0: nothing */
  uint8_t bytes[FL_SAID];
};

struct fl_keeper;
struct fl_keeper *fl_keeper_new(const struct fl_keeper_options *options); /* NULL: no memory, or they make no sense */
void fl_keeper_free(struct fl_keeper *keeper);
/* One message, of at most FL_MESSAGE bytes. False: it has stopped, and fl_keeper_why says why. */
bool fl_keeper_take(struct fl_keeper *keeper, const uint8_t *message, size_t length, struct fl_keeper_said *said);
const char *fl_keeper_why(const struct fl_keeper *keeper); /* NULL: it has not stopped */
#endif
