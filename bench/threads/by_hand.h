/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Threads as somebody would write them by hand for one program: the same idea as Fairlead's (a segmented stack of
 * frames, the leaf resumed), but one OS thread, no descriptors, no timers, no limits on the native stack, and sizes of
 * frames that the program knows. What is correct and fast here is what generated code is compared with. */
#ifndef BY_HAND_H
#define BY_HAND_H

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

enum { DONE, PARKED };

struct frame {
  int (*run)(struct frame *);
  uint32_t at, back; /* back: bytes to the caller; 0: first of its block */
};

/* Blocks of a few sizes, from large pieces, with a list of free ones for each. */
#define CLASSES 16
struct block {
  struct block *next;
};
static struct block *blocks[CLASSES];
static char *piece, *piece_end;

static void *block_new(size_t size) {
  size_t class = (size + 15) / 16;
  struct block *block = blocks[class];
  if (block) {
    blocks[class] = block->next;
    return block;
  }
  size = class * 16;
  if ((size_t)(piece_end - piece) < size) {
    piece = malloc(1 << 20);
    if (!piece) abort();
    piece_end = piece + (1 << 20);
  }
  block = (struct block *)(void *)piece;
  piece += size;
  return block;
}

static void block_free(void *block, size_t size) {
  struct block *b = block;
  size_t class = (size + 15) / 16;
  b->next = blocks[class];
  blocks[class] = b;
}

struct thread {
  struct thread *next;
  struct frame *top;
};
struct chunk {
  struct frame *caller;
  char *limit; /* of the caller's chunk */
};
#define CHUNK 112u

static struct thread *running, *head, *tail;
static char *limit; /* NULL: not known, and the next frame begins a chunk */
static struct frame *returned;

static void enqueue(struct thread *t) {
  t->next = NULL;
  if (head)
    tail->next = t;
  else
    head = t;
  tail = t;
}

static struct frame *push_chunk(struct frame *from, int (*run)(struct frame *)) {
  struct chunk *chunk = block_new(CHUNK);
  chunk->caller = from;
  chunk->limit = limit;
  limit = (char *)chunk + CHUNK;
  struct frame *f = (struct frame *)(void *)(chunk + 1);
  f->run = run;
  f->at = 0;
  f->back = 0;
  return f;
}

static inline struct frame *push(struct frame *from, size_t from_size, int (*run)(struct frame *), size_t size) {
  struct frame *f = (struct frame *)(void *)((char *)from + from_size);
  if (__builtin_expect((uintptr_t)f + size > (uintptr_t)limit, 0)) return push_chunk(from, run);
  f->run = run;
  f->at = 0;
  f->back = (uint32_t)from_size;
  return f;
}

static inline void pop(struct frame *f) {
  if (__builtin_expect(f->back == 0, 0)) {
    struct chunk *chunk = (struct chunk *)(void *)f - 1;
    limit = chunk->limit;
    block_free(chunk, CHUNK);
  }
}

static inline struct frame *thread_new(int (*run)(struct frame *), size_t size) {
  struct thread *t = block_new(sizeof *t + size);
  struct frame *f = (struct frame *)(void *)(t + 1);
  f->run = run;
  f->at = 0;
  f->back = (uint32_t)(sizeof *t + size) << 1 | 1;
  t->top = f;
  enqueue(t);
  return f;
}

static void run_all(void) {
  while (head) {
    struct thread *t = head;
    head = t->next;
    running = t;
    limit = NULL;
    struct frame *f = t->top;
    while (f->run(f) == DONE) {
      if (f->back & 1) {
        block_free(t, f->back >> 1);
        break;
      }
      returned = f;
      f = f->back == 0 ? ((struct chunk *)(void *)f - 1)->caller : (struct frame *)(void *)((char *)f - f->back);
    }
  }
}

static inline int yield(struct frame *s) {
  running->top = s;
  enqueue(running);
  return PARKED;
}

struct cond {
  struct thread *head, *tail;
};

static inline int wait_for(struct frame *s, struct cond *c) {
  struct thread *t = running;
  t->top = s;
  t->next = NULL;
  if (c->head)
    c->tail->next = t;
  else
    c->head = t;
  c->tail = t;
  return PARKED;
}

static inline void signal_one(struct cond *c) {
  struct thread *t = c->head;
  if (!t) return;
  c->head = t->next;
  enqueue(t);
}

#endif
