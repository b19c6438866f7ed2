/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef FL_WALK_H
#define FL_WALK_H
#include "fl_store.h"

/* What fl_store's `path' does, by `get': for stores where one look is cheap, on behalf of those for whom it is not. */
void fl_store_walk(struct fl_store *store, const uint8_t *key, size_t key_length, const uint8_t leaf[32],
                   bool (*each)(void *mine, const uint8_t *key, size_t key_length, const uint8_t *value, size_t length),
                   void *mine);
/* The key of the record of the tree that has so many digits of a leaf's, below 256; its length in bytes. */
size_t fl_store_node(uint8_t key[FL_STORE_KEY], const uint8_t leaf[32], unsigned digits);
#endif
