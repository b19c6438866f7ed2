/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* What serve, import and export begin with: options that all of them have, then key, anchor, store, and what the
 * store's seal and the anchor say, one against the other. */
#ifndef FL_OPENING_H
#define FL_OPENING_H
#include "again_trusted.h"
#include "gate_trusted.h"
#include "anchor_place.h"
#include "complaint.h"
#include "fl_host.h"
#include "redo_trusted.h"
#include "store_access.h"

struct fl_opened;
struct fl_places {
  const char *store, *key, *program, *user;
  struct fl_anchor_place anchor;
  bool no_anchor; /* that there is none was said */
  uint64_t expect_epoch;
  bool expects;
  struct fl_store_access access;
  /* Opens the key in place of fl_signer_open, with the anchor known, before a byte of the store is read; or NULL. */
  struct fl_signer *(*open_key)(const struct fl_places *places, const struct fl_opened *opened, bool may_make,
                                const char **why);
};

struct fl_opened {
  struct fl_signer *signer;
  struct fl_store *store;
  bool kept[2]; /* its process, from files and from system calls */
  bool has_seal, has_anchor;
  struct fl_seal seal;
  uint8_t seal_bytes[FL_SEAL], digest[32]; /* of the seal; zeros: there is none */
  struct fl_anchor anchor;
  uint64_t redo_pieces; /* of the redo log, when the host has started */
  bool looks;           /* the host tells us what it does again (fl_opened_told) */
  struct fl_again again;
};

/* A number on the command line, or the end. */
uint64_t fl_option_number(const char *option, const char *text, uint64_t low, uint64_t high);
/* For getopt_long. */
#define FL_PLACES_OPTIONS                                                                                            \
  {"store", 1, 0, 0}, {"key", 1, 0, 0}, {"anchor", 1, 0, 0}, {"anchor-command", 1, 0, 0}, {"expect-epoch", 1, 0, 0}, \
      {"store-program", 1, 0, 0}, {"store-user", 1, 0, 0}, FL_STORE_ACCESS_OPTIONS
/* Takes one of them; false: it is another one. */
bool fl_places_option(struct fl_places *places, const char *name, const char *value);
enum { FL_PROGRAM = 4160 }; /* bytes of a path of ours */
/* The program of this name that lies beside us, in `path'; or its name. */
const char *fl_program_beside(const char *name, char path[FL_PROGRAM]);
/* Whether they are all there, each in a file of its own, and not where whoever has the store has them; or the end. An
 * anchor that is a symbolic link becomes what that leads to; a store that is a Redis, its address without passwords. */
void fl_places_check(struct fl_places *places, const char *usage);

/* No two servers have one anchor: both would believe that they are the last. Held until we end. 0, or an exit status,
 * and then why was said. */
int fl_places_lock(const struct fl_places *places);

int fl_say_anchor_not_written(const struct fl_places *places); /* by errno; an exit status */

/* OPEN to serve and to import: key and store may be made. HELD, to look: the store as it is now, whatever
 * others do with it meanwhile; the public key is enough. 0, or an exit status. */
enum fl_opening { FL_OPEN, FL_OPEN_HELD };
int fl_open(struct fl_places *places, enum fl_opening how, struct fl_opened *opened);
void fl_opened_free(struct fl_opened *opened); /* the store is a host's by then */

/* For fl_host_options of who only looks: so a seal that the gate's process made after a checkpoint can be started from
 * without that process. */
void fl_opened_told(void *opened, const struct fl_gate_call *call);
/* Starts the host from the seal, and does again what the redo log has; 0, or an exit status, and then why was said. */
int fl_start_host(const struct fl_places *places, struct fl_opened *opened, struct fl_host *host);

/* The anchor of a new incarnation, which goes on from the seal that was found. False: there is no randomness. */
bool fl_next_incarnation(const struct fl_places *places, const struct fl_opened *opened, struct fl_anchor *next);
#endif
