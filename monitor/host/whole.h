/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* What is behind a host's handles. Locks are taken in this order: `epochs`, a handle's (only whoever has `epochs` takes
 * one that is not its own), a shard's (likewise more than one), a tree's, the store's, the aggregate's. Where there are
 * records of Blum, whoever has all shards has stopped the others, and a handle's lock comes after a shard's: it is held
 * while something is asked of its thread of the monitor, of one handle at a time, and needed if there are several. A
 * host with one handle belongs to one thread: where there are records of Blum, no lock of a shard or a handle is taken
 * then. */
#ifndef FL_WHOLE_H
#define FL_WHOLE_H
#include "records.h"
#include "tree.h"
#include "value_words_trusted.h"

struct fl_whole {
  struct fl_host_options options;
  struct fl_store *store;
  pthread_mutex_t store_lock;
  pthread_mutex_t epochs; /* of who certifies or commits */
  struct fl_gates *gates; /* NULL before the start */
  struct fl_tree *trunk;  /* all of the tree, or what is above its parts */
  struct fl_tree **parts; /* in Merkle mode, with several threads */
  uint32_t part_count, part_bits;
  struct fl_records *records; /* NULL in Merkle mode */
  struct fl_host *handles;
  uint32_t handle_count;
  _Atomic uint64_t epoch, certified;
  bool ending;          /* the epoch before `epoch` is not certified yet */
  _Atomic bool written; /* a record of Blum, since the last commit */
  bool committing;
  struct fl_store_change *batch; /* of several trees */
  size_t batch_room;
  const char *why; /* it could not start */
};

struct fl_host {
  _Alignas(64) struct fl_lock lock; /* in Merkle mode held for the whole of each call */
  struct fl_whole *whole;
  struct fl_gate *gate; /* for records of Blum; NULL in Merkle mode */
  uint16_t thread;      /* its number in the monitor */
  uint16_t *vacant;     /* its slots where no record stays, but for slot 0 */
  uint32_t vacant_count;
  bool quick;    /* it has begun, there may be records of Blum, and keys are short */
  bool answered; /* by `gate`, which has the receipt; otherwise it is here */
  struct fl_host_receipt receipt;
  uint8_t datum[FL_VALUE_DATUM];
  uint8_t bytes[FL_STORE_VALUE]; /* of a large value */
};

static inline struct fl_tree *fl_tree_of(const struct fl_whole *w, const uint8_t *key) {
  if (w->part_count == 0) return w->trunk;
  return w->parts[key[2] >> (8 - w->part_bits)];
}
/* The store has lied: nothing is answered any more. */
static inline enum fl_host_status fl_lie(struct fl_host *h, const char *why) {
  if (h->whole->gates)
    fl_gates_refuse(h->whole->gates, why);
  else
    h->whole->why = why;
  return FL_HOST_LIE;
}

/* A tree's thread of the monitor answered: with its lock. */
static inline void fl_answered(struct fl_host *h, const struct fl_gate *g) {
  h->answered = false;
  h->receipt = (struct fl_host_receipt){g->receipt.epoch, g->receipt.index, g->receipt.counter, g->receipt.thread};
}

/* A record that stays with a thread of the monitor leaves it; with its shard's lock. */
enum fl_host_status fl_uncache(struct fl_whole *w, struct fl_record *r);

/* ---- Epochs (epochs.c); with `epochs` ---- */
/* Nobody else answers anything between them. */
void fl_stop(struct fl_whole *w);
void fl_go(struct fl_whole *w);
/* `stopped`: nobody does, or no other thread is there yet. */
enum fl_host_status fl_end_epoch(struct fl_host *h, bool stopped);
/* A record of Blum goes back to the tree; with its shard's lock. Others of the shard may move. */
enum fl_host_status fl_take_back(struct fl_whole *w, struct fl_shard *s, struct fl_record *r);
#endif
