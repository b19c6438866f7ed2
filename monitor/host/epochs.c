/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* How epochs end. What left to Blum in an epoch must come back once before it is certified: what was not asked for
 * since is brought back here. Others go on meanwhile: they only take what is left of it from us. */
#include "whole.h"

#include <string.h>

void fl_stop(struct fl_whole *w) {
  if (w->handle_count == 1 && w->records) return; /* there is nobody else */
  if (w->records)
    for (size_t i = 0; i < (size_t)1 << w->records->bits; i++) fl_lock(&w->records->shards[i].lock);
  else
    for (uint32_t i = 0; i < w->handle_count; i++) fl_lock(&w->handles[i].lock);
}
void fl_go(struct fl_whole *w) {
  if (w->handle_count == 1 && w->records) return;
  if (w->records)
    for (size_t i = 0; i < (size_t)1 << w->records->bits; i++) fl_unlock(&w->records->shards[i].lock);
  else
    for (uint32_t i = 0; i < w->handle_count; i++) fl_unlock(&w->handles[i].lock);
}

/* Each thread of the monitor, while nobody else works with it. */
static enum fl_host_status for_all_gates(struct fl_whole *w, bool stopped,
                                         enum fl_gate_status (*call)(struct fl_gate *, uint64_t), uint64_t epoch) {
  for (uint32_t i = 0; i <= w->part_count; i++) {
    struct fl_tree *t = i == 0 ? w->trunk : w->parts[i - 1];
    pthread_mutex_lock(&t->lock);
    enum fl_gate_status status = call(t->gate, epoch);
    pthread_mutex_unlock(&t->lock);
    FL_PASS(status);
  }
  if (!w->records) return FL_HOST_OK;
  enum fl_gate_status status = FL_GATE_OK;
  if (!stopped) fl_stop(w);
  for (uint32_t i = 0; status == FL_GATE_OK && i < w->handle_count; i++) status = call(w->handles[i].gate, epoch);
  if (!stopped) fl_go(w);
  FL_PASS(status);
  return FL_HOST_OK;
}

static struct fl_gate_stamp stamp_of(const struct fl_record *r) {
  return (struct fl_gate_stamp){r->epoch, r->counter, r->thread};
}

static enum fl_host_status restamp(struct fl_host *h, struct fl_record **records, size_t count) {
  struct fl_gate_visit v[FL_GATE_RESTAMP];
  uint8_t keys[FL_GATE_RESTAMP][FL_KEY];
  for (size_t i = 0; i < count; i++) {
    struct fl_record *r = records[i];
    keys[i][0] = 1;
    keys[i][1] = 0;
    memcpy(keys[i] + 2, r->key, 32);
    v[i] =
        (struct fl_gate_visit){.key = keys[i], .datum = fl_record_datum(r), .length = r->length, .stamp = stamp_of(r)};
  }
  if (h->whole->handle_count > 1) fl_lock(&h->lock);
  enum fl_gate_status status = fl_gate_restamp(h->gate, v, count);
  if (h->whole->handle_count > 1) fl_unlock(&h->lock);
  FL_PASS(status);
  for (size_t i = 0; i < count; i++) {
    records[i]->epoch = v[i].stamp.epoch;
    records[i]->counter = v[i].stamp.counter;
    records[i]->thread = v[i].stamp.thread;
  }
  return FL_HOST_OK;
}

enum fl_host_status fl_take_back(struct fl_whole *w, struct fl_shard *s, struct fl_record *r) {
  uint8_t key[FL_KEY] = {1, 0};
  memcpy(key + 2, r->key, 32);
  if (r->cached) FL_TRY(fl_uncache(w, r));
  struct fl_gate_stamp stamp = stamp_of(r);
  struct fl_tree *t = fl_tree_of(w, key);
  pthread_mutex_lock(&t->lock);
  enum fl_host_status status = fl_tree_take(t, key, fl_record_datum(r), r->length, &stamp, r->changed);
  pthread_mutex_unlock(&t->lock);
  if (status == FL_HOST_OK) fl_record_remove(s, r);
  return status;
}

/* What is left in this shard of epochs before `epoch`; and what stays with a thread of the monitor, and was not asked
 * for, leaves it. */
static enum fl_host_status sweep(struct fl_host *h, struct fl_shard *s, uint64_t epoch) {
  struct fl_record *batch[FL_GATE_RESTAMP];
  size_t count = 0;
  bool cool = h->whole->options.mode == FL_HOST_HYBRID;
  /* First what goes to the tree: others move up when it does, perhaps to where we have been: so from the end. */
  for (uint64_t i = s->size; cool && i-- > 0;) {
    struct fl_record *r = &s->all[i];
    if (!r->taken || r->used || (!r->cached && r->epoch >= epoch)) continue;
    /* If the store fails, or there is no memory, it stays in Blum. */
    if (fl_take_back(h->whole, s, r) == FL_HOST_LIE) return FL_HOST_LIE;
  }
  for (uint64_t i = 0; i < s->size; i++) {
    struct fl_record *r = &s->all[i];
    if (!r->taken) continue;
    if (r->cached && !r->used) FL_TRY(fl_uncache(h->whole, r));
    r->used = r->shared = 0;
    if (r->cached || r->epoch >= epoch) continue;
    batch[count++] = r;
    if (count < FL_GATE_RESTAMP) continue;
    FL_TRY(restamp(h, batch, count));
    count = 0;
  }
  return restamp(h, batch, count);
}

static enum fl_gate_status finish(struct fl_gate *g, uint64_t epoch) {
  (void)epoch;
  return fl_gate_finish(g);
}

enum fl_host_status fl_end_epoch(struct fl_host *h, bool stopped) {
  struct fl_whole *w = h->whole;
  if (!w->gates || fl_gates_refused(w->gates)) return FL_HOST_LIE;
  if (!w->ending) w->epoch++;
  w->ending = true;
  uint64_t epoch = w->epoch, certified;
  FL_TRY(for_all_gates(w, stopped, fl_gate_advance, epoch));
  bool alone = stopped || w->handle_count == 1;
  for (size_t i = 0; w->records && i < (size_t)1 << w->records->bits; i++) {
    struct fl_shard *s = &w->records->shards[i];
    if (!alone) fl_lock(&s->lock);
    enum fl_host_status status = sweep(h, s, epoch);
    if (!alone) fl_unlock(&s->lock);
    FL_TRY(status);
  }
  FL_TRY(for_all_gates(w, stopped, finish, epoch));
  FL_PASS(fl_gates_certify(w->gates, epoch - 1, &certified));
  w->certified = certified;
  w->ending = false;
  return FL_HOST_OK;
}

enum fl_host_status fl_host_certify(struct fl_host *h, uint64_t *certified) {
  struct fl_whole *w = h->whole;
  pthread_mutex_lock(&w->epochs);
  if (!w->records) fl_lock(&h->lock);
  enum fl_host_status status = fl_end_epoch(h, false);
  *certified = w->certified;
  if (!w->records) fl_unlock(&h->lock);
  pthread_mutex_unlock(&w->epochs);
  return status;
}

uint64_t fl_host_certified(const struct fl_host *h) { return h->whole->certified; }
