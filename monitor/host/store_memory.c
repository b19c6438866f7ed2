/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* A store in memory: a hash table with a chain for each bucket. */
#include "fl_store.h"

#include <stdlib.h>
#include <string.h>

struct item {
  struct item *next;
  uint32_t key_length, length;
  uint8_t data[];
}; /* key, then value */
struct memory {
  struct fl_store store;
  struct item **table;
  size_t size, count;
};

static size_t bucket(size_t size, const uint8_t *key, size_t length) {
  uint64_t h = 0xcbf29ce484222325u;
  for (size_t i = 0; i < length; i++) h = (h ^ key[i]) * 0x100000001b3u;
  return (h ^ h >> 32) & (size - 1);
}

static struct item **find(struct memory *m, const uint8_t *key, size_t length) {
  struct item **i = &m->table[bucket(m->size, key, length)];
  while (*i && ((*i)->key_length != length || memcmp((*i)->data, key, length) != 0)) i = &(*i)->next;
  return i;
}

static enum fl_store_result get(void *context, const uint8_t *key, size_t key_length, uint8_t *value, size_t *length) {
  struct item *i = *find(context, key, key_length);
  if (!i) return FL_STORE_ABSENT;
  memcpy(value, i->data + i->key_length, i->length);
  *length = i->length;
  return FL_STORE_FOUND;
}

static void grow(struct memory *m) {
  struct item **table = calloc(2 * m->size, sizeof *table);
  if (!table) return; /* longer chains, then */
  for (size_t b = 0; b < m->size; b++)
    for (struct item *i = m->table[b], *next; i; i = next) {
      size_t to = bucket(2 * m->size, i->data, i->key_length);
      next = i->next;
      i->next = table[to];
      table[to] = i;
    }
  free(m->table);
  m->table = table;
  m->size *= 2;
}

static bool commit(void *context, const struct fl_store_change *changes, size_t count) {
  struct memory *m = context;
  /* All the memory first: then nothing can fail half-way. */
  struct item **made = calloc(count + 1, sizeof *made);
  bool ok = made != NULL;
  for (size_t n = 0; ok && n < count; n++) {
    const struct fl_store_change *c = &changes[n];
    if (!c->value) continue;
    if (!(made[n] = malloc(sizeof *made[n] + c->key_length + c->value_length))) {
      ok = false;
      break;
    }
    made[n]->key_length = c->key_length;
    made[n]->length = c->value_length;
    memcpy(made[n]->data, c->key, c->key_length);
    memcpy(made[n]->data + c->key_length, c->value, c->value_length);
  }
  for (size_t n = 0; made && n < count; n++) {
    if (!ok) {
      free(made[n]);
      continue;
    }
    struct item **at = find(m, changes[n].key, changes[n].key_length), *old = *at;
    if (made[n]) made[n]->next = old ? old->next : NULL;
    if (old)
      *at = made[n] ? made[n] : old->next;
    else if (made[n])
      *at = made[n];
    m->count = m->count + (made[n] != NULL) - (old != NULL);
    free(old);
    if (m->count > m->size) grow(m);
  }
  free(made);
  return ok;
}

static void close_store(void *context) {
  struct memory *m = context;
  for (size_t b = 0; b < m->size; b++)
    for (struct item *i = m->table[b], *next; i; i = next) {
      next = i->next;
      free(i);
    }
  free(m->table);
  free(m);
}

struct fl_store *fl_store_memory(void) {
  struct memory *m = calloc(1, sizeof *m);
  if (!m) return NULL;
  m->size = 1024;
  m->table = calloc(m->size, sizeof *m->table);
  if (!m->table) {
    free(m);
    return NULL;
  }
  m->store = (struct fl_store){m, get, NULL, commit, close_store, NULL, false};
  return &m->store;
}
