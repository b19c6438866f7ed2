/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Where a data record is: found, with what is needed to work with it locked. What is asked of records of Blum is
 * inline, since it is little; the rest is in place.c. */
#ifndef FL_PLACE_H
#define FL_PLACE_H
#include "visit_trusted.h"
#include "whole.h"

struct fl_place {
  struct fl_host *host;
  uint8_t key[FL_KEY];
  struct fl_tree *tree;     /* locked, or NULL */
  struct fl_shard *shard;   /* locked, if there are several handles; or NULL */
  struct fl_record *record; /* it is in Blum */
  uint32_t slot, above;     /* it is in the tree; or FL_GATE_NONE, and above is where that can be seen, or
                                    * FL_GATE_NONE, too */
};

/* It is no record of Blum yet: with its tree locked. If there are such records at all, it becomes one. */
enum fl_host_status fl_place_search(struct fl_place *p, uint64_t hash);
/* Of this name. It ends with fl_place_close, whatever it says. */
FL_HOT enum fl_host_status fl_place_open(struct fl_place *p, struct fl_host *h, const void *name, size_t length) {
  struct fl_whole *w = h->whole;
  uint64_t hash = 0;
  if (!w->records) fl_lock(&h->lock);
  p->host = h;
  p->tree = NULL;
  p->shard = NULL;
  p->record = NULL;
  p->slot = FL_GATE_NONE;
  p->above = FL_GATE_NONE;
  if (!w->gates || fl_gates_refused(w->gates)) return FL_HOST_LIE;
  if (!w->options.short_keys)
    fl_value_key(p->key, name, length);
  else if (!fl_value_short_key(p->key, name, length))
    return FL_HOST_TOO_LARGE;
  if (w->records) {
    p->shard = fl_records_shard(w->records, p->key + 2, &hash);
    if (w->handle_count > 1) fl_lock(&p->shard->lock);
    p->record = fl_record_find(p->shard, p->key + 2, hash);
    if (p->record) {
      if (p->record->cached) fl_gate_expect(h->gate, p->record->counter);
      return FL_HOST_OK;
    }
  }
  return fl_place_search(p, hash);
}

/* A short key, and its record if it is one of Blum, with its shard locked: what fl_place_open begins with, in
 * registers. */
struct fl_found {
  uint64_t key[4], hash;
  struct fl_shard *shard;
  struct fl_record *record;
};
FL_HOT struct fl_found fl_find_short(const struct fl_host *h, bool several, const void *name, size_t length) {
  struct fl_found f;
  fl_value_short_words(f.key, name, length);
  f.hash = fl_hash_words(f.key);
  f.shard = fl_records_shard_of(h->whole->records, f.hash);
  if (several) fl_lock(&f.shard->lock);
  f.record = fl_record_find_words(f.shard, f.key, f.hash);
  return f;
}
/* It stays with this handle's thread of the monitor, and its datum is a short value without a time. */
FL_HOT bool fl_is_plain_here(const struct fl_host *h, const struct fl_record *r) {
  return r && r->cached && r->thread == h->thread && !r->null && r->length <= FL_RECORD_HERE &&
         fl_value_is_plain(r->here, r->length);
}
/* The rest of fl_place_open. */
static inline enum fl_host_status fl_place_of(struct fl_place *p, struct fl_host *h, const struct fl_found *f) {
  static const uint8_t digits[2] = {1, 0};
  p->host = h;
  p->tree = NULL;
  p->shard = f->shard;
  p->record = f->record;
  p->slot = FL_GATE_NONE;
  p->above = FL_GATE_NONE;
  memcpy(p->key, digits, 2);
  memcpy(p->key + 2, f->key, 32);
  if (fl_gates_refused(h->whole->gates)) return FL_HOST_LIE;
  if (!p->record) return fl_place_search(p, f->hash);
  if (p->record->cached) fl_gate_expect(h->gate, p->record->counter);
  return FL_HOST_OK;
}
void fl_place_leave_tree(struct fl_place *p);
FL_HOT void fl_place_close(struct fl_place *p) {
  const struct fl_whole *w = p->host->whole;
  if (p->tree || !w->records) fl_place_leave_tree(p);
  if (p->shard && w->handle_count > 1) fl_unlock(&p->shard->lock);
}

/* While a handle works with its thread of the monitor, others may want back what stays there. */
static inline void fl_lock_gate(struct fl_host *h) {
  if (h->whole->handle_count > 1) fl_lock(&h->lock);
}
static inline void fl_unlock_gate(struct fl_host *h) {
  if (h->whole->handle_count > 1) fl_unlock(&h->lock);
}

/* The record of Blum comes to the handle's thread of the monitor and goes again; or stays there, if it was asked for
 * before in this epoch, by nobody else. What it is said to hold is the answer (v->datum): the gate compares it with the
 * monitor's. */
FL_HOT enum fl_host_status fl_place_visit(struct fl_place *p, struct fl_gate_visit *v) {
  struct fl_record *r = p->record;
  struct fl_host *h = p->host;
  if (r->cached && (r->thread != h->thread || v->erase)) {
    if (r->thread != h->thread) r->shared = 1;
    FL_TRY(fl_uncache(h->whole, r));
  }
  v->key = p->key;
  v->datum = fl_record_datum(r);
  v->length = r->length;
  v->cached = v->stays = r->cached;
  v->stamp = (struct fl_gate_stamp){r->epoch, r->counter, r->thread};
  fl_lock_gate(h);
  if (r->cached) {
    v->slot = r->counter;
  } else {
    v->slot = 0;
    if (r->used && !r->shared && !v->erase && h->vacant_count > 0) {
      v->slot = h->vacant[h->vacant_count - 1];
      v->stays = true;
    }
  }
  enum fl_gate_status status = fl_gate_visit(h->gate, v);
  if (status == FL_GATE_OK) {
    h->answered = true;
    if (v->stays && !v->cached) h->vacant_count--;
  }
  fl_unlock_gate(h);
  FL_PASS(status);
  r->used = 1;
  if (v->cached) return FL_HOST_OK;
  r->cached = v->stays;
  r->epoch = v->stamp.epoch;
  r->counter = v->stays ? v->slot : v->stamp.counter;
  r->thread = v->stays ? h->thread : v->stamp.thread;
  return FL_HOST_OK;
}

/* What the monitor answers. *datum is NULL if there is none; good until the next call with this handle. */
enum fl_host_status fl_place_read_in_tree(struct fl_place *p, const uint8_t **datum, size_t *length);
FL_HOT enum fl_host_status fl_place_read(struct fl_place *p, const uint8_t **datum, size_t *length) {
  if (!p->record) return fl_place_read_in_tree(p, datum, length);
  struct fl_gate_visit v;
  v.write = NULL;
  v.erase = false;
  *datum = NULL;
  *length = 0;
  FL_TRY(fl_place_visit(p, &v));
  if (!v.datum) return FL_HOST_OK;
  /* Where the record has it, another handle's write may be next. */
  fl_copy(p->host->datum, v.datum, v.length);
  *datum = p->host->datum;
  *length = v.length;
  return FL_HOST_OK;
}

enum fl_host_status fl_place_write_in_tree(struct fl_place *p, const uint8_t *datum, size_t length);
FL_HOT enum fl_host_status fl_place_write(struct fl_place *p, const uint8_t *datum, size_t length) {
  if (!p->record) return fl_place_write_in_tree(p, datum, length);
  struct fl_gate_visit v;
  uint8_t *room;
  v.write = datum;
  v.write_length = length;
  v.erase = false;
  if (!fl_record_room(length, &room)) return FL_HOST_MEMORY;
  enum fl_host_status status = fl_place_visit(p, &v);
  if (status != FL_HOST_OK) {
    fl_record_no_room(room);
    return status;
  }
  fl_record_write(p->record, datum, length, room);
  p->record->changed = 1;
  if (!p->host->whole->written) p->host->whole->written = true;
  return FL_HOST_OK;
}

/* What was read goes. */
enum fl_host_status fl_place_erase(struct fl_place *p);
/* What is there, without asking the monitor. */
const uint8_t *fl_place_peek_in_tree(const struct fl_place *p, size_t *length);
FL_HOT const uint8_t *fl_place_peek(const struct fl_place *p, size_t *length) {
  if (!p->record) return fl_place_peek_in_tree(p, length);
  *length = p->record->length;
  return fl_record_datum(p->record);
}
/* What stands beside it in the store. */
enum fl_host_status fl_place_beside(struct fl_place *p, uint8_t what, const uint8_t *value, size_t length);
enum fl_store_result fl_place_fetch_beside(struct fl_place *p, uint8_t what, uint8_t *value, size_t *length);
#endif
