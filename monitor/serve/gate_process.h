/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The server's end of the gate's process (monitor/gate): it is started, told what our own monitor is asked, and asked
 * for seals. Nothing of this is trusted for what a receipt says. */
#ifndef FL_GATE_PROCESS_H
#define FL_GATE_PROCESS_H
#include "again_trusted.h"
#include "fl_store.h"
#include "gate_trusted.h"
#include "ours_trusted.h"
#include "seal_trusted.h"

struct fl_gate_place {
  const char *program; /* fairlead-monitor-gate */
  uint32_t slots, parts;
  bool kept, expects;             /* there is a place for an anchor; no seal before an epoch */
  const struct fl_anchor *anchor; /* NULL: it keeps none */
  uint64_t expect_epoch;
  struct fl_text signers; /* who they are; NULL: nobody signs requests */
  bool require_signed;
};

struct fl_gate_process;
/* It reads the private key from there, and we close it. NULL: *why says why. */
struct fl_gate_process *fl_gate_process_start(const struct fl_gate_place *place, int key, const char **why);
bool fl_gate_pipe(int fds[2]); /* above the descriptors that the gate's process gets */
/* From the store's seal, or from nothing (NULL). False: it will not, and *why says why. `log': the digest that our redo
 * log must have, which is zeros if the seal has none. */
bool fl_gate_process_begin(struct fl_gate_process *g, const uint8_t bytes[FL_SEAL], const struct fl_seal *seal,
                           struct fl_store *store, uint64_t *incarnation, uint8_t log[32], const char **why);
void fl_gate_process_told(void *g, const struct fl_gate_call *call); /* for fl_host_options */
/* Of the last answer; the client's nonce. Nothing comes back: what it is, we know. */
void fl_gate_process_receipt(struct fl_gate_process *g, bool wrote, const uint8_t *nonce, uint8_t length);
/* A client's request is done next; its record was got just before. */
void fl_gate_process_request(struct fl_gate_process *g, const uint8_t *request, size_t length);
uint64_t fl_gate_process_answers(const struct fl_gate_process *g); /* so many it was told */

/* Puts and deletions since the start: what it will want to see again. */
uint64_t fl_gate_process_changes(const struct fl_gate_process *g);
/* What it will seal without a checkpoint, if our redo log has this digest; the head is to be stored with the seal. */
void fl_gate_process_root(struct fl_gate_process *g, const uint8_t log[32], uint8_t head[FL_AGAIN_HEAD],
                          uint8_t root[32]);
/* A seal; of a checkpoint, whose tree has this root, or of what fl_gate_process_root was asked for with `log'. */
void fl_gate_process_ask_seal(struct fl_gate_process *g, uint64_t time, const uint8_t root[32], const uint8_t log[32]);
int fl_gate_process_descriptor(const struct fl_gate_process *g); /* readable: it has said something */
/* GONE: it has ended, and fl_gate_process_why says why. Without `wait_ms', what it has said so far. */
enum fl_gate_heard { FL_GATE_SILENT, FL_GATE_SEAL, FL_GATE_GONE };
enum fl_gate_heard fl_gate_process_hear(struct fl_gate_process *g, int wait_ms, uint8_t seal[FL_SEAL]);
/* A seal came while we waited for room in the ring: the descriptor does not say so any more. */
bool fl_gate_process_has_seal(const struct fl_gate_process *g);
const char *fl_gate_process_why(const struct fl_gate_process *g);
void fl_gate_process_free(struct fl_gate_process *g);
#endif
