/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The gate: the one way to the monitor. The host says which records come and go; what is asked and answered is the
 * caller's business with the monitor, which the host has no part in. Entries are encoded here, and nowhere else, so
 * that
 * no byte of a store can be read as an entry.
 *
 * A gate belongs to one thread. In the tree only (Merkle mode): no record ever leaves to Blum, so that each answer is
 * right when it is given (monitor_merkle_mode in theories/Claims/Monitor.v). */
#ifndef FL_GATE_H
#define FL_GATE_H
#include "secret_trusted.h"

enum { FL_GATE_DATUM = 252, FL_GATE_NONE = 0xffffffff };

/* Nothing is answered any more after REFUSED: which check failed is in `why`. */
enum fl_gate_status { FL_GATE_OK, FL_GATE_REFUSED };

struct fl_gate {
  struct fl_monitor_Verifier verifier;
  struct fl_monitor_Aggregate aggregate;
  fl_monitor_state_Secret secret;
  struct fl_monitor_bytes65536 out;
  const char *why;             /* NULL: nothing was refused */
  uint64_t answers, entries;   /* given, taken */
  /* What has been taken, for an audit; NULL: nobody wants it. */
  void (*log)(void *context, const uint8_t *entry, size_t length);
  void *log_context;
  /* For seals, of each slot: digests of both children as of now, and whether it differs from what was sealed last. */
  uint8_t (*fresh)[2][32];
  uint8_t *changed;
  uint32_t *pending, pending_count; /* slots that changed, perhaps more than once, perhaps gone */
  uint32_t *next;                   /* for sorting them */
};

/* With a secret of its own, over the tree whose root has this value, which must have this digest (both NULL: over the
 * empty one), in this epoch. NULL: *why says why. */
struct fl_gate *fl_gate_new(uint32_t slots, uint64_t first_epoch, const uint8_t *root, size_t length,
                            const uint8_t digest[32], const char **why);
/* From now on each entry goes to `log`, and first what stands before them (docs/monitor-log.md): where the run begins.
 * Before anything is asked of the gate. */
void fl_gate_log(struct fl_gate *gate, uint64_t incarnation,
                 void (*log)(void *context, const uint8_t *bytes, size_t length), void *context);
void fl_gate_free(struct fl_gate *gate);

/* The record (key, value) into slot s, under its parent in s2. The bytes are copied before they are looked at. */
enum fl_gate_status fl_gate_add(struct fl_gate *gate, const uint8_t key[34], const uint8_t *value, size_t length,
                                uint32_t s, uint32_t s2);
enum fl_gate_status fl_gate_evict(struct fl_gate *gate, uint32_t s, uint32_t s2);

/* What the monitor answers about the data record in slot s, whose key must be this one. *datum is NULL for null; it
 * is good until the next call. */
enum fl_gate_status fl_gate_get(struct fl_gate *gate, uint32_t s, const uint8_t key[34], const uint8_t **datum,
                                size_t *length);
/* datum may be NULL. */
enum fl_gate_status fl_gate_put(struct fl_gate *gate, uint32_t s, const uint8_t key[34], const uint8_t *datum,
                                size_t length);

/* That there is no value under this key, as the record in slot s shows: its edge that way is empty, or leads past it.
 */
enum fl_gate_status fl_gate_absent(struct fl_gate *gate, uint32_t s, const uint8_t key[34]);

/* The inverse of fl_gate_add: a data record with null goes, or a record of the tree with no edge, or one: then what is
 * below it hangs below its parent. */
enum fl_gate_status fl_gate_remove(struct fl_gate *gate, uint32_t s, uint32_t s2);

/* Ends the epoch and has it certified; its number. */
enum fl_gate_status fl_gate_close_epoch(struct fl_gate *gate, uint64_t *epoch);
uint64_t fl_gate_epoch(const struct fl_gate *gate); /* the one that answers are given in */

/* The digest that the root would have if all records were evicted now. Each record that differs from what was sealed
 * before is handed to `each`, as it would be evicted. Changes nothing in the monitor. */
void fl_gate_seal(struct fl_gate *gate, uint8_t digest[32],
                  void (*each)(void *context, uint32_t s, const uint8_t *value, size_t length), void *context);
bool fl_gate_changed(const struct fl_gate *gate, uint32_t s);
bool fl_gate_anything_changed(const struct fl_gate *gate);

/* For whoever finds a lie elsewhere, such as bytes that are not what a datum's digest says: nothing is answered any
   more.
 * The first reason stays. */
enum fl_gate_status fl_gate_refuse(struct fl_gate *gate, const char *why);
const char *fl_gate_refused(const struct fl_gate *gate); /* why, or NULL */
void fl_gate_figures(const struct fl_gate *gate, uint64_t *answers, uint64_t *entries);

/* The number of bytes of the value at the front of b, or 0 if there is none in canonical form. */
size_t fl_gate_value_size(const uint8_t *b, size_t length);

/* ---- What the cache holds, for the host to look at ---- */
bool fl_gate_occupied(const struct fl_gate *gate, uint32_t s);
const uint8_t *fl_gate_key(const struct fl_gate *gate, uint32_t s); /* 34 bytes */
const uint8_t *fl_gate_value(const struct fl_gate *gate, uint32_t s, size_t *length);
uint32_t fl_gate_parent(const struct fl_gate *gate, uint32_t s);
uint32_t fl_gate_child(const struct fl_gate *gate, uint32_t s, unsigned direction); /* a slot, or FL_GATE_NONE */
/* The key at the edge of a record of the tree, or NULL if there is none. */
const uint8_t *fl_gate_edge(const struct fl_gate *gate, uint32_t s, unsigned direction);
#endif
