/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "changes.h"

#include "names.h"

#include <stdlib.h>
#include <string.h>

/* Bytes are taken from blocks and given back all at once. Each is as large as all before it, within bounds: a tree in
 * many parts has many of these. */
struct block {
  struct block *next;
  size_t used, size;
  uint8_t data[];
};
enum { SMALL_BLOCK = 8 * 1024, BLOCK = 256 * 1024, FIRST = 256 };

/* Where a value of a key is written, and the next one over it, if it has room. */
struct room {
  uint8_t *at;
  uint32_t size;
};

/* Number + 1, or 0: it is free; and the key's hash, so that one look into memory tells most others apart. */
struct entry {
  uint32_t number, hash;
};

struct fl_changes {
  struct fl_store_change *all;
  struct room *rooms; /* of each */
  size_t count, most;
  struct entry *table; /* by hash */
  size_t table_size;
  struct block *blocks;
  size_t bytes;
};

static uint8_t *take(struct fl_changes *c, size_t n) {
  if (!c->blocks || c->blocks->size - c->blocks->used < n) {
    size_t size = c->bytes < SMALL_BLOCK ? SMALL_BLOCK : c->bytes < BLOCK ? c->bytes : BLOCK;
    if (size < n) size = n;
    struct block *b = malloc(sizeof *b + size);
    if (!b) return NULL;
    *b = (struct block){.next = c->blocks, .size = size};
    c->blocks = b;
    c->bytes += size;
  }
  uint8_t *p = c->blocks->data + c->blocks->used;
  c->blocks->used += n;
  return p;
}

struct fl_changes *fl_changes_new(void) {
  struct fl_changes *c = calloc(1, sizeof *c);
  if (!c) return NULL;
  c->table_size = FIRST;
  c->table = calloc(c->table_size, sizeof *c->table);
  if (!c->table) {
    free(c);
    return NULL;
  }
  return c;
}

void fl_changes_free(struct fl_changes *c) {
  if (!c) return;
  for (struct block *b = c->blocks, *next; b; b = next) {
    next = b->next;
    free(b);
  }
  free(c->all);
  free(c->rooms);
  free(c->table);
  free(c);
}

static uint32_t hash_of(const uint8_t *key, size_t length) { return (uint32_t)fl_hash(key, length); }
static size_t place(const struct fl_changes *c, const uint8_t *key, size_t length, uint32_t hash) {
  size_t mask = c->table_size - 1, i = hash & mask;
  for (; c->table[i].number; i = (i + 1) & mask) {
    if (c->table[i].hash != hash) continue;
    const struct fl_store_change *x = &c->all[c->table[i].number - 1];
    if (x->key_length == length && memcmp(x->key, key, length) == 0) break;
  }
  return i;
}

static bool grow(struct fl_changes *c) {
  size_t most = c->most ? 2 * c->most : FIRST / 2;
  struct fl_store_change *all = realloc(c->all, most * sizeof *all);
  if (!all) return false;
  c->all = all;
  struct room *rooms = realloc(c->rooms, most * sizeof *rooms);
  if (!rooms) return false;
  c->rooms = rooms;
  struct entry *table = calloc(2 * most, sizeof *table);
  if (!table) return false;
  size_t mask = 2 * most - 1;
  for (size_t k = 0; k < c->table_size; k++) { /* all keys differ */
    if (c->table[k].number == 0) continue;
    size_t i = c->table[k].hash & mask;
    while (table[i].number) i = (i + 1) & mask;
    table[i] = c->table[k];
  }
  free(c->table);
  c->table = table;
  c->table_size = 2 * most;
  c->most = most;
  return true;
}

/* Room for a value in the place of another one. What grows and grows again has half as much more each time, so that all
 * that it had before comes to at most three times what it has. */
static bool make_room(struct fl_changes *c, struct room *p, size_t length) {
  if (p->at && p->size >= length) return true;
  size_t size = p->at ? length + length / 2 : length + !length;
  if (size > FL_STORE_VALUE && length <= FL_STORE_VALUE) size = FL_STORE_VALUE;
  uint8_t *at = take(c, size);
  if (at) *p = (struct room){at, (uint32_t)size};
  return at;
}

bool fl_changes_put(struct fl_changes *c, const uint8_t *key, size_t key_length, const uint8_t *value, size_t length) {
  uint32_t hash = hash_of(key, key_length);
  size_t at = place(c, key, key_length, hash);
  uint32_t number = c->table[at].number;
  struct room to = number ? c->rooms[number - 1] : (struct room){0};
  if (value && !make_room(c, &to, length)) return false;
  if (value && length) memcpy(to.at, value, length);
  if (!number) {
    if (c->count == c->most) {
      if (!grow(c)) return false;
      at = place(c, key, key_length, hash);
    }
    uint8_t *name = take(c, key_length + !key_length);
    if (!name) return false;
    memcpy(name, key, key_length);
    c->all[c->count] = (struct fl_store_change){.key = name, .key_length = (uint32_t)key_length};
    number = (uint32_t)++c->count;
    c->table[at] = (struct entry){number, hash};
  }
  struct fl_store_change *x = &c->all[number - 1];
  c->rooms[number - 1] = to; /* also where nothing is there now: the next one goes there */
  x->value = value ? to.at : NULL;
  x->value_length = (uint32_t)length;
  return true;
}

const struct fl_store_change *fl_changes_find(const struct fl_changes *c, const uint8_t *key, size_t key_length) {
  if (c->count == 0) return NULL;
  uint32_t number = c->table[place(c, key, key_length, hash_of(key, key_length))].number;
  return number ? &c->all[number - 1] : NULL;
}

const struct fl_store_change *fl_changes_all(const struct fl_changes *c, size_t *count) {
  *count = c->count;
  return c->all;
}

size_t fl_changes_bytes(const struct fl_changes *c) { return c->bytes; }
