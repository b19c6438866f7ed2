/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "watch.h"

#include "bytes.h"
#include "digest.h"
#include "value_trusted.h"

#include <stdlib.h>
#include <string.h>

void watch_begin(struct watch *w, const struct fl_signer *signer, uint32_t parts) {
  memset(w, 0, sizeof *w);
  w->signer = signer;
  w->parts = parts;
  w->receipts = fl_receipts_new();
}
void watch_end(struct watch *w) { fl_receipts_free(w->receipts); }

static struct watch_entry *entry(struct watch *w, const uint8_t key[34]) {
  for (uint32_t i = fl_get32(key + 2) % WATCH_KEYS;; i = (i + 1) % WATCH_KEYS) {
    struct watch_entry *e = &w->all[i];
    if (!e->is) {
      e->is = true;
      memcpy(e->key, key, 34);
    }
    if (memcmp(e->key, key, 34) == 0) return e;
  }
}

static int by_key(const void *a, const void *b) {
  return memcmp(((const struct watch_entry *)a)->key, ((const struct watch_entry *)b)->key, 34);
}
static void digest_content(const struct watch *w, uint8_t digest[32]) {
  static struct watch_entry there[WATCH_KEYS];
  static uint8_t bytes[WATCH_KEYS * 300];
  size_t count = 0, n = 0;
  for (size_t i = 0; i < WATCH_KEYS; i++)
    if (w->all[i].is && w->all[i].there) there[count++] = w->all[i];
  qsort(there, count, sizeof *there, by_key);
  for (size_t i = 0; i < count; i++) {
    memcpy(bytes + n, there[i].key, 34);
    bytes[n + 34] = (uint8_t)there[i].length;
    memcpy(bytes + n + 35, there[i].datum, there[i].length);
    n += 35 + there[i].length;
  }
  fl_digest(bytes, n, digest);
}

const char *watch_root(const uint8_t root[32], const uint8_t content[32]) {
  static struct { uint8_t root[32], content[32]; } * seen;
  static size_t count, room;
  for (size_t i = 0; i < count; i++)
    if (memcmp(seen[i].root, root, 32) == 0)
      return memcmp(seen[i].content, content, 32) == 0 ? NULL : "one root for two states";
  if (count == room) {
    room = room ? 2 * room : 1024;
    if (!(seen = realloc(seen, room * sizeof *seen))) abort();
  }
  memcpy(seen[count].root, root, 32);
  memcpy(seen[count++].content, content, 32);
  return NULL;
}

const char *watch_sealed(struct watch *w, const uint8_t *bytes, size_t length) {
  struct fl_seal seal;
  uint8_t receipts[32];
  if (!fl_seal_read(w->signer, bytes, length, &seal)) return "no seal";
  if (seal.incarnation != w->incarnation) return "another incarnation";
  if (seal.epoch != w->epoch + 1) return "another epoch";
  if (memcmp(seal.previous, w->previous, 32) != 0) return "not after the seal before";
  if (seal.answers != w->answers) return "another number of answers";
  fl_receipts_close(w->receipts, receipts);
  if (memcmp(receipts, seal.receipts, 32) != 0) return "receipts that are not the answers'";
  w->seals++;
  w->epoch = seal.epoch;
  fl_seal_digest(bytes, w->previous);
  memcpy(w->root, seal.root, 32);
  digest_content(w, w->content);
  return watch_root(seal.root, w->content);
}

/* What a plain store says of the key that was answered last. */
static const char *give(struct watch *w, bool wrote, const uint8_t *nonce, size_t length) {
  const struct watch_entry *e = entry(w, w->last.key);
  struct fl_receipt r = {.incarnation = w->incarnation,
                         .epoch = w->epoch + 1,
                         .counter = w->answers,
                         .wrote = wrote,
                         .there = e->there,
                         .nonce_length = (uint8_t)length};
  struct fl_value v;
  if (!w->last.is) return "a receipt before there was an answer";
  if (e->there && wrote && !w->wrote) return "a receipt of a write that was none";
  memcpy(r.nonce, nonce, length);
  memcpy(r.key, e->key + 2, 32);
  if (e->there) {
    if (!fl_value_decode(e->datum, e->length, &v)) return "a receipt of a datum that is none";
    r.time = v.expires;
    r.type = e->datum[0] >> 2;
    if (v.data)
      fl_digest(v.data, v.length, r.value);
    else
      memcpy(r.value, v.digest, 32);
  }
  w->given++;
  return fl_receipts_add(w->receipts, &r) ? NULL : "too many receipts";
}

const char *watch_taken(struct watch *w, const uint8_t *m, size_t n, const struct fl_keeper_said *said) {
  const uint8_t *key = m + FL_CALL_HEAD, *datum = key + 34;
  struct watch_entry *e;
  switch (m[0]) {
  case 'b':
    w->incarnation = fl_get64(said->bytes);
    if (m[1]) {
      w->epoch = fl_get64(m + 2 + 16);
      fl_seal_digest(m + 2, w->previous);
    }
    return w->begun ? "a second beginning" : (w->begun = true, NULL);
  case 'p':
  case 'd':
    e = entry(w, key);
    e->there = m[0] == 'p';
    e->length = e->there ? n - FL_CALL_HEAD - 34 : 0;
    if (e->length > 252) return "a datum that is too long";
    memcpy(e->datum, datum, e->length);
    w->last = *e;
    w->wrote = true;
    w->answers++;
    return NULL;
  case 'g':
  case 'n':
    w->wrote = w->wrote && w->last.is && memcmp(w->last.key, key, 34) == 0;
    w->last = *entry(w, key);
    w->answers++;
    return m[0] == 'n' && w->last.there ? "absent, and it was there" : NULL;
  case 'i':
    if (++w->pinned == w->parts) w->epoch++;
    return NULL;
  case 'k': return give(w, m[1], m + 2, n - 2);
  case 't': {
    const char *wrong = said->kind == 's' && said->length > 0 ? watch_sealed(w, said->bytes, said->length) : "no seal";
    w->last.is = false;
    return wrong;
  }
  default: return NULL;
  }
}
