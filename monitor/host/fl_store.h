/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* What a store has to do for us: keep bytes under keys, and take a batch of changes as one. Nothing that it answers is
 * believed. A store is adapted in a page: store_memory.c (a hash table), store_lmdb.c.
 *
 * Keys have at most FL_STORE_KEY bytes, values at most FL_STORE_VALUE. The first byte of a key says what is there:
 *   n  a record of the tree: digits u16 (big-endian), then so many bits
 *   l  a leaf: 32 bytes, SHA-256 of the application's key
 *   v  a value that is too large to be in its leaf: the same 32 bytes
 *   k  the application's key: the same 32 bytes
 *   s  the seal (what is behind it is the embedder's)
 *   j  never asked for: a store may have something of its own there */
#ifndef FL_STORE_H
#define FL_STORE_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { FL_STORE_KEY = 67, FL_STORE_VALUE = 1 << 20 };

/* FAILED: it could not look; asking again may help. */
enum fl_store_result { FL_STORE_FAILED = -1, FL_STORE_ABSENT = 0, FL_STORE_FOUND = 1 };

struct fl_store_change {
  const uint8_t *key, *value; /* value is NULL: nothing is to be there */
  uint32_t key_length, value_length;
};

/* A way down the tree: from the record under this key to the leaf of `leaf` (32 bytes). */
struct fl_store_way {
  uint8_t key[FL_STORE_KEY], leaf[32];
  size_t key_length;
};

struct fl_store {
  void *context;
  /* What the last commit left there, copied to `value`, where FL_STORE_VALUE bytes have room. */
  enum fl_store_result (*get)(void *context, const uint8_t *key, size_t key_length, uint8_t *value, size_t *length);
  /* May be NULL. The record of the tree under this key and what lies below it on the way to the leaf of `leaf` (32
   * bytes): fewer looks, where one look is dear. As many as it likes, each to `each` until that says false. */
  void (*path)(void *context, const uint8_t *key, size_t key_length, const uint8_t leaf[32],
               bool (*each)(void *mine, const uint8_t *key, size_t key_length, const uint8_t *value, size_t length),
               void *mine);
  /* All of them or none, and if it says true they are still there after a crash (if the store is of that kind). May be
   * called by another thread while `get` is. */
  bool (*commit)(void *context, const struct fl_store_change *changes, size_t count);
  void (*close)(void *context);
  /* May be NULL. What `path' does, for several ways at once, in any order. */
  void (*paths)(void *context, const struct fl_store_way *ways, size_t count,
                bool (*each)(void *mine, const uint8_t *key, size_t key_length, const uint8_t *value, size_t length),
                void *mine);
  /* Of many machines, of which some may be behind for a while, or for good: a record that is not what was stored is
   * like one that the store did not look for, and others are answered. Otherwise it ends all answers. */
  bool by_record;
};

/* A hash table in memory. NULL: no memory. */
struct fl_store *fl_store_memory(void);
#endif
