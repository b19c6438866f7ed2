/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Memory for threads and their frames: blocks without headers.
 *
 * Pages of 64 KiB, aligned to their size, hold blocks of one class each; whoever knows an address in a block finds
 * the page's header, and there the block's size. Each OS thread has a cache (a stack of free blocks per class); what
 * is too much there goes back to its page, under a lock, and pages without blocks in use go back to the system.
 *
 * Under AddressSanitizer (or with FL_APART) each block is a malloc of its own, exactly as large as was asked for. */
#ifndef FL_SLAB_H
#define FL_SLAB_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "fl_threads_abi.h"

#ifndef FL_APART
#ifdef FL_SANITIZED
#define FL_APART 1
#else
#define FL_APART 0
#endif
#endif

#define FL_CLASS_LARGE 0u /* a mapping of its own */
#define FL_CACHED 128u    /* most blocks of a small class in a cache; of a larger one: */
#define FL_CACHED_LARGER 8u

extern const uint32_t fl_class_size[FL_CLASSES];

/* The class for a size of at most FL_MOST_COMPUTED bytes, which is above 0: steps of 16, then of a fourth. */
#define FL_MOST_COMPUTED 3584u
static inline uint32_t fl_class_of(size_t size) {
  if (size <= FL_SMALL) return (uint32_t)((size + 15) / 16);
  uint32_t doubled = 31 - (uint32_t)__builtin_clz((uint32_t)size - 1);
  return 13 + 4 * (doubled - 8) + (uint32_t)((size - 1) >> (doubled - 2));
}

/* Of at least `size` bytes, aligned to 16; `size` and class of what it is are stored. NULL: there is no memory. */
void *fl_block_new(struct fl_cache *cache, size_t *size, uint32_t *class);
void fl_block_free_slowly(struct fl_cache *cache, void *block, uint32_t class);

/* Sees to it that a small class's cache, which is empty, has a block. False: there is no memory. */
bool fl_block_reserve(struct fl_cache *cache, uint32_t class);

/* The end of the block in which `address` is; of one of more than 64 KiB, what is less than that behind its page's
 * beginning: from an address further on there would be no way back to the page. With FL_APART: NULL. */
char *fl_block_end(const void *address);
size_t fl_block_size(const void *address);

/* Gives all blocks of a cache back. */
void fl_cache_empty(struct fl_cache *cache);

/* Every small block that may be in use, in the order of addresses within each page. Those that are not have 0 where
 * the first frame's `back` would be: behind a header of 16 bytes. With FL_APART: none. */
void fl_slab_each(void (*visit)(void *context, char *block), void *context);

/* Around a fork. */
void fl_slab_lock(void);
void fl_slab_unlock(void);

/* Bytes in pages and mappings now, and blocks in use; blocks in caches count as used. For tests and reports. */
struct fl_slab_use {
  size_t bytes, blocks;
};
struct fl_slab_use fl_slab_use(void);

/* False: there was no room, and fl_block_free_slowly is to be called. */
static inline bool fl_block_put(struct fl_cached *cached, void *block) {
  if (FL_UNLIKELY(--cached->room < 0)) return false;
  struct fl_block *first = block;
  first->next = cached->free;
  cached->free = first;
  return true;
}

static inline void fl_block_free(struct fl_cache *cache, void *block, uint32_t class) {
  if (FL_UNLIKELY(!fl_block_put(&cache->of[class], block))) fl_block_free_slowly(cache, block, class);
}

#endif
