/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Get, put, delete, touch, add: values, their times, and those that are too large for their leaves. */
#include "place.h"

#include <stdlib.h>
#include <string.h>

/* What stands beside a value goes with it. */
static enum fl_host_status erase(struct fl_place *p, bool large) {
  if (large) FL_TRY(fl_place_beside(p, 'v', NULL, 0));
  if (!p->host->whole->options.short_keys) FL_TRY(fl_place_beside(p, 'k', NULL, 0));
  return fl_place_erase(p);
}

/* The value there, as the monitor says; one whose time is over goes. */
FL_HOT enum fl_host_status look(struct fl_place *p, uint64_t now, bool *there, struct fl_value *v) {
  const uint8_t *datum;
  size_t length;
  *there = false;
  FL_TRY(fl_place_read(p, &datum, &length));
  if (!datum) return FL_HOST_OK;
  if (!fl_value_decode(datum, length, v)) return fl_lie(p->host, "a datum that is no value");
  *there = !v->expires || now < v->expires;
  return *there ? FL_HOST_OK : erase(p, v->digest != NULL);
}

/* The bytes of it, which may be large. */
FL_HOT enum fl_host_status read_bytes(struct fl_place *p, const struct fl_value *v, struct fl_host_value *value) {
  size_t length;
  struct fl_name n;
  *value = (struct fl_host_value){v->data, v->length, v->expires, v->type};
  if (v->data) return FL_HOST_OK;
  n = fl_name_beside('v', p->key);
  switch (fl_place_fetch_beside(p, 'v', p->host->bytes, &length)) {
  case FL_STORE_FAILED: return FL_HOST_STORE;
  case FL_STORE_ABSENT: return fl_tree_wrong(p->tree, &n, "a value that is gone");
  case FL_STORE_FOUND: break;
  }
  if (!fl_value_is(v, p->host->bytes, length)) return fl_tree_wrong(p->tree, &n, "a value that is not what was stored");
  value->data = p->host->bytes;
  return FL_HOST_OK;
}

static const uint8_t nothing[1];

FL_HOT enum fl_host_status get(struct fl_place *p, uint64_t now, bool bytes, struct fl_host_value *value) {
  struct fl_value v = {0};
  bool there;
  FL_TRY(look(p, now, &there, &v));
  if (!there) return FL_HOST_OK;
  if (!bytes) {
    *value = (struct fl_host_value){v.data ? v.data : nothing, v.length, v.expires, v.type};
    return FL_HOST_OK;
  }
  enum fl_host_status status = read_bytes(p, &v, value);
  if (status != FL_HOST_OK) *value = (struct fl_host_value){0};
  return status;
}

/* The large value and the name are written down first: should memory end, then they are there in vain. */
FL_HOT enum fl_host_status store_value(struct fl_place *p, const void *name, size_t name_length, const uint8_t *data,
                                       size_t length, uint64_t expires, uint8_t type) {
  uint8_t datum[FL_VALUE_DATUM];
  struct fl_value old;
  size_t old_length;
  const uint8_t *was = fl_place_peek(p, &old_length);
  bool had = was && fl_value_decode(was, old_length, &old);
  bool had_large = had && old.digest;
  if (length > FL_VALUE_INLINE) FL_TRY(fl_place_beside(p, 'v', data, length));
  if (!had && name_length <= FL_STORE_VALUE && !p->host->whole->options.short_keys)
    FL_TRY(fl_place_beside(p, 'k', name, name_length));
  FL_TRY(fl_place_write(p, datum, fl_value_encode(datum, data, length, expires, type)));
  return had_large && length <= FL_VALUE_INLINE ? fl_place_beside(p, 'v', NULL, 0) : FL_HOST_OK;
}

/* For those that are asked less often: strings. */
static __attribute__((noinline)) enum fl_host_status store_anew(struct fl_place *p, const void *name,
                                                                size_t name_length, const uint8_t *data, size_t length,
                                                                uint64_t expires) {
  return store_value(p, name, name_length, data, length, expires, FL_STRING);
}

static enum fl_host_status remove_record(struct fl_place *p, uint64_t now, bool *was_there) {
  struct fl_value v = {0};
  bool there;
  FL_TRY(look(p, now, &there, &v));
  if (!there) return FL_HOST_OK;
  FL_TRY(erase(p, v.digest != NULL));
  *was_there = true;
  return FL_HOST_OK;
}

static enum fl_host_status touch(struct fl_place *p, uint64_t now, uint64_t expires, bool *was_there) {
  uint8_t datum[FL_VALUE_DATUM];
  struct fl_value v = {0};
  bool there;
  FL_TRY(look(p, now, &there, &v));
  if (!there) return FL_HOST_OK;
  FL_TRY(fl_place_write(p, datum, fl_value_with_time(datum, &v, expires)));
  *was_there = true;
  return FL_HOST_OK;
}

/* A decimal number as Redis has it: no blanks, no plus, no zeros in front. */
static bool number(const uint8_t *text, size_t length, int64_t *n) {
  size_t i = length > 0 && text[0] == '-';
  uint64_t u = 0, most = i ? (uint64_t)INT64_MAX + 1 : (uint64_t)INT64_MAX;
  if (length == i || length - i > 19 || (text[i] == '0' && length > 1)) return false;
  for (size_t j = i; j < length; j++) {
    if (text[j] < '0' || text[j] > '9') return false;
    u = u * 10 + (uint64_t)(text[j] - '0');
  }
  if (u > most) return false;
  *n = i ? (int64_t)(0 - u) : (int64_t)u;
  return true;
}

static enum fl_host_status add(struct fl_place *p, const void *name, size_t name_length, uint64_t now, int64_t by,
                               int64_t *sum) {
  uint8_t text[24];
  struct fl_value v = {0};
  int64_t n = 0;
  bool there;
  FL_TRY(look(p, now, &there, &v));
  if (there && v.type) return FL_HOST_WRONG_TYPE;
  /* What is large is no number. */
  if (there && !(v.data && number(v.data, v.length, &n))) return FL_HOST_NO_NUMBER;
  if (__builtin_add_overflow(n, by, &n)) return FL_HOST_OVERFLOW;
  size_t at = sizeof text;
  uint64_t u = n < 0 ? 0 - (uint64_t)n : (uint64_t)n, expires = there ? v.expires : 0;
  do text[--at] = (uint8_t)('0' + u % 10);
  while (u /= 10);
  if (n < 0) text[--at] = '-';
  FL_TRY(store_anew(p, name, name_length, text + at, sizeof text - at, expires));
  *sum = n;
  return FL_HOST_OK;
}

static enum fl_host_status splice(struct fl_place *p, const void *name, size_t name_length, uint64_t now, size_t at,
                                  const void *data, size_t length, size_t *whole) {
  struct fl_host_value v = {0};
  FL_TRY(get(p, now, true, &v));
  if (v.type) return FL_HOST_WRONG_TYPE;
  if (at > FL_VALUE_MOST || length > FL_VALUE_MOST - at) return FL_HOST_TOO_LARGE;
  size_t size = v.data ? v.length : 0, end = at + length < size ? size : at + length;
  uint8_t *text = malloc(end ? end : 1);
  if (!text) return FL_HOST_MEMORY;
  if (size > 0) memcpy(text, v.data, size);
  if (at > size) memset(text + size, 0, at - size);
  if (length > 0) memcpy(text + at, data, length);
  enum fl_host_status status = store_anew(p, name, name_length, text, end, v.data ? v.expires : 0);
  free(text);
  if (status == FL_HOST_OK) *whole = end;
  return status;
}

/* ---- The same, by name ---- */

#define WITH_PLACE(call)                                                  \
  do {                                                                    \
    struct fl_place p;                                                    \
    enum fl_host_status status = fl_place_open(&p, h, name, name_length); \
    if (status == FL_HOST_OK) status = (call);                            \
    fl_place_close(&p);                                                   \
    return status;                                                        \
  } while (0)

/* Most gets and puts are of a key that is short, whose record stays with this handle's thread of the monitor, and of
 * values that are short, too: these have a way of their own, with little between one look into memory and the next. */
_Static_assert((int)FL_RECORD_HERE == (int)FL_GATE_SHORT, "a datum that is copied whole");

static __attribute__((noinline)) enum fl_host_status get_found(struct fl_host *h, struct fl_found f, uint64_t now,
                                                               bool bytes, struct fl_host_value *value) {
  struct fl_place p;
  enum fl_host_status status = fl_place_of(&p, h, &f);
  if (status == FL_HOST_OK) status = get(&p, now, bytes, value);
  fl_place_close(&p);
  return status;
}
static __attribute__((noinline)) enum fl_host_status get_any(struct fl_host *h, const void *name, size_t name_length,
                                                             uint64_t now, bool bytes, struct fl_host_value *value) {
  WITH_PLACE(get(&p, now, bytes, value));
}
FL_HOT enum fl_host_status get_by_name(struct fl_host *h, const void *name, size_t name_length, uint64_t now,
                                       bool bytes, struct fl_host_value *value) {
  *value = (struct fl_host_value){0};
  if (!h->quick || name_length > FL_HOST_SHORT_KEY) return get_any(h, name, name_length, now, bytes, value);
  bool several = h->whole->handle_count > 1;
  struct fl_found f = fl_find_short(h, several, name, name_length);
  struct fl_record *r = f.record;
  if (!fl_is_plain_here(h, r)) return get_found(h, f, now, bytes, value);
  fl_gate_expect(h->gate, r->counter);
  if (several) fl_lock(&h->lock);
  enum fl_gate_status status = fl_gate_visit_short(h->gate, r->counter, f.key, r->here, r->length, NULL, 0);
  if (status == FL_GATE_OK) {
    h->answered = true;
    if (!r->used) r->used = 1;
    /* Where the record has it, another handle's write may be next. */
    memcpy(h->datum, r->here, FL_RECORD_HERE);
    value->data = h->datum + 1;
    value->length = r->length - 1u;
  }
  if (several) fl_unlock(&h->lock), fl_unlock(&f.shard->lock);
  FL_PASS(status);
  return FL_HOST_OK;
}
enum fl_host_status fl_host_get(struct fl_host *h, const void *name, size_t name_length, uint64_t now,
                                struct fl_host_value *value) {
  return get_by_name(h, name, name_length, now, true, value);
}
enum fl_host_status fl_host_look(struct fl_host *h, const void *name, size_t name_length, uint64_t now,
                                 struct fl_host_value *value) {
  return get_by_name(h, name, name_length, now, false, value);
}

static __attribute__((noinline)) enum fl_host_status put_found(struct fl_host *h, struct fl_found f, const void *name,
                                                               size_t name_length, const void *data, size_t length,
                                                               uint64_t expires) {
  struct fl_place p;
  enum fl_host_status status = fl_place_of(&p, h, &f);
  if (status == FL_HOST_OK)
    status = store_value(&p, name, name_length, length ? data : nothing, length, expires, FL_STRING);
  fl_place_close(&p);
  return status;
}
static __attribute__((noinline)) enum fl_host_status put_any(struct fl_host *h, const void *name, size_t name_length,
                                                             const void *data, size_t length, uint64_t expires,
                                                             uint8_t type) {
  WITH_PLACE(store_value(&p, name, name_length, length ? data : nothing, length, expires, type));
}
enum fl_host_status fl_host_put(struct fl_host *h, const void *name, size_t name_length, const void *data,
                                size_t length, uint64_t expires) {
  uint64_t datum[2];
  if (length > FL_VALUE_MOST) return FL_HOST_TOO_LARGE;
  if (!h->quick || name_length > FL_HOST_SHORT_KEY)
    return put_any(h, name, name_length, data, length, expires, FL_STRING);
  struct fl_whole *w = h->whole;
  bool several = w->handle_count > 1;
  struct fl_found f = fl_find_short(h, several, name, name_length);
  struct fl_record *r = f.record;
  if (!fl_is_plain_here(h, r) || length >= FL_RECORD_HERE || expires)
    return put_found(h, f, name, name_length, data, length, expires);
  fl_gate_expect(h->gate, r->counter);
  fl_value_words(datum, data, length);
  if (several) fl_lock(&h->lock);
  enum fl_gate_status status = fl_gate_visit_short(h->gate, r->counter, f.key, r->here, r->length, datum, length + 1);
  if (status == FL_GATE_OK) {
    h->answered = true;
    memcpy(r->here, datum, FL_RECORD_HERE);
    r->length = (uint8_t)(length + 1);
    r->changed = r->used = 1;
    if (!w->written) w->written = true;
  }
  if (several) fl_unlock(&h->lock), fl_unlock(&f.shard->lock);
  FL_PASS(status);
  return FL_HOST_OK;
}

enum fl_host_status fl_host_put_typed(struct fl_host *h, const void *name, size_t name_length, const void *data,
                                      size_t length, uint64_t expires, uint8_t type) {
  if (length > FL_VALUE_MOST) return FL_HOST_TOO_LARGE;
  if (type >= FL_TYPES) return FL_HOST_WRONG_TYPE;
  return put_any(h, name, name_length, data, length, expires, type);
}

enum fl_host_status fl_host_delete(struct fl_host *h, const void *name, size_t name_length, uint64_t now,
                                   bool *was_there) {
  *was_there = false;
  WITH_PLACE(remove_record(&p, now, was_there));
}

enum fl_host_status fl_host_touch(struct fl_host *h, const void *name, size_t name_length, uint64_t now,
                                  uint64_t expires, bool *was_there) {
  *was_there = false;
  WITH_PLACE(touch(&p, now, expires, was_there));
}

enum fl_host_status fl_host_add(struct fl_host *h, const void *name, size_t name_length, uint64_t now, int64_t by,
                                int64_t *sum) {
  WITH_PLACE(add(&p, name, name_length, now, by, sum));
}

enum fl_host_status fl_host_splice(struct fl_host *h, const void *name, size_t name_length, uint64_t now, size_t at,
                                   const void *data, size_t length, size_t *whole) {
  WITH_PLACE(splice(&p, name, name_length, now, at, data, length, whole));
}

/* ---- Several as one ---- */

static struct fl_tree *tree_at(const struct fl_whole *w, uint32_t i) { return i == 0 ? w->trunk : w->parts[i - 1]; }

void fl_host_together_end(struct fl_host *h) {
  for (uint32_t i = 0; i <= h->whole->part_count; i++) {
    struct fl_tree *t = tree_at(h->whole, i);
    pthread_mutex_lock(&t->lock);
    fl_changes_free(t->held);
    t->held = NULL;
    pthread_mutex_unlock(&t->lock);
  }
}

enum fl_host_status fl_host_together_begin(struct fl_host *h) {
  bool memory = true;
  for (uint32_t i = 0; i <= h->whole->part_count; i++) {
    struct fl_tree *t = tree_at(h->whole, i);
    pthread_mutex_lock(&t->lock);
    if (!t->held) t->held = fl_changes_new();
    memory = memory && t->held;
    pthread_mutex_unlock(&t->lock);
  }
  if (!memory) fl_host_together_end(h);
  return memory ? FL_HOST_OK : FL_HOST_MEMORY;
}

enum fl_host_status fl_host_prepare(struct fl_host *h, const void *name, size_t name_length) { WITH_PLACE(FL_HOST_OK); }
