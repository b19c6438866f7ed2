/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* What the protocol's machine asks for, of the host; and receipts of it. */
#define _GNU_SOURCE
#include "serving.h"

#include "digest.h"
#include "value_trusted.h"

#include <string.h>

/* Behind what is lent. */
static void lend_more(struct fl_server *s, const void *data, size_t length) {
  memcpy(s->value + s->value_length, data, length);
  s->value_length += length;
}

static void note(struct fl_server *s, uint8_t status, enum fl_redo_kind kind, struct fl_serve_view key, uint64_t now,
                 uint64_t number, struct fl_serve_view data) {
  fl_note_change(s, status, &(struct fl_redo_change){kind, key.data, data.data, key.len, data.len, now, number});
}

/* The several changes, if any, are its own. */
static bool owns_batch(const struct fl_server *s, const struct client *c) {
  return s->in_batch && (!s->steps.batch || s->steps.batch == c);
}

static bool give_receipt(struct fl_server *s, struct client *c, bool wrote, struct fl_serve_view key,
                         const struct fl_host_value *v) {
  if (!c->receipts.on) return true;
  struct fl_receipt r = {.incarnation = s->incarnation,
                         .epoch = fl_next_epoch(s),
                         .counter = s->o.gate ? fl_gate_process_answers(s->o.gate) : s->answers,
                         .wrote = wrote,
                         .there = v->data != NULL,
                         .type = v->data ? v->type : 0,
                         .time = v->data ? v->expires : 0,
                         .nonce_length = c->receipts.nonce_length};
  memcpy(r.nonce, c->receipts.nonce, sizeof r.nonce);
  fl_digest(key.data, key.len, r.key);
  if (v->data) fl_digest(v->data, v->length, r.value);
  bool ok = fl_buffer_room(&c->receipts.given, sizeof r) && fl_receipts_add(s->receipts, &r) &&
            fl_buffer_add(&c->receipts.given, &r, sizeof r);
  if (ok && owns_batch(s, c)) s->steps.promised -= s->steps.promised > 0;
  if (ok && s->o.gate) fl_gate_process_receipt(s->o.gate, wrote, c->receipts.nonce, c->receipts.nonce_length);
  return ok;
}

/* Said before anything is done, so that an error is not about something that happened. */
static bool no_room_for_receipt(const struct fl_server *s, const struct client *c) {
  uint32_t promised = owns_batch(s, c) ? 0 : s->steps.promised;
  return c->receipts.on && fl_receipts_count(s->receipts) + promised >= FL_RECEIPTS_MOST;
}

struct fl_serve_records_Found fl_find_any(struct fl_server *s, struct client *c, struct fl_serve_view key) {
  fl_forget_value(s, c);
  return fl_find_behind(s, c, key);
}

struct fl_serve_records_Found fl_find_behind(struct fl_server *s, struct client *c, struct fl_serve_view key) {
  struct fl_host_value v;
  if (no_room_for_receipt(s, c)) return (struct fl_serve_records_Found){.status = FL_SERVE_records_FULL};
  struct fl_serve_records_Found found = {.status = FL_SERVE_records_LARGE};
  if (key.len > KEY_MOST) return found;
  found.status = fl_status_of(s, c, fl_host_get(s->host, key.data, key.len, fl_now_ms(s), &v));
  if (found.status != FL_SERVE_records_OK) return found;
  if (!give_receipt(s, c, false, key, &v)) found.status = FL_SERVE_records_MEMORY;
  if (v.data && v.length <= sizeof s->value - s->value_length)
    lend_more(s, v.data, v.length);
  else if (v.data)
    return (struct fl_serve_records_Found){.status = FL_SERVE_records_CROWDED};
  found.there = v.data != NULL;
  found.type = v.type;
  found.time = v.expires;
  return found;
}

/* A receipt has the bytes, too. */
struct fl_serve_records_Found fl_is_there(struct fl_server *s, struct client *c, struct fl_serve_view key) {
  struct fl_host_value v;
  if (c->receipts.on || key.len > KEY_MOST) {
    struct fl_serve_records_Found any = fl_find_any(s, c, key);
    fl_forget_value(s, c);
    return any;
  }
  fl_forget_value(s, c);
  uint8_t status = fl_status_of(s, c, fl_host_look(s->host, key.data, key.len, fl_now_ms(s), &v));
  return (struct fl_serve_records_Found){status, v.data != NULL, v.type, v.expires};
}

struct fl_serve_records_Found fl_find(struct fl_server *s, struct client *c, struct fl_serve_view key) {
  struct fl_serve_records_Found found = fl_find_any(s, c, key);
  if (found.status != FL_SERVE_records_OK || !found.there || found.type == FL_SERVE_records_STRING) return found;
  fl_forget_value(s, c);
  return (struct fl_serve_records_Found){.status = FL_SERVE_records_WRONG_TYPE};
}

/* Of a value that is being sent nothing is edited: there is no room. */
struct fl_edited fl_edited_value(struct fl_server *s, struct client *c) {
  return (struct fl_edited){s->value, s->joined, &s->value_length, c->answer.kept ? 0 : sizeof s->value};
}

/* Whether nothing can be changed now, and why; said before anything is. So many receipts are needed. */
static uint8_t crowded(const struct fl_server *s, const struct client *c, uint32_t count) {
  if (s->in_batch) return FL_SERVE_records_OK;
  if (fl_host_pending(s->host) > s->o.memory) return FL_SERVE_records_WAITING;
  bool room = !c->receipts.on || FL_RECEIPTS_MOST - fl_receipts_count(s->receipts) >= count;
  return room && !no_room_for_receipt(s, c) ? FL_SERVE_records_OK : FL_SERVE_records_FULL;
}
static uint8_t change_begins(const struct fl_server *s, const struct client *c, struct fl_serve_view key) {
  uint8_t status = crowded(s, c, 1);
  if (status != FL_SERVE_records_OK) return status;
  if (fl_is_for_signers(s, key)) return FL_SERVE_records_SIGNED;
  return key.len > KEY_MOST ? FL_SERVE_records_LARGE : FL_SERVE_records_OK;
}

uint8_t fl_batch_begin(struct fl_server *s, struct client *c, uint32_t count) {
  uint8_t status = crowded(s, c, count);
  if (status != FL_SERVE_records_OK) return status;
  s->in_batch = fl_host_together_begin(s->host) == FL_HOST_OK;
  s->steps.promised = s->in_batch && c->receipts.on ? count : 0;
  return s->in_batch ? FL_SERVE_records_OK : FL_SERVE_records_MEMORY;
}

uint8_t fl_prepare(struct fl_server *s, struct fl_serve_view key) {
  if (key.len > KEY_MOST) return FL_SERVE_records_LARGE;
  if (fl_is_for_signers(s, key)) return FL_SERVE_records_SIGNED;
  enum fl_host_status status = fl_host_prepare(s->host, key.data, key.len);
  if (status == FL_HOST_LIE) fl_log_refusal(s);
  if (status == FL_HOST_STORE) fl_log_doubt(s);
  return fl_status(status);
}

void fl_batch_end(struct fl_server *s) {
  s->in_batch = false;
  s->steps.batch = NULL;
  s->steps.promised = 0;
  fl_host_together_end(s->host);
}

uint8_t fl_put(struct fl_server *s, struct client *c, struct fl_serve_view key, struct fl_serve_view data,
               uint64_t time, uint8_t type) {
  uint8_t status = change_begins(s, c, key);
  if (status != FL_SERVE_records_OK) return status;
  enum fl_host_status came = type == FL_STRING
                                 ? fl_host_put(s->host, key.data, key.len, data.data, data.len, time)
                                 : fl_host_put_typed(s->host, key.data, key.len, data.data, data.len, time, type);
  note(s, fl_status(came), type ? FL_REDO_PUT_TYPED : FL_REDO_PUT, key, type, time, data);
  fl_will_expire(s, time);
  status = fl_status_of(s, c, came);
  fl_key_changed(s, key);
  fl_queue_changed(s, key, type);
  struct fl_host_value v = {data.data ? data.data : (const uint8_t *)"", data.len, time, type};
  if (status == FL_SERVE_records_OK && !give_receipt(s, c, true, key, &v)) return FL_SERVE_records_MEMORY;
  return status;
}

struct fl_serve_records_Found fl_delete(struct fl_server *s, struct client *c, struct fl_serve_view key) {
  struct fl_serve_records_Found found = {.status = change_begins(s, c, key)};
  uint64_t now = fl_now_ms(s);
  if (found.status != FL_SERVE_records_OK) return found;
  enum fl_host_status came = fl_host_delete(s->host, key.data, key.len, now, &found.there);
  if (came != FL_HOST_OK || found.there)
    note(s, fl_status(came), FL_REDO_DELETE, key, now, 0, (struct fl_serve_view){0});
  found.status = fl_status_of(s, c, came);
  if (found.there) fl_key_changed(s, key);
  if (found.there) fl_queue_changed(s, key, FL_STRING);
  if (found.status == FL_SERVE_records_OK && !give_receipt(s, c, true, key, &(struct fl_host_value){0}))
    found.status = FL_SERVE_records_MEMORY;
  return found;
}

/* Of what was changed where it lies: a receipt has the value too. Or of what is there, and cannot be changed so. */
static uint8_t receipt_of(struct fl_server *s, struct client *c, struct fl_serve_view key, uint8_t status) {
  struct fl_host_value v;
  bool wrote = status == FL_SERVE_records_OK;
  if (!c->receipts.on || (!wrote && !fl_is_of_value(status))) return status;
  uint8_t read = fl_status_of(s, c, fl_host_get(s->host, key.data, key.len, fl_now_ms(s), &v));
  if (read != FL_SERVE_records_OK) return read;
  return give_receipt(s, c, wrote, key, &v) ? status : FL_SERVE_records_MEMORY;
}

struct fl_serve_records_Found fl_touch(struct fl_server *s, struct client *c, struct fl_serve_view key, uint64_t time) {
  struct fl_serve_records_Found found = {.status = change_begins(s, c, key)};
  uint64_t now = fl_now_ms(s);
  if (found.status != FL_SERVE_records_OK) return found;
  enum fl_host_status came = fl_host_touch(s->host, key.data, key.len, now, time, &found.there);
  if (came != FL_HOST_OK || found.there)
    note(s, fl_status(came), FL_REDO_TOUCH, key, now, time, (struct fl_serve_view){0});
  fl_will_expire(s, time);
  found.status = fl_status_of(s, c, came);
  if (found.there) fl_key_changed(s, key);
  found.status = receipt_of(s, c, key, found.status);
  return found;
}

struct fl_serve_records_Sum fl_increase(struct fl_server *s, struct client *c, struct fl_serve_view key, uint64_t by) {
  struct fl_serve_records_Sum sum = {.status = change_begins(s, c, key)};
  int64_t n = 0;
  if (sum.status != FL_SERVE_records_OK) return sum;
  uint64_t now = fl_now_ms(s);
  enum fl_host_status came = fl_host_add(s->host, key.data, key.len, now, (int64_t)by, &n);
  note(s, fl_status(came), FL_REDO_ADD, key, now, by, (struct fl_serve_view){0});
  sum.status = fl_status_of(s, c, came);
  sum.sum = (uint64_t)n;
  if (sum.status == FL_SERVE_records_OK) fl_key_changed(s, key);
  sum.status = receipt_of(s, c, key, sum.status);
  return sum;
}

struct fl_serve_records_Sum fl_splice(struct fl_server *s, struct client *c, struct fl_serve_view key, size_t at,
                                      struct fl_serve_view data) {
  struct fl_serve_records_Sum sum = {.status = change_begins(s, c, key)};
  size_t whole = 0;
  if (sum.status != FL_SERVE_records_OK) return sum;
  uint64_t now = fl_now_ms(s);
  enum fl_host_status came = fl_host_splice(s->host, key.data, key.len, now, at, data.data, data.len, &whole);
  note(s, fl_status(came), FL_REDO_SPLICE, key, now, at, data);
  sum.status = fl_status_of(s, c, came);
  sum.sum = whole;
  if (sum.status == FL_SERVE_records_OK) fl_key_changed(s, key);
  sum.status = receipt_of(s, c, key, sum.status);
  return sum;
}
