/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Where a data record is, and how it is read and written there: in the tree, or in Blum. */
#include "place.h"

#include <string.h>

static void lock_tree(struct fl_place *p) {
  if (p->tree) return;
  p->tree = fl_tree_of(p->host->whole, p->key);
  pthread_mutex_lock(&p->tree->lock);
}
static void unlock_tree(struct fl_place *p) {
  if (p->tree) pthread_mutex_unlock(&p->tree->lock);
  p->tree = NULL;
  p->above = FL_GATE_NONE;
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

enum fl_host_status fl_place_search(struct fl_place *p, uint64_t hash) {
  struct fl_whole *w = p->host->whole;
  lock_tree(p);
  FL_TRY(fl_tree_locate(p->tree, p->key, &p->slot, &p->above));
  return w->records && p->slot != FL_GATE_NONE ? move_to_blum(p, hash) : FL_HOST_OK;
}

void fl_place_leave_tree(struct fl_place *p) {
  unlock_tree(p);
  if (!p->host->whole->records) fl_unlock(&p->host->lock);
}

enum fl_host_status fl_uncache(struct fl_whole *w, struct fl_record *r) {
  if (r->thread - 1u >= w->handle_count) return fl_lie(w->handles, "a record that stays nowhere");
  struct fl_host *with = &w->handles[r->thread - 1u];
  struct fl_gate_stamp stamp;
  uint8_t key[FL_KEY] = {1, 0};
  memcpy(key + 2, r->key, 32);
  fl_lock_gate(with);
  enum fl_gate_status status = fl_gate_leave(with->gate, r->counter, key, &stamp);
  if (status == FL_GATE_OK) with->vacant[with->vacant_count++] = (uint16_t)r->counter;
  fl_unlock_gate(with);
  FL_PASS(status);
  r->cached = 0;
  r->epoch = stamp.epoch;
  r->counter = stamp.counter;
  r->thread = stamp.thread;
  return FL_HOST_OK;
}

enum fl_host_status fl_place_read_in_tree(struct fl_place *p, const uint8_t **datum, size_t *length) {
  *datum = NULL;
  *length = 0;
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

enum fl_host_status fl_place_write_in_tree(struct fl_place *p, const uint8_t *datum, size_t length) {
  if (p->slot == FL_GATE_NONE) FL_TRY(fl_tree_provide(p->tree, p->key, p->above, &p->slot));
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
    p->slot = p->above = FL_GATE_NONE; /* what was above it may have gone with it */
    return FL_HOST_OK;
  }
  struct fl_gate_visit v;
  v.write = NULL;
  v.erase = true;
  struct fl_record *r = p->record;
  FL_TRY(fl_place_visit(p, &v));
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

const uint8_t *fl_place_peek_in_tree(const struct fl_place *p, size_t *length) {
  *length = 0;
  return p->slot == FL_GATE_NONE ? NULL : fl_tree_datum(p->tree, p->slot, length);
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
