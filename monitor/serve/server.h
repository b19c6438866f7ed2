/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The server: connections that speak Redis' protocol (clean/serve.fl), one host, one thread that commits. */
#ifndef FL_SERVER_H
#define FL_SERVER_H
#include "anchor_place.h"
#include "cluster_place.h"
#include "fl_host.h"
#include "gate_process.h"
#include "fl_loop.h"
#include "lease_trusted.h"
#include "request_trusted.h"
#include "run_log.h"
#include "tls.h"
#include "users.h"

struct fl_server_options {
  struct fl_anchor_place anchor;
  uint32_t timeout_ms, commit_ms, checkpoint_ms, anchor_ms;
  bool sealed_first;       /* acknowledge after the seal */
  uint32_t unsealed_ms;    /* nothing is changed while a change that is older is not in the store */
  bool accept_unstored;    /* changes are made, though the store does not take those before */
  uint64_t memory;         /* bytes that may wait to be committed */
  uint64_t clients_memory; /* bytes that all clients may make us hold */
  uint64_t certificates;   /* bytes of what CERTIFICATE answers from */
  struct fl_limits limits;
  const struct fl_users *users;
  struct fl_tls_side *tls;                 /* NULL: clients speak in plain text */
  bool unprotected;                        /* from other machines, too, nobody needs a password if none is set */
  bool kept[2];                            /* the store's process, from files and from system calls: for INFO */
  struct fl_run_log *log;                  /* NULL: nobody wants it */
  const struct fl_signers *signers;        /* clients that sign their requests; NULL: nobody does */
  bool require_signed;                     /* nothing is changed otherwise */
  struct fl_gate_process *gate;            /* makes the seals; NULL: we do */
  struct fl_lease *lease;                  /* of ours, while we lead */
  const struct fl_cluster_place *cluster;  /* we are one of several servers, if there is one in it */
  uint32_t script_busy_ms, script_most_ms; /* others are told; it is ended */
  uint64_t redo_pieces;                    /* of the redo log, in the store */
  uint64_t time; /* of the seal that is gone on from: it is not earlier now. Milliseconds since 1970 */
};

struct fl_server;
/* Over a host that has started, from this state of the anchor (incarnation: this one's). NULL: no memory, or no
 * descriptors. What is given stays the caller's. */
struct fl_server *fl_server_new(const struct fl_server_options *options, struct fl_host *host, struct fl_store *store,
                                const struct fl_signer *signer, const struct fl_anchor *anchor,
                                const uint8_t last_seal[32]);
struct fl_loop *fl_server_loop(struct fl_server *server);
/* The first seal of this incarnation: before anybody is served. */
bool fl_server_begin(struct fl_server *server);
/* Why it did not, if it did not. */
bool fl_server_anchor_failed(struct fl_server *server);
bool fl_server_refused(const struct fl_server *server);
/* Who is served from now on, and how; what was before may go then. Connections stay, as they are; but of those who are
 * no user any more, or one with other passwords or rules, nothing more is carried out, and they end. False: not yet,
 * as one of them is in the midst of a step. */
bool fl_server_access(struct fl_server *server, const struct fl_users *users, struct fl_tls_side *tls);
/* After fl_loop_run: what is not sealed yet is. False: it could not be, or the store was refused. */
bool fl_server_end(struct fl_server *server);
void fl_server_free(struct fl_server *server);
#endif
