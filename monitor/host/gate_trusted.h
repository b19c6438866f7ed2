/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The gate: the one way to the monitor. The host says which records come and go; what is asked and answered is the
 * caller's business with the monitor, which the host has no part in. Entries are encoded here, and nowhere else, so
 * that
 * no byte of a store can be read as an entry.
 *
 * A gate is one thread of the monitor, and takes one call at a time; the gates of one run share a secret, the aggregate
 * with its lock, and whether something was refused: then none of them answers any more.
 *
 * While no record has come back from Blum in an epoch that is not certified, each answer is right when it is given
 * (monitor_merkle_mode, monitor_right_at_once in theories/Claims/Monitor.v). Otherwise it is worth something when its
 * epoch is certified, and nothing before. So visits of Blum's records (fl_gate_visit) need not be taken one by one:
 * some of them wait, with the answers that were given, and when the monitor takes them, its answers must be those, to
 * the last byte. No epoch ends while one waits. */
#ifndef FL_GATE_H
#define FL_GATE_H
#include "secret_trusted.h"

#include <pthread.h>
#include <stdatomic.h>

enum { FL_GATE_KEY = 34, FL_GATE_DATUM = 252, FL_GATE_NONE = 0xffffffff };

/* Nothing is answered any more after REFUSED: which check failed is in `why`. FULL: nothing is done, the epoch has no
 * more times to give away; close it. */
enum fl_gate_status { FL_GATE_OK, FL_GATE_REFUSED, FL_GATE_FULL };

/* When a record left to Blum, and from which thread. */
struct fl_gate_stamp {
  uint64_t epoch;
  uint32_t counter;
  uint16_t thread;
};
/* Where an answer stands in the history: (epoch, counter, thread, index) sorts the answers of all threads. */
struct fl_gate_receipt {
  uint64_t epoch, index;
  uint32_t counter;
  uint16_t thread;
};

/* A call of a gate of the tree that was carried out: for whoever does the same again (monitor/gate). The kind is the
 * first letter of a message (messages_trusted.h). */
struct fl_gate_call {
  uint8_t kind;
  uint16_t thread;
  uint32_t s, s2;
  const uint8_t *key, *bytes; /* key: 34 bytes, or NULL; bytes NULL: null */
  size_t length;
};

/* One run. */
struct fl_gates {
  fl_monitor_state_Secret secret;
  void (*told)(void *context, const struct fl_gate_call *call); /* NULL: nobody wants to know */
  void *told_context;
  pthread_mutex_t lock; /* of the aggregate */
  struct fl_monitor_Aggregate aggregate;
  _Atomic(const char *) why; /* NULL: nothing was refused */
  uint32_t threads, slots;
  uint32_t share; /* of each thread, of the records that may leave to Blum in an epoch */
  uint64_t first_epoch;
  uint8_t run[16];   /* a name for it, in its logs */
  uint8_t root[256]; /* where it began */
  size_t root_length;
};

/* The monitor's clock. */
struct fl_gate_clock {
  uint64_t epoch;
  uint32_t counter;
};
/* Visits that wait: their entries, and what the monitor must answer. Where its clock will be after them, its next
 * answer's number, and how many of them send a record to Blum. */
enum { FL_GATE_WAITING = 32, FL_GATE_ENTRIES = 18784, FL_GATE_ANSWERS = 18208 };
/* Bytes of a short datum: so many are copied, whatever its length, so there is room behind. */
enum { FL_GATE_SHORT = 16 };
struct fl_gate_waiting {
  uint32_t visits, leaving, entries, length, answers_length;
  struct fl_gate_clock clock;
  uint64_t index;
  uint8_t log[FL_GATE_ENTRIES + FL_GATE_SHORT], answers[FL_GATE_ANSWERS + FL_GATE_SHORT];
};

/* A slot that changed is in a list: of those as far down in the tree. FL_GATE_NONE: nobody. */
struct fl_gate_changed {
  uint32_t next, before;
  uint16_t digits;
  bool is;
};

struct fl_gate {
  struct fl_gates *gates;
  struct fl_gate_receipt receipt; /* of the last answer */
  uint64_t answers, entries;      /* taken */
  struct fl_gate_waiting waiting;
  fl_monitor_state_Secret secret; /* the run's: a copy for each, with the epochs' keys in it */
  struct fl_monitor_bytes65536 out;
  struct fl_monitor_Verifier verifier;
  /* What has been taken, for an audit; NULL: nobody wants it. */
  void (*log)(void *context, uint32_t thread, const uint8_t *entry, size_t length);
  void *log_context;
  /* For seals, of each slot: digests of both children as of now, and whether it differs from what was sealed last. NULL
   * in a gate that records of the tree never enter. */
  uint8_t (*fresh)[2][32];
  struct fl_gate_changed *changed;
  uint32_t *first, changed_count; /* slots that changed, by the digits of their keys: each begins a list */
  uint64_t away;                  /* edges with the mark that what they lead to is in Blum */
  uint64_t pins;                  /* those of them that lead to another gate's root */
  uint32_t above;                 /* of a part: the slot in the gate that it was pinned by where the edge to it was */
};

/* With a secret of its own. NULL: no memory, no randomness, or a processor without AES instructions. */
struct fl_gates *fl_gates_new(uint32_t threads, uint32_t slots, uint64_t first_epoch);
void fl_gates_free(struct fl_gates *gates);
/* Thread 0, over the tree whose root has this value, which must have this digest (both NULL: over the empty one). NULL:
 * *why says why it is another one, or is NULL: no memory. */
struct fl_gate *fl_gate_new(struct fl_gates *gates, const uint8_t *root, size_t length, const uint8_t digest[32],
                            const char **why);
/* One of the others; with a part of the tree (fl_gate_pin), or for records of Blum only. NULL: no memory. */
struct fl_gate *fl_gate_another(struct fl_gates *gates, uint16_t thread, bool tree);
/* From now on each entry goes to `log`, and first what stands before them (docs/monitor-log.md): where the run begins.
 * Before anything is asked of the gate. */
void fl_gate_log(struct fl_gate *gate, uint64_t incarnation,
                 void (*log)(void *context, uint32_t thread, const uint8_t *bytes, size_t length), void *context);
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

/* ---- Blum ---- */

/* A record of the tree, without children, leaves to Blum: its place is kept at the edge to it. */
enum fl_gate_status fl_gate_to_blum(struct fl_gate *gate, uint32_t s, uint32_t s2, struct fl_gate_stamp *stamp);
/* It comes back, into slot s, without a parent; fl_gate_evict and fl_gate_remove put it where it belongs. What is said
 * of it is not compared with anything before the epoch of its stamp is certified. */
enum fl_gate_status fl_gate_from_blum(struct fl_gate *gate, const uint8_t key[34], const uint8_t *value, size_t length,
                                      uint32_t s, const struct fl_gate_stamp *stamp);

/* A data record comes from Blum, is read or written, and goes there again: in one call, through a slot of a gate that
 * has no records of the tree. The datum that is said to be there, which is the answer; its stamp, which becomes the new
 * one; what to write, unless that is NULL and `erase` false. It need not go again (`stays`), and then need not come for
 * the next visit (`cached`: its stamp is not looked at).
 *
 * It waits, as at most FL_GATE_WAITING do. When it is taken, the monitor's answer must be about this key and request,
 * be this datum, and have the receipt that was told; otherwise nothing is answered any more, and the epoch never
 * certifies. So a write through the wrong slot is noticed after the monitor has taken it, not before, as fl_gate_put
 * does: it stands in the log then, as an answer that no certificate covers. Whatever else is asked of the gate, and the
 * end of an epoch, takes first what waits. */
struct fl_gate_visit {
  const uint8_t *key, *datum; /* 34 bytes; NULL for null */
  size_t length;
  struct fl_gate_stamp stamp;
  uint32_t slot;
  bool cached, stays, erase;
  const uint8_t *write;
  size_t write_length;
};
/* fl_gate_visit is in visit_trusted.h; and fl_gate_visit_short, the same for most visits: of a record that stays, and
 * did so before, with a datum, and what is written if something is, of at most FL_GATE_SHORT bytes. */
enum fl_gate_status fl_gate_take(struct fl_gate *gate); /* what waits */
/* There will be one in this slot: it is read ahead. */
static inline void fl_gate_expect(const struct fl_gate *gate, uint32_t s) {
  if (s >= gate->verifier.thread.slots) return;
  const struct fl_monitor_state_Slot *slot = &gate->verifier.thread.cache.a[s];
  __builtin_prefetch(slot, 1);
  __builtin_prefetch((const uint8_t *)slot + 64, 1);
}
/* One that stayed goes. */
enum fl_gate_status fl_gate_leave(struct fl_gate *gate, uint32_t s, const uint8_t key[34], struct fl_gate_stamp *stamp);
/* Only in and out, so that what left in an epoch that ends is there in the next one. As many as `count`, at most
 * FL_GATE_RESTAMP; no data, no answer. */
enum { FL_GATE_RESTAMP = 16 };
enum fl_gate_status fl_gate_restamp(struct fl_gate *gate, struct fl_gate_visit *visits, size_t count);

/* The record in slot s of the tree, whose parent is in s2, becomes the root of another gate's part of it: its slot 0,
 * for good. Until the epoch is certified, answers from there are not right at once. */
enum fl_gate_status fl_gate_pin(struct fl_gate *gate, uint32_t s, uint32_t s2, struct fl_gate *other);

/* ---- Epochs ---- */

/* An epoch ends in three steps, each of them for all gates before the next: none has anything to do with it any more
 * but for what comes back; what it had to do with it is told; it is certified. */
enum fl_gate_status fl_gate_advance(struct fl_gate *gate, uint64_t epoch); /* answers from now on are in this one */
enum fl_gate_status fl_gate_finish(struct fl_gate *gate);
/* Of all gates: epochs below this number are certified. Refused if the one that was finished is not. */
enum fl_gate_status fl_gates_certify(struct fl_gates *gates, uint64_t epoch, uint64_t *certified);
uint64_t fl_gate_epoch(const struct fl_gate *gate); /* the one that answers are given in */

/* The digest that the root would have if all records were evicted now. Each record that differs from what was sealed
 * before is handed to `each`, as it would be evicted. Changes nothing in the monitor. Refused if a record is in Blum.
 * First the gates that hold parts of the tree, each followed by fl_gate_sealed of the one they were pinned by. */
enum fl_gate_status fl_gate_seal(struct fl_gate *gate, uint8_t digest[32],
                                 void (*each)(void *context, uint32_t s, const uint8_t *value, size_t length),
                                 void *context);
enum fl_gate_status fl_gate_sealed(struct fl_gate *gate, const struct fl_gate *other, const uint8_t digest[32]);
/* A part of that ahead of it: at most `*most' records, the deepest first, so that fewer are left, and *most is less by
 * so many. In a gate that has the tree or a part of it, while no data record of that is in Blum; elsewhere nothing is
 * done. How many have changed and are left. */
uint32_t fl_gate_settle(struct fl_gate *gate, uint32_t *most,
                        void (*each)(void *context, uint32_t s, const uint8_t *value, size_t length), void *context);
bool fl_gate_changed(const struct fl_gate *gate, uint32_t s);
bool fl_gate_anything_changed(const struct fl_gate *gate);

/* For whoever finds a lie elsewhere, such as bytes that are not what a datum's digest says: nothing is answered any
 * more. The first reason stays. */
enum fl_gate_status fl_gate_refuse(struct fl_gate *gate, const char *why);
enum fl_gate_status fl_gates_refuse(struct fl_gates *gates, const char *why);
static inline const char *fl_gates_refused(const struct fl_gates *gates) { /* why, or NULL */
  return atomic_load_explicit(&((struct fl_gates *)(uintptr_t)gates)->why, memory_order_acquire);
}

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
