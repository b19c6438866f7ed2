/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "store.h"

#include <stdlib.h>
#include <string.h>

struct item {
  struct item *next;            /* in its bucket */
  struct item *older, *younger; /* by last use */
  uint64_t unique;
  uint32_t hash, flags, expires;
  uint32_t value_length;
  uint16_t key_length;
  unsigned users;  /* the store counts as one */
  uint8_t bytes[]; /* key, value */
};

enum { BUCKETS = 1 << 16 };

struct store {
  struct item *buckets[BUCKETS];
  struct item *oldest, *youngest;
  size_t used, limit;
  uint64_t unique;
  uint32_t seed;
  uint32_t clear_at; /* 0: no clearing is due */
};

struct store *store_new(size_t limit) {
  struct store *store = calloc(1, sizeof *store);
  if (store) {
    store->limit = limit;
    store->seed = (uint32_t)(uintptr_t)store * 2654435761u;
  }
  return store;
}

static size_t size_of(const struct item *item) { return sizeof *item + item->key_length + item->value_length; }

static uint32_t hash_of(const struct store *store, const uint8_t *key, size_t length) {
  uint32_t h = store->seed ^ 2166136261u; /* FNV-1a */
  for (size_t i = 0; i < length; i++) h = (h ^ key[i]) * 16777619u;
  return h ^ h >> 16;
}

static void forget_use(struct store *store, struct item *item) {
  *(item->older ? &item->older->younger : &store->oldest) = item->younger;
  *(item->younger ? &item->younger->older : &store->youngest) = item->older;
}

static void note_use(struct store *store, struct item *item) {
  item->older = store->youngest;
  item->younger = NULL;
  *(store->youngest ? &store->youngest->younger : &store->oldest) = item;
  store->youngest = item;
}

static void drop(struct store *store, struct item *item) {
  struct item **link = &store->buckets[item->hash % BUCKETS];
  while (*link != item) link = &(*link)->next;
  *link = item->next;
  forget_use(store, item);
  store->used -= size_of(item);
  item_release(item);
}

static void drop_all(struct store *store) {
  while (store->oldest) drop(store, store->oldest);
}

void store_free(struct store *store) {
  if (store) drop_all(store);
  free(store);
}

static void clear_if_due(struct store *store, uint32_t now) {
  if (store->clear_at != 0 && now >= store->clear_at) {
    store->clear_at = 0;
    drop_all(store);
  }
}

static struct item *look_up(struct store *store, const uint8_t *key, size_t key_length, uint32_t now) {
  clear_if_due(store, now);
  uint32_t hash = hash_of(store, key, key_length);
  for (struct item *item = store->buckets[hash % BUCKETS]; item; item = item->next) {
    if (item->hash != hash || item->key_length != key_length || memcmp(item->bytes, key, key_length) != 0) continue;
    if (item->expires != 0 && item->expires <= now) {
      drop(store, item);
      return NULL;
    }
    return item;
  }
  return NULL;
}

struct item *store_find(struct store *store, const uint8_t *key, size_t key_length, uint32_t now) {
  struct item *item = look_up(store, key, key_length, now);
  if (item) {
    item->users++;
    forget_use(store, item);
    note_use(store, item);
  }
  return item;
}

bool store_put(struct store *store, const uint8_t *key, size_t key_length, uint32_t flags, uint32_t expires,
               uint32_t now, const uint8_t *first, size_t first_length, const uint8_t *second, size_t second_length) {
  struct item *old = look_up(store, key, key_length, now);
  struct item *item = NULL;
  size_t size = sizeof *item + key_length + first_length + second_length;
  if (key_length > UINT16_MAX || first_length > UINT32_MAX - second_length || size > store->limit ||
      !(item = malloc(size)))
    return false;
  *item = (struct item){.unique = ++store->unique,
                        .hash = hash_of(store, key, key_length),
                        .flags = flags,
                        .expires = expires,
                        .value_length = (uint32_t)(first_length + second_length),
                        .key_length = (uint16_t)key_length,
                        .users = 1};
  memcpy(item->bytes, key, key_length);
  memcpy(item->bytes + key_length, first, first_length);
  memcpy(item->bytes + key_length + first_length, second, second_length);
  if (old) drop(store, old);
  while (store->used + size > store->limit) drop(store, store->oldest);
  item->next = store->buckets[item->hash % BUCKETS];
  store->buckets[item->hash % BUCKETS] = item;
  note_use(store, item);
  store->used += size;
  return true;
}

bool store_delete(struct store *store, const uint8_t *key, size_t key_length, uint32_t now) {
  struct item *item = look_up(store, key, key_length, now);
  if (item) drop(store, item);
  return item != NULL;
}

bool store_touch(struct store *store, const uint8_t *key, size_t key_length, uint32_t expires, uint32_t now) {
  struct item *item = look_up(store, key, key_length, now);
  if (item) item->expires = expires;
  return item != NULL;
}

void store_clear(struct store *store, uint32_t when, uint32_t now) {
  store->clear_at = when;
  clear_if_due(store, now);
}

uint8_t *item_value(struct item *item, size_t *length) {
  *length = item->value_length;
  return item->bytes + item->key_length;
}

uint32_t item_flags(const struct item *item) { return item->flags; }
uint32_t item_expires(const struct item *item) { return item->expires; }
uint64_t item_unique(const struct item *item) { return item->unique; }

void item_release(void *item) {
  struct item *released = item;
  if (--released->users == 0) free(released);
}
