/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Blocks of random sizes, from two caches that swap what they free: none overlaps another, each knows its end and size,
 * and in the end every page has gone back. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fl_slab.h"

#define BLOCKS 2000

static uint64_t state = 7;
static size_t random_below(size_t n)
{
  state = state * 6364136223846793005u + 1442695040888963407u;
  return (size_t)(state >> 24) % n;
}

static void fail(const char *what, int step)
{
  printf("step %d: %s\n", step, what);
  exit(1);
}

int main(void)
{
  static struct fl_cache caches[2];
  static struct {
    unsigned char *start;
    size_t size;
    uint32_t class;
    unsigned char byte;
  } blocks[BLOCKS];
  for (int step = 0; step < 200000; step++) {
    size_t i = random_below(BLOCKS);
    struct fl_cache *cache = &caches[random_below(2)];
    if (blocks[i].start) {
      for (size_t j = 0; j < blocks[i].size; j += blocks[i].size / 16 + 1)
        if (blocks[i].start[j] != blocks[i].byte)
          fail("somebody wrote into another's block", step);
      /* No further than addresses from which the page is found. */
      size_t found = blocks[i].size < 65536 - 64 ? blocks[i].size : 65536 - 64;
      if (fl_block_end(blocks[i].start + random_below(found)) != (char *)blocks[i].start + found)
        fail("a block's end is wrong", step);
      fl_block_free(cache, blocks[i].start, blocks[i].class);
      blocks[i].start = NULL;
    } else {
      size_t want = 1 + (random_below(50) ? random_below(300) : random_below(1000) ? random_below(33000) : 200000);
      blocks[i].size = want;
      blocks[i].start = fl_block_new(cache, &blocks[i].size, &blocks[i].class);
      if (!blocks[i].start || blocks[i].size < want || (uintptr_t)blocks[i].start % 16 != 0)
        fail("a block is too small or not aligned", step);
      if (want > 64 && want < 32000 && blocks[i].size > want + want / 2)
        fail("a block is much too large", step);
      blocks[i].byte = (unsigned char)random_below(256);
      memset(blocks[i].start, blocks[i].byte, blocks[i].size);
    }
  }
  for (size_t i = 0; i < BLOCKS; i++)
    if (blocks[i].start)
      fl_block_free(&caches[0], blocks[i].start, blocks[i].class);
  fl_cache_empty(&caches[0]);
  fl_cache_empty(&caches[1]);
  if (fl_slab_use().bytes != 0 || fl_slab_use().blocks != 0)
    fail("memory was not given back", -1);
  return 0;
}
