/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#define _GNU_SOURCE
#include "fl_slab.h"

#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/mman.h>

#if defined FL_SANITIZED
#include <sanitizer/asan_interface.h>
#define POISON(p, n) __asan_poison_memory_region(p, n)
#define UNPOISON(p, n) __asan_unpoison_memory_region(p, n)
#else
#define POISON(p, n) ((void)0)
#define UNPOISON(p, n) ((void)0)
#endif

#define PAGE 65536u
#define HEAD 64u /* of a page; blocks begin here */
#define ARENA_PAGES 64u

/* Multiples of 16 up to 256: class = size / 16. Then four steps to each doubling, and such that pages are full. */
const uint32_t fl_class_size[FL_CLASSES] = {0,    16,   32,   48,   64,    80,    96,    112,   128,  144,  160,
                                            176,  192,  208,  224,  240,   256,   320,   384,   448,  512,  640,
                                            768,  896,  1024, 1280, 1536,  1792,  2048,  2560,  3072, 3584, 4080,
                                            5024, 6544, 8176, 9344, 10912, 13088, 16368, 21824, 32736};
#define LAST_CLASS 41u

struct page {
  struct page *next, *prev; /* among those of its class with a free block, or the free pages of all arenas */
  struct fl_block *free;    /* blocks given back */
  struct arena *arena;
  uint32_t size, class; /* of each block; a large one: class 0, size in large */
  uint32_t inverse;     /* 2^32 / size, rounded up: exact for offsets in a page, and no division */
  uint32_t used, fresh; /* blocks in use; offset of the first block never used */
  size_t large;         /* bytes mapped */
};
_Static_assert(sizeof(struct page) <= HEAD, "a page's header fits before its first block");

struct arena {
  struct arena *next, *prev;
  char *mapped;
  uint32_t free_pages, first; /* pages not in use; index of the first page never used */
  struct page *free;
};

static struct {
  pthread_mutex_t lock;
  struct page *partial[FL_CLASSES];
  struct arena *arenas;
  struct fl_slab_use use;
} slab = {.lock = PTHREAD_MUTEX_INITIALIZER};

static struct page *page_of(const void *address) {
  return (struct page *)((uintptr_t)address & ~(uintptr_t)(PAGE - 1));
}

/* `bytes`, aligned to pages of ours. */
static char *map_aligned(size_t bytes) {
  if (bytes > SIZE_MAX - PAGE) return NULL;
  char *start = mmap(NULL, bytes + PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (start == MAP_FAILED) return NULL;
  size_t before = (PAGE - (uintptr_t)start % PAGE) % PAGE;
  if (before > 0) munmap(start, before);
  if (before < PAGE) munmap(start + before + bytes, PAGE - before);
  return start + before;
}

static struct page *page_new(void) {
  struct arena *arena = slab.arenas;
  while (arena && arena->free_pages == 0) arena = arena->next;
  if (!arena) {
    arena = malloc(sizeof *arena);
    if (!arena) return NULL;
    *arena = (struct arena){.next = slab.arenas, .free_pages = ARENA_PAGES};
    arena->mapped = map_aligned((size_t)ARENA_PAGES * PAGE);
    if (!arena->mapped) {
      free(arena);
      return NULL;
    }
    if (slab.arenas) slab.arenas->prev = arena;
    slab.arenas = arena;
  } else if (arena != slab.arenas) {
    /* In front: those behind are full, so that the search above is short. */
    arena->prev->next = arena->next;
    if (arena->next) arena->next->prev = arena->prev;
    arena->prev = NULL;
    arena->next = slab.arenas;
    slab.arenas->prev = arena;
    slab.arenas = arena;
  }
  struct page *page = arena->free;
  if (page)
    arena->free = page->next;
  else
    page = (struct page *)(void *)(arena->mapped + (size_t)PAGE * arena->first++);
  arena->free_pages--;
  page->arena = arena;
  slab.use.bytes += PAGE;
  return page;
}

static void page_free(struct page *page) {
  struct arena *arena = page->arena;
  slab.use.bytes -= PAGE;
  UNPOISON(page, PAGE);
  if (++arena->free_pages < ARENA_PAGES) {
    /* All but the header's 4 KiB to the system. */
    madvise((char *)page + 4096, PAGE - 4096, MADV_DONTNEED);
    page->next = arena->free;
    arena->free = page;
    return;
  }
  if (arena->prev)
    arena->prev->next = arena->next;
  else
    slab.arenas = arena->next;
  if (arena->next) arena->next->prev = arena->prev;
  munmap(arena->mapped, (size_t)ARENA_PAGES * PAGE);
  free(arena);
}

static void push_partial(struct page *page) {
  struct page **head = &slab.partial[page->class];
  page->prev = NULL;
  page->next = *head;
  if (*head) (*head)->prev = page;
  *head = page;
}

static void drop_partial(struct page *page) {
  if (page->prev)
    page->prev->next = page->next;
  else
    slab.partial[page->class] = page->next;
  if (page->next) page->next->prev = page->prev;
}

static bool full(const struct page *page) { return !page->free && page->fresh + page->size > PAGE; }

/* A block of a class, under the lock. */
static struct fl_block *take(uint32_t class) {
  struct page *page = slab.partial[class];
  if (!page) {
    page = page_new();
    if (!page) return NULL;
    page->free = NULL;
    page->size = fl_class_size[class];
    page->class = class;
    page->inverse = UINT32_MAX / page->size + 1;
    page->used = 0;
    page->fresh = HEAD;
    push_partial(page);
    POISON((char *)page + HEAD, PAGE - HEAD);
  }
  struct fl_block *block = page->free;
  if (block) {
    UNPOISON(block, page->size);
    page->free = block->next;
  } else {
    block = (struct fl_block *)(void *)((char *)page + page->fresh);
    UNPOISON(block, page->size);
    page->fresh += page->size;
    /* The page may have been another class's before. */
    if (page->size >= 32) ((fl_frame *)(void *)((char *)block + 16))->back = 0;
  }
  page->used++;
  slab.use.blocks++;
  if (full(page)) drop_partial(page);
  return block;
}

static void give(struct fl_block *block) {
  struct page *page = page_of(block);
  if (full(page)) push_partial(page);
  block->next = page->free;
  page->free = block;
  POISON(block, page->size);
  page->used--;
  slab.use.blocks--;
  if (page->used == 0) {
    drop_partial(page);
    page_free(page);
  }
}

static void *large_new(size_t *size) {
  if (*size > SIZE_MAX / 2) return NULL;
  size_t bytes = (*size + HEAD + 4095) / 4096 * 4096;
  char *start = map_aligned(bytes);
  if (!start) return NULL;
  struct page *page = (struct page *)(void *)start;
  page->class = FL_CLASS_LARGE;
  page->large = bytes;
  *size = bytes - HEAD;
  pthread_mutex_lock(&slab.lock);
  slab.use.bytes += bytes;
  slab.use.blocks++;
  pthread_mutex_unlock(&slab.lock);
  return start + HEAD;
}

static void large_free(void *block) {
  struct page *page = page_of(block);
  size_t bytes = page->large;
  munmap(page, bytes);
  pthread_mutex_lock(&slab.lock);
  slab.use.bytes -= bytes;
  slab.use.blocks--;
  pthread_mutex_unlock(&slab.lock);
}

static uint32_t class_of(size_t size) {
  if (size <= FL_MOST_COMPUTED) return fl_class_of(size);
  for (uint32_t class = fl_class_of(FL_MOST_COMPUTED) + 1; class <= LAST_CLASS; class ++)
    if (size <= fl_class_size[class]) return class;
  return FL_CLASS_LARGE;
}

static uint32_t most_cached(uint32_t class) {
  return class == FL_CLASS_LARGE ? 0 : class <= FL_SMALL / 16 ? FL_CACHED : FL_CACHED_LARGER;
}

static bool made(const struct fl_cache *cache) {
  return cache->of[1].room > 0 || cache->of[1].free; /* where there is no room, there are blocks */
}

static void make(struct fl_cache *cache) {
  if (!made(cache))
    for (uint32_t class = 1; class <= LAST_CLASS; class ++) cache->of[class].room = most_cached(class);
}

static struct fl_block *refill(struct fl_cache *cache, uint32_t class) {
  make(cache);
  uint32_t want = fl_class_size[class] <= FL_SMALL ? FL_CACHED / 2 : 1, got = 0;
  pthread_mutex_lock(&slab.lock);
  /* What was never used comes in the order of addresses: built back to front, so that it is handed out so. */
  struct fl_block *first = take(class), **end = &first;
  while (*end && ++got < want) {
    end = &(*end)->next;
    *end = take(class);
  }
  pthread_mutex_unlock(&slab.lock);
  cache->of[class].room = (ptrdiff_t)(most_cached(class) - got);
  if (*end) (*end)->next = NULL;
  return first;
}

void *fl_block_new(struct fl_cache *cache, size_t *size, uint32_t *class) {
  if (FL_APART) {
    *class = FL_CLASS_LARGE;
    return malloc(*size);
  }
  uint32_t of = class_of(*size);
  *class = of;
  if (of == FL_CLASS_LARGE) return large_new(size);
  *size = fl_class_size[of];
  struct fl_block *block = cache->of[of].free;
  if (FL_UNLIKELY(!block) && !(block = refill(cache, of))) return NULL;
  cache->of[of].free = block->next;
  return block;
}

bool fl_block_reserve(struct fl_cache *cache, uint32_t class) {
  /* With FL_APART asked for by code that is compiled without it: the block is free'd like any other. */
  struct fl_block *first = FL_APART ? malloc(fl_class_size[class]) : refill(cache, class);
  if (!first) return false;
  if (FL_APART) first->next = NULL;
  cache->of[class].free = first;
  return true;
}

/* All but so many. Blocks that are taken from a cache are not counted, so this is how many there may be, and it is
 * called when as many as there is room for have been given to it. */
static void give_back(struct fl_cache *cache, uint32_t class, uint32_t most) {
  struct fl_cached *cached = &cache->of[class];
  struct fl_block **end = &cached->free;
  uint32_t count = 0;
  for (; *end && count < most; count++) end = &(*end)->next;
  struct fl_block *rest = *end;
  *end = NULL;
  cached->room = (ptrdiff_t)(most_cached(class) - count);
  if (!rest) return;
  pthread_mutex_lock(&slab.lock);
  while (rest) {
    struct fl_block *next = rest->next;
    give(rest);
    rest = next;
  }
  pthread_mutex_unlock(&slab.lock);
}

void fl_block_free_slowly(struct fl_cache *cache, void *block, uint32_t class) {
  if (FL_APART || class == FL_CLASS_LARGE) {
    cache->of[class].room = 0;
    if (FL_APART)
      free(block);
    else
      large_free(block);
    return;
  }
  make(cache);
  if (cache->of[class].room <= 0) give_back(cache, class, most_cached(class) / 2);
  fl_block_free(cache, block, class);
}

char *fl_block_end(const void *address) {
  if (FL_APART) return NULL;
  struct page *page = page_of(address);
  if (page->class == FL_CLASS_LARGE) return (char *)page + (page->large < PAGE ? page->large : PAGE);
  uint32_t offset = (uint32_t)((const char *)address - (char *)page) - HEAD;
  uint32_t number = (uint32_t)((uint64_t)offset * page->inverse >> 32);
  return (char *)page + HEAD + (number + 1) * page->size;
}

size_t fl_block_size(const void *address) {
  if (FL_APART) return 0;
  struct page *page = page_of(address);
  return page->class == FL_CLASS_LARGE ? page->large : page->size;
}

void fl_slab_each(void (*visit)(void *context, char *block), void *context) {
  pthread_mutex_lock(&slab.lock);
  for (struct arena *arena = slab.arenas; arena; arena = arena->next)
    for (uint32_t i = 0; i < arena->first; i++) {
      struct page *page = (struct page *)(void *)(arena->mapped + (size_t)PAGE * i);
      if (page->used > 0 && page->size >= 32)
        for (uint32_t at = HEAD; at < page->fresh; at += page->size) visit(context, (char *)page + at);
    }
  pthread_mutex_unlock(&slab.lock);
}

void fl_cache_empty(struct fl_cache *cache) {
  make(cache);
  for (uint32_t class = 1; class <= LAST_CLASS; class ++) give_back(cache, class, 0);
}

void fl_slab_lock(void) { pthread_mutex_lock(&slab.lock); }

void fl_slab_unlock(void) { pthread_mutex_unlock(&slab.lock); }

struct fl_slab_use fl_slab_use(void) {
  pthread_mutex_lock(&slab.lock);
  struct fl_slab_use use = slab.use;
  pthread_mutex_unlock(&slab.lock);
  return use;
}
