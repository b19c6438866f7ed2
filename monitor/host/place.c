/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Where a data record is, and how it is read and written there: in the tree, or in Blum. */
#include "whole.h"

#include <string.h>

static void lock_tree(struct fl_place *p) {
  if (p->tree) return;
  p->tree = fl_tree_of(p->host->whole, p->key);
  pthread_mutex_lock(&p->tree->lock);
}
static void unlock_tree(struct fl_place *p) {
  if (p->tree) pthread_mutex_unlock(&p->tree->lock);
  p->tree = NULL;
}

/* From the tree to Blum. Whatever needs memory comes first. */
static enum fl_host_status move_to_blum(struct fl_place *p, uint64_t hash) {
  struct fl_gate_stamp stamp;
  uint8_t copy[FL_VALUE_DATUM], *room;
  size_t length;
  const uint8_t *value = fl_gate_value(p->tree->gate, p->slot, &length), *datum = NULL;
  if (length > 4) {
    length -= 4;
    memcpy(copy, value + 4, length);
    datum = copy;
  } else {
    length = 0;
  }
  if (!fl_record_reserve(p->shard) || !fl_record_room(length, &room)) return FL_HOST_MEMORY;
  enum fl_host_status status = fl_tree_give(p->tree, p->slot, &stamp);
  if (status != FL_HOST_OK) {
    fl_record_no_room(room);
    return status;
  }
  p->record = fl_record_add(p->shard, p->key + 2, hash);
  fl_record_write(p->record, datum, length, room);
  p->record->epoch = stamp.epoch;
  p->record->counter = stamp.counter;
  p->record->thread = stamp.thread;
  p->slot = FL_GATE_NONE;
  unlock_tree(p);
  return FL_HOST_OK;
}

enum fl_host_status fl_place_open(struct fl_place *p, struct fl_host *h, const void *name, size_t length) {
  struct fl_whole *w = h->whole;
  uint64_t hash = 0;
  if (!w->records) fl_lock(&h->lock);
  p->host = h;
  p->tree = NULL;
  p->shard = NULL;
  p->record = NULL;
  p->slot = FL_GATE_NONE;
  p->above = 0;
  if (!w->gates || fl_gates_refused(w->gates)) return FL_HOST_LIE;
  if (!w->options.short_keys) fl_value_key(p->key, name, length);
  else if (!fl_value_short_key(p->key, name, length)) return FL_HOST_TOO_LARGE;
  if (w->records) {
    p->shard = fl_records_shard(w->records, p->key + 2, &hash);
    if (w->handle_count > 1) fl_lock(&p->shard->lock);
    p->record = fl_record_find(p->shard, p->key + 2, hash);
    if (p->record) {
      if (p->record->cached) fl_gate_expect(h->gate, p->record->counter);
      return FL_HOST_OK;
    }
  }
  lock_tree(p);
  FL_TRY(fl_tree_locate(p->tree, p->key, &p->slot, &p->above));
  return w->records && p->slot != FL_GATE_NONE ? move_to_blum(p, hash) : FL_HOST_OK;
}

void fl_place_close(struct fl_place *p) {
  unlock_tree(p);
  if (p->shard && p->host->whole->handle_count > 1) fl_unlock(&p->shard->lock);
  if (!p->host->whole->records) fl_unlock(&p->host->lock);
}

/* While a handle works with its thread of the monitor, others may want back what stays there. */
static void lock_gate(struct fl_host *h) {
  if (h->whole->handle_count > 1) fl_lock(&h->lock);
}
static void unlock_gate(struct fl_host *h) {
  if (h->whole->handle_count > 1) fl_unlock(&h->lock);
}

enum fl_host_status fl_uncache(struct fl_whole *w, struct fl_record *r) {
  if (r->thread - 1u >= w->handle_count) return fl_lie(w->handles, "a record that stays nowhere");
  struct fl_host *with = &w->handles[r->thread - 1u];
  struct fl_gate_stamp stamp;
  uint8_t key[FL_KEY] = {1, 0};
  memcpy(key + 2, r->key, 32);
  lock_gate(with);
  enum fl_gate_status status = fl_gate_leave(with->gate, r->counter, key, &stamp);
  if (status == FL_GATE_OK) with->vacant[with->vacant_count++] = (uint16_t)r->counter;
  unlock_gate(with);
  FL_PASS(status);
  r->cached = 0;
  r->epoch = stamp.epoch;
  r->counter = stamp.counter;
  r->thread = stamp.thread;
  return FL_HOST_OK;
}

/* The record of Blum comes to the handle's thread of the monitor and goes again; or stays there, if it was asked for
 * before in this epoch, by nobody else. What it is said to hold is the answer (v->datum): the gate compares it with the
 * monitor's. */
static enum fl_host_status visit(struct fl_place *p, struct fl_gate_visit *v) {
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
  lock_gate(h);
  if (r->cached) {
    v->slot = r->counter;
  } else {
    v->slot = 0;
    v->stamp = (struct fl_gate_stamp){r->epoch, r->counter, r->thread};
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
  unlock_gate(h);
  FL_PASS(status);
  r->used = 1;
  if (v->cached) return FL_HOST_OK;
  r->cached = v->stays;
  r->epoch = v->stamp.epoch;
  r->counter = v->stays ? v->slot : v->stamp.counter;
  r->thread = v->stays ? h->thread : v->stamp.thread;
  return FL_HOST_OK;
}

enum fl_host_status fl_place_read(struct fl_place *p, const uint8_t **datum, size_t *length) {
  *datum = NULL;
  *length = 0;
  if (p->record) {
    struct fl_gate_visit v;
    v.write = NULL;
    v.erase = false;
    FL_TRY(visit(p, &v));
    /* Where the record has it, another handle's write may be next. */
    if (!v.datum) return FL_HOST_OK;
    fl_copy(p->host->datum, v.datum, v.length);
    *datum = p->host->datum;
    *length = v.length;
    return FL_HOST_OK;
  }
  struct fl_gate *g = p->tree->gate;
  if (p->slot == FL_GATE_NONE) {
    FL_PASS(fl_gate_absent(g, p->above, p->key));
  } else {
    FL_PASS(fl_gate_get(g, p->slot, p->key, datum, length));
    /* Where the gate has it, another thread's answer may be next. */
    if (*datum) *datum = memcpy(p->host->datum, *datum, *length);
  }
  fl_answered(p->host, g);
  return FL_HOST_OK;
}

enum fl_host_status fl_place_write(struct fl_place *p, const uint8_t *datum, size_t length) {
  if (p->record) {
    struct fl_gate_visit v;
    uint8_t *room;
    v.write = datum;
    v.write_length = length;
    v.erase = false;
    if (!fl_record_room(length, &room)) return FL_HOST_MEMORY;
    enum fl_host_status status = visit(p, &v);
    if (status != FL_HOST_OK) {
      fl_record_no_room(room);
      return status;
    }
    fl_record_write(p->record, datum, length, room);
    p->record->changed = 1;
    if (!p->host->whole->written) p->host->whole->written = true;
    return FL_HOST_OK;
  }
  if (p->slot == FL_GATE_NONE) FL_TRY(fl_tree_provide(p->tree, p->key, &p->slot));
  FL_PASS(fl_gate_put(p->tree->gate, p->slot, p->key, datum, length));
  fl_answered(p->host, p->tree->gate);
  return FL_HOST_OK;
}

enum fl_host_status fl_place_erase(struct fl_place *p) {
  if (!p->record) {
    if (p->slot == FL_GATE_NONE) return FL_HOST_OK;
    FL_PASS(fl_gate_put(p->tree->gate, p->slot, p->key, NULL, 0));
    fl_answered(p->host, p->tree->gate);
    FL_TRY(fl_tree_prune(p->tree, p->slot));
    p->slot = FL_GATE_NONE;
    return FL_HOST_OK;
  }
  struct fl_gate_visit v;
  v.write = NULL;
  v.erase = true;
  struct fl_record *r = p->record;
  FL_TRY(visit(p, &v));
  fl_record_write(r, NULL, 0, NULL);
  r->changed = 1;
  p->host->whole->written = true;
  lock_tree(p);
  struct fl_gate_stamp stamp = {r->epoch, r->counter, r->thread};
  enum fl_host_status status = fl_tree_take(p->tree, p->key, NULL, 0, &stamp, true);
  if (status == FL_HOST_OK) {
    fl_record_remove(p->shard, r);
    p->record = NULL;
  }
  /* Otherwise a null is there until the next commit, which is the same to whoever asks. */
  return status == FL_HOST_LIE ? status : FL_HOST_OK;
}

const uint8_t *fl_place_peek(const struct fl_place *p, size_t *length) {
  *length = 0;
  if (p->record) {
    *length = p->record->length;
    return fl_record_datum(p->record);
  }
  if (p->slot == FL_GATE_NONE) return NULL;
  const uint8_t *value = fl_gate_value(p->tree->gate, p->slot, length);
  if (*length <= 4) return NULL;
  *length -= 4;
  return value + 4;
}

enum fl_host_status fl_place_beside(struct fl_place *p, uint8_t what, const uint8_t *value, size_t length) {
  struct fl_name n = fl_name_beside(what, p->key);
  lock_tree(p);
  return fl_tree_write_down(p->tree, &n, value, length);
}

enum fl_store_result fl_place_fetch_beside(struct fl_place *p, uint8_t what, uint8_t *value, size_t *length) {
  struct fl_name n = fl_name_beside(what, p->key);
  lock_tree(p);
  enum fl_store_result r = fl_tree_fetch(p->tree, &n, length);
  if (r == FL_STORE_FOUND) memcpy(value, p->tree->bytes, *length);
  return r;
}
