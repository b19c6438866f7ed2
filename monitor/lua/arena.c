/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#define _GNU_SOURCE
#include "arena.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

/* Blocks are of sizes in steps of 16 up to SMALL, then of four between one power of two and the next. What is given
 * back is kept for blocks of its size. RESIDENT: so much memory stays with us from one script to the next. */
enum { STEP = 16, SMALL = 1024, CLASSES = SMALL / STEP + 4 * 32, RESIDENT = 4 << 20 };

struct heap {
  size_t used;
  void *free[CLASSES];
};
static uint8_t *base;
static size_t size, kept_used, most_used;
static struct heap heap, kept_heap;
static uint8_t *kept;

/* The number of a block's size, and the size. */
static unsigned class_of(size_t n, size_t *whole) {
  if (n <= SMALL) {
    *whole = (n + STEP - 1) / STEP * STEP;
    return (unsigned)(*whole / STEP - 1);
  }
  unsigned bits = 63 - (unsigned)__builtin_clzll(n - 1);
  size_t step = (size_t)1 << (bits - 2);
  *whole = (n + step - 1) / step * step;
  return SMALL / STEP + 4 * (bits - 10) + (unsigned)((n - 1) >> (bits - 2) & 3);
}

static void *take(size_t n) {
  size_t whole;
  if (n > size) return NULL;
  unsigned c = class_of(n, &whole);
  void *block = heap.free[c];
  if (block) {
    memcpy(&heap.free[c], block, sizeof block);
    return block;
  }
  if (size - heap.used < whole) return NULL;
  block = base + heap.used;
  heap.used += whole;
  if (most_used < heap.used) most_used = heap.used;
  return block;
}

static void give(void *block, size_t n) {
  size_t whole;
  unsigned c = class_of(n, &whole);
  if ((uint8_t *)block + whole == base + heap.used) {
    heap.used -= whole;
    return;
  }
  memcpy(block, &heap.free[c], sizeof block);
  heap.free[c] = block;
}

void *fl_arena_alloc(void *context, void *block, size_t old_size, size_t new_size) {
  size_t old_whole, new_whole;
  (void)context;
  if (new_size == 0) {
    if (block && old_size > 0) give(block, old_size);
    return NULL;
  }
  if (!block || old_size == 0) return take(new_size);
  if (new_size <= size && class_of(old_size, &old_whole) == class_of(new_size, &new_whole)) return block;
  void *other = take(new_size);
  if (!other) return old_size >= new_size ? block : NULL; /* Lua takes it for granted that what shrinks is there */
  memcpy(other, block, old_size < new_size ? old_size : new_size);
  give(block, old_size);
  return other;
}

bool fl_arena_open(size_t n) {
  void *p = mmap(NULL, n, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (p == MAP_FAILED) return false;
  base = p;
  size = n;
  return true;
}

bool fl_arena_keep(void) {
  kept = malloc(heap.used);
  if (!kept) return false;
  kept_used = heap.used;
  kept_heap = heap;
  memcpy(kept, base, kept_used);
  return true;
}

void fl_arena_back(void) {
  if (most_used > RESIDENT) madvise(base + RESIDENT, size - RESIDENT, MADV_DONTNEED);
  most_used = 0;
  heap = kept_heap;
  memcpy(base, kept, kept_used);
}
