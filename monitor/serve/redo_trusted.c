/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "redo_trusted.h"

#include "digest.h"
#include "value_trusted.h"

#include <stdlib.h>
#include <string.h>

static const uint8_t magic[8] = "FLREDO1\n", name[2] = "sr", above[2] = "sg";
/* Of a change, but for key and data; of all changes that anybody wrote, who ends at FL_REDO_MOST after each. */
enum { FIXED = 1 + 4 + 8 + 8 + 4, READ_MOST = 4 * FL_REDO_MOST };

static uint8_t *put(uint8_t *at, unsigned bytes, uint64_t n) {
  for (unsigned i = 0; i < bytes; i++) at[i] = (uint8_t)(n >> 8 * (bytes - 1 - i));
  return at + bytes;
}
static uint64_t get(const uint8_t *at, unsigned bytes) {
  uint64_t n = 0;
  for (unsigned i = 0; i < bytes; i++) n = n << 8 | at[i];
  return n;
}
static uint8_t *put_bytes(uint8_t *at, const void *data, size_t length) {
  if (length) memcpy(at, data, length);
  return at + length;
}
static void piece_key(uint8_t key[FL_REDO_KEY], uint64_t number) { put(put_bytes(key, name, sizeof name), 8, number); }

/* ---- Since the last seal ---- */

void fl_redo_unknown(struct fl_redo *r) {
  r->unknown = true;
  r->now.length = 0;
}

void fl_redo_note(struct fl_redo *r, const struct fl_redo_change *c) {
  size_t size = FIXED + c->key_length + c->length;
  r->changed = true;
  if (r->unknown) return;
  if (r->now.length + size > FL_REDO_MOST || !fl_buffer_room(&r->now, size)) {
    fl_redo_unknown(r);
    return;
  }
  uint8_t *at = put(r->now.data + r->now.length, 1, c->kind);
  at = put_bytes(put(at, 4, c->key_length), c->key, c->key_length);
  at = put(put(put(at, 8, c->now), 8, c->number), 4, c->length);
  put_bytes(at, c->data, c->length);
  r->now.length += size;
}

bool fl_redo_wants_checkpoint(const struct fl_redo *r) { return r->unknown || r->bytes >= FL_REDO_MOST; }

/* ---- Into the store ---- */

static bool make_room(struct fl_redo *r, size_t count) {
  if (count <= r->room) return true;
  struct fl_store_change *batch = realloc(r->batch, count * sizeof *batch);
  if (batch) r->batch = batch;
  uint8_t(*keys)[FL_REDO_KEY] = realloc(r->keys, count * sizeof *keys);
  if (keys) r->keys = keys;
  if (batch && keys) r->room = count;
  return batch && keys;
}

static void add(struct fl_redo *r, size_t key_length, const uint8_t *value, size_t length) {
  r->batch[r->count] = (struct fl_store_change){r->keys[r->count], value, (uint32_t)key_length, (uint32_t)length};
  r->count++;
}

static void chain_on(uint8_t chain[32], const uint8_t *piece, size_t length) {
  fl_digest_both(chain, 32, piece, length, chain);
}

bool fl_redo_seal(struct fl_redo *r, uint8_t root[32]) {
  if (r->unknown || !make_room(r, r->now.length / FL_STORE_VALUE + 4)) return false;
  struct fl_buffer done = r->flying;
  r->flying = r->now;
  r->now = done;
  r->now.length = 0;
  r->changed = false;
  r->count = 0;
  for (size_t at = 0, n; at < r->flying.length; at += n) {
    n = r->flying.length - at < FL_STORE_VALUE ? r->flying.length - at : FL_STORE_VALUE;
    piece_key(r->keys[r->count], r->pieces++);
    add(r, FL_REDO_KEY, r->flying.data + at, n);
    chain_on(r->chain, r->flying.data + at, n);
  }
  r->bytes += r->flying.length;
  if (r->pieces == 0) { /* the tree is what it was */
    memcpy(root, r->root, 32);
    return true;
  }
  uint8_t *at = put_bytes(put_bytes(r->head, magic, sizeof magic), r->root, 32);
  put_bytes(put(put(at, 8, r->pieces), 8, r->bytes), r->chain, 32);
  memcpy(r->keys[r->count], name, sizeof name);
  add(r, sizeof name, r->head, FL_REDO_HEAD);
  fl_digest(r->head, FL_REDO_HEAD, root);
  return true;
}

const struct fl_store_change *fl_redo_batch(struct fl_redo *r, const uint8_t *seal, uint32_t length, size_t *count) {
  if (r->has_above) {
    memcpy(r->keys[r->count], above, sizeof above);
    add(r, sizeof above, r->above, FL_REDO_ABOVE);
  }
  r->keys[r->count][0] = 's';
  add(r, 1, seal, length);
  *count = r->count;
  return r->batch;
}

enum fl_host_status fl_redo_checkpoint(struct fl_redo *r, struct fl_host *host, const uint8_t root[32]) {
  uint8_t key[FL_REDO_KEY];
  enum fl_host_status status = FL_HOST_OK;
  if (r->pieces > 0) status = fl_host_commit_with(host, name, sizeof name, NULL, 0);
  for (uint64_t i = 0; status == FL_HOST_OK && i < r->pieces; i++) {
    piece_key(key, i);
    status = fl_host_commit_with(host, key, sizeof key, NULL, 0);
  }
  memcpy(r->root, root, 32);
  memset(r->chain, 0, sizeof r->chain);
  r->pieces = r->bytes = r->now.length = 0;
  r->changed = r->unknown = false;
  return status;
}

void fl_redo_free(struct fl_redo *r) {
  free(r->now.data);
  free(r->flying.data);
  free(r->batch);
  free(r->keys);
}

/* ---- Again ---- */

static enum fl_host_status collect(struct fl_store *store, struct fl_redo_found *f, uint64_t bytes,
                                   const uint8_t chain[32], uint8_t *piece) {
  uint8_t key[FL_REDO_KEY], so_far[32] = {0};
  for (uint64_t i = 0; i < f->pieces; i++) {
    size_t length;
    piece_key(key, i);
    enum fl_store_result r = store->get(store->context, key, sizeof key, piece, &length);
    if (r == FL_STORE_FAILED) return FL_HOST_STORE;
    if (r == FL_STORE_ABSENT || length > FL_STORE_VALUE || length > bytes - f->changes.length) return FL_HOST_LIE;
    chain_on(so_far, piece, length);
    if (!fl_buffer_add(&f->changes, piece, length)) return FL_HOST_MEMORY;
  }
  return f->changes.length == bytes && memcmp(so_far, chain, 32) == 0 ? FL_HOST_OK : FL_HOST_LIE;
}

enum fl_host_status fl_redo_find(struct fl_store *store, const uint8_t sealed[32], struct fl_redo_found *f) {
  uint8_t *value = malloc(FL_STORE_VALUE), digest[32], head[FL_REDO_HEAD];
  size_t length = 0;
  *f = (struct fl_redo_found){0};
  memcpy(f->root, sealed, 32);
  if (!value) return FL_HOST_MEMORY;
  enum fl_store_result r = store->get(store->context, name, sizeof name, value, &length);
  enum fl_host_status status = r == FL_STORE_FAILED ? FL_HOST_STORE : FL_HOST_OK;
  bool is_head = r == FL_STORE_FOUND && length == sizeof head && memcmp(value, magic, sizeof magic) == 0;
  if (is_head) {
    memcpy(head, value, sizeof head);
    fl_digest(head, sizeof head, digest);
  }
  /* What was not sealed is no head: the root is the tree's, or the tree will not be found. */
  if (is_head && memcmp(digest, sealed, sizeof digest) == 0) {
    uint64_t bytes = get(head + 48, 8);
    memcpy(f->root, head + 8, 32);
    f->pieces = get(head + 40, 8);
    status = bytes > READ_MOST || f->pieces > bytes ? FL_HOST_LIE : collect(store, f, bytes, head + 56, value);
  }
  free(value);
  return status;
}

static bool take(const uint8_t **from, const uint8_t *end, struct fl_redo_change *c) {
  const uint8_t *at = *from;
  if (end - at < FIXED) return false;
  c->kind = at[0];
  c->key_length = get(at + 1, 4);
  at += 5;
  if ((size_t)(end - at) < c->key_length + FIXED - 5) return false;
  c->key = at;
  at += c->key_length;
  c->now = get(at, 8);
  c->number = get(at + 8, 8);
  c->length = get(at + 16, 4);
  at += 20;
  if ((size_t)(end - at) < c->length) return false;
  c->data = at;
  *from = at + c->length;
  return true;
}

static enum fl_host_status repeat(struct fl_host *host, const struct fl_redo_change *c) {
  bool was_there;
  int64_t sum;
  size_t whole;
  switch (c->kind) {
  case FL_REDO_PUT_TYPED:
    if (c->now == 0 || c->now >= FL_TYPES) return FL_HOST_WRONG_TYPE;
    return fl_host_put_typed(host, c->key, c->key_length, c->data, c->length, c->number, (uint8_t)c->now);
  case FL_REDO_PUT: return fl_host_put(host, c->key, c->key_length, c->data, c->length, c->number);
  case FL_REDO_DELETE: return fl_host_delete(host, c->key, c->key_length, c->now, &was_there);
  case FL_REDO_TOUCH: return fl_host_touch(host, c->key, c->key_length, c->now, c->number, &was_there);
  case FL_REDO_ADD: return fl_host_add(host, c->key, c->key_length, c->now, (int64_t)c->number, &sum);
  case FL_REDO_SPLICE:
    return fl_host_splice(host, c->key, c->key_length, c->now, c->number, c->data, c->length, &whole);
  default: return FL_HOST_NO_NUMBER;
  }
}

enum fl_host_status fl_redo_again(struct fl_host *host, const struct fl_redo_found *f) {
  const uint8_t *at = f->changes.data, *end = at + f->changes.length;
  enum fl_host_status status = FL_HOST_OK;
  while (status == FL_HOST_OK && at < end) {
    struct fl_redo_change c;
    status = take(&at, end, &c) ? repeat(host, &c) : FL_HOST_NO_NUMBER;
  }
  switch (status) {
  case FL_HOST_OK:
  case FL_HOST_STORE:
  case FL_HOST_MEMORY:
  case FL_HOST_LIE: return status;
  default: /* all of it went well when it was done first */
    fl_host_refuse(host, "changes that cannot be made again");
    return FL_HOST_LIE;
  }
}
