/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The items of a cache: a hash table under a limit of memory, which drops what was used longest ago. */
#ifndef STORE_H
#define STORE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct item; /* immutable but for its place in the store, counted by its users */
struct store;

/* limit: bytes for keys, values and their bookkeeping. NULL: no memory. */
struct store *store_new(size_t limit);
void store_free(struct store *store);

/* `now` is in seconds since 1970, and so is an item's time to go; 0: never. */

/* The item with one more user, or NULL. */
struct item *store_find(struct store *store, const uint8_t *key, size_t key_length, uint32_t now);

/* Stores first and second, one behind the other, in place of what was under the key; they may be part of that. */
bool store_put(struct store *store, const uint8_t *key, size_t key_length, uint32_t flags, uint32_t expires,
               uint32_t now, const uint8_t *first, size_t first_length, const uint8_t *second, size_t second_length);

bool store_delete(struct store *store, const uint8_t *key, size_t key_length, uint32_t now);
bool store_touch(struct store *store, const uint8_t *key, size_t key_length, uint32_t expires, uint32_t now);

/* What is there when it is `when` (now or later) goes. */
void store_clear(struct store *store, uint32_t when, uint32_t now);

uint8_t *item_value(struct item *item, size_t *length);
uint32_t item_flags(const struct item *item);
uint32_t item_expires(const struct item *item);
uint64_t item_unique(const struct item *item); /* changes with every store_put */
void item_release(void *item);

#endif
