/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The frame stack: what fl_push and fl_pop leave to the general case, and the loop that runs a thread's frames. */
#include <stdio.h>
#include <stdlib.h>

#include "fl_scheduler.h"

/* `back` of the first frame in a block: how to free it. Offsets are those that alignment makes necessary. */
#define CLASS_SHIFT 4u /* a class is a distance in the cache then, whose entries have sixteen bytes on most machines */
#define CLASS_MASK 63u
#define OFFSET_SHIFT 10u
#define OFFSET_MASK 0x1fffffu /* the highest bit is FL_IN_NURSERY */
_Static_assert(FL_CLASSES <= CLASS_MASK + 1, "classes fit");
_Static_assert(FL_SPARE_BACK == (FL_FIRST | FL_SPARE_BYTES / 16 << CLASS_SHIFT), "a spare chunk's class");

#define MOST_FRAME ((size_t)1 << 31) /* `back` is of 32 bits; so are differences within a chunk */
#define MOST_ALIGN ((size_t)1 << 20)
#define MOST_CHUNK 4080u /* beyond, a chunk is as large as its first frame */

noreturn void fl_die(const char *message) {
  fprintf(stderr, "fairlead threads: %s\n", message);
  abort();
}

static char *align_up(char *address, size_t align) { return address + (-(uintptr_t)address & (align - 1)); }

/* A block for a header of `head` bytes, then a frame, and room for `more` bytes. */
static fl_frame *first_frame(fl_exec *x, size_t head, fl_run_function *run, size_t size, size_t align, size_t more,
                             uint32_t kind) {
  size_t slack = align > 16 ? align : align > 8 ? 8 : 0, bytes = head + size + slack + more;
  uint32_t class;
  char *block = fl_block_new(&x->cache, &bytes, &class);
  if (!block) fl_die("no memory for a frame");
  char *place = align_up(block + head, align);
  fl_frame *frame = (fl_frame *)(void *)place;
  frame->run = run;
  frame->at = 0;
  frame->back = kind | class << CLASS_SHIFT | (uint32_t)((size_t)(place - head - block) / 8) << OFFSET_SHIFT;
  /* With FL_APART the next frame is not to go there, nor behind a frame that is larger than a page. */
  x->limit = FL_APART ? NULL : class == FL_CLASS_LARGE ? fl_block_end(block) : block + bytes;
  return frame;
}

static inline void free_first(fl_exec *x, fl_frame *frame, size_t head) {
  uint32_t back = frame->back;
  frame->back = 0; /* for fl_task_dump */
  char *block = (char *)frame - head;
  if (FL_LIKELY(back < 1u << OFFSET_SHIFT)) {
    size_t distance = (size_t)(back & CLASS_MASK << CLASS_SHIFT) * sizeof(struct fl_cached) >> CLASS_SHIFT;
    struct fl_cached *cached = (struct fl_cached *)(void *)((char *)x->cache.of + distance);
    if (FL_UNLIKELY(!fl_block_put(cached, block))) fl_block_free_slowly(&x->cache, block, back >> CLASS_SHIFT);
    return;
  }
  block -= (size_t)(back >> OFFSET_SHIFT & OFFSET_MASK) * 8;
  fl_block_free(&x->cache, block, back >> CLASS_SHIFT & CLASS_MASK);
}

static void check_size(size_t size, size_t align) {
  if (size >= MOST_FRAME || align > MOST_ALIGN) fl_die("a frame of 2 GiB");
}

struct fl_kept fl_reserve_slowly(fl_exec *x, fl_frame *s, uint32_t of) {
  if (!fl_block_reserve(&x->cache, of)) fl_die("no memory for a frame");
  return (struct fl_kept){x, s};
}

fl_frame *fl_root_slowly(fl_exec *x, fl_run_function *run, size_t size, size_t align) {
  check_size(size, align);
  char *limit = x->limit; /* of the running frame, which is another thread's */
  fl_frame *root = first_frame(x, sizeof(struct fl_thread), run, size, align < 8 ? 8 : align, 0, FL_ROOT);
  x->limit = limit;
  return root;
}

/* An address in the block of a frame from which its page is found, as it is not from a frame with a large alignment. */
static inline const char *in_block(const fl_frame *frame) {
  size_t offset = frame->back & (FL_FIRST | FL_ROOT) ? (frame->back >> OFFSET_SHIFT & OFFSET_MASK) * (size_t)8 : 0;
  return (const char *)frame - offset;
}

/* Bytes from the running frame to the end of its chunk, which is known from here on; 0: it is larger than that. */
static inline size_t room_from(fl_exec *x, const fl_frame *from) {
  if (!x->limit) x->limit = fl_block_end(in_block(from));
  return x->limit > (const char *)from ? (size_t)(x->limit - (const char *)from) : 0;
}

/* Bytes of a new chunk above `from`: for another frame like it, too; and from chunk to chunk twice as much, so that
 * deep stacks are few blocks. */
static inline size_t chunk_size(const fl_frame *from, size_t size) {
  size_t own = sizeof(struct fl_chunk) + 2 * size;
  if (own > MOST_CHUNK) return sizeof(struct fl_chunk) + size;
  size_t before = from->back & FL_ROOT ? 0 : 2 * fl_block_size(in_block(from));
  size_t whole = before > MOST_CHUNK ? MOST_CHUNK : before < FL_SPARE_BYTES ? FL_SPARE_BYTES : before;
  return whole < own ? own : whole;
}

static fl_frame *new_chunk(fl_exec *x, const fl_frame *from, fl_run_function *run, size_t size, size_t align,
                           size_t more) {
  char *limit = x->limit;
  fl_frame *frame = first_frame(x, sizeof(struct fl_chunk), run, size, align, more, FL_FIRST);
  struct fl_chunk *chunk = (struct fl_chunk *)(void *)frame - 1;
  chunk->caller = (fl_frame *)(uintptr_t)from;
  chunk->limit = limit;
  return frame;
}

/* Any size and alignment. */
static __attribute__((noinline)) fl_frame *push_any(fl_exec *x, const fl_frame *from, size_t from_size,
                                                    fl_run_function *run, size_t size, size_t align) {
  check_size(size, align);
  check_size(from_size, align);
  if (align < _Alignof(fl_frame)) align = _Alignof(fl_frame);
  char *end = (char *)(uintptr_t)from + from_size;
  if (!FL_APART && room_from(x, from) >= from_size) {
    char *place = align_up(end, align);
    if (place <= x->limit && size <= (size_t)(x->limit - place)) {
      fl_frame *frame = (fl_frame *)(void *)place;
      frame->run = run;
      frame->at = 0;
      frame->back = (uint32_t)(place - (char *)(uintptr_t)from);
      return frame;
    }
  }
  size_t more = FL_APART ? 0 : chunk_size(from, size) - sizeof(struct fl_chunk) - size;
  return new_chunk(x, from, run, size, align, more);
}

/* A chunk of a class whose size is computed, from the cache: NULL, if there is none. */
static inline fl_frame *cached_chunk(fl_exec *x, const fl_frame *from, fl_run_function *run, size_t bytes) {
  uint32_t class = fl_class_of(bytes);
  struct fl_chunk *chunk = fl_block_cached(&x->cache, class);
  if (FL_UNLIKELY(!chunk)) return NULL;
  fl_frame *frame = (fl_frame *)(void *)(chunk + 1);
  chunk->caller = (fl_frame *)(uintptr_t)from;
  chunk->limit = x->limit;
  x->limit = (char *)chunk + fl_class_size[class];
  frame->run = run;
  frame->at = 0;
  frame->back = FL_FIRST | class << CLASS_SHIFT;
  return frame;
}

/* Mostly it begins a chunk, or is a thread's first call after a suspension. */
fl_frame *fl_push_slowly(fl_exec *x, const fl_frame *from, size_t from_size, fl_run_function *run, size_t size,
                         size_t align) {
  if (!FL_APART && align <= 8 && size <= FL_MOST_COMPUTED - sizeof(struct fl_chunk)) {
    size_t room = room_from(x, from);
    if (from_size <= room && size <= room - from_size) {
      fl_frame *frame = (fl_frame *)(void *)((char *)(uintptr_t)from + from_size);
      frame->run = run;
      frame->at = 0;
      frame->back = (uint32_t)from_size;
      return frame;
    }
    size_t bytes = chunk_size(from, size);
    if (bytes == FL_SPARE_BYTES && x->spare) return fl_chunk_begin(x, x->spare, from, run);
    fl_frame *frame = bytes <= FL_MOST_COMPUTED ? cached_chunk(x, from, run, bytes) : NULL;
    if (frame) return frame;
  }
  return push_any(x, from, from_size, run, size, align);
}

fl_frame *fl_push_leaf(fl_exec *x, const fl_frame *from, size_t from_size, fl_run_function *run, size_t size) {
  size_t room = FL_APART ? 0 : room_from(x, from);
  if (from_size <= room && size <= room - from_size) return fl_push(x, from, from_size, run, size, _Alignof(fl_frame));
  size_t bytes = sizeof(struct fl_chunk) + size;
  fl_frame *frame = !FL_APART && bytes <= FL_MOST_COMPUTED ? cached_chunk(x, from, run, bytes) : NULL;
  return frame ? frame : new_chunk(x, from, run, size, _Alignof(fl_frame), 0);
}

/* What is left of a thread's first frame when its function has made a tail call for which there was no room: the
 * thread's block stays. */
static fl_status left_run(fl_exec *x, void *frame) {
  (void)frame;
  fl_pop(x, x->returned);
  return FL_DONE;
}

fl_frame *fl_push_instead(fl_exec *x, fl_frame *from, fl_run_function *run, size_t size, size_t align) {
  check_size(size, align);
  if (!FL_APART && ((uintptr_t)from & (align - 1)) == 0) {
    if (size <= room_from(x, from)) {
      from->run = run;
      from->at = 0;
      return from;
    }
  }
  if (from->back & FL_ROOT) {
    from->run = left_run;
    return push_any(x, from, sizeof *from, run, size, align);
  }
  fl_frame *caller = fl_caller(from);
  size_t caller_size = from->back;
  if (from->back & FL_FIRST) {
    fl_pop(x, from);
    caller_size = FL_APART ? sizeof *caller : room_from(x, caller); /* no room there */
  }
  return push_any(x, caller, caller_size, run, size, align);
}

void fl_pop_slowly(fl_exec *x, fl_frame *frame) {
  struct fl_chunk *chunk = (struct fl_chunk *)(void *)frame - 1;
  x->limit = chunk->limit;
  free_first(x, frame, sizeof *chunk);
}

fl_frame *fl_caller(fl_frame *frame) {
  if (frame->back & FL_FIRST) return ((struct fl_chunk *)(void *)frame - 1)->caller;
  return (fl_frame *)(void *)((char *)frame - frame->back);
}

/* After a frame that is not its thread's first is done, or somebody is to go on. Behind it x->value is 0 again: whoever
 * waited for a condition only, and is resumed, has nothing else to find there. */
static __attribute__((noinline)) void go_on(fl_exec *x, fl_frame *frame, fl_status status) {
  while (status != FL_PARKED) {
    if (status == FL_GO_ON) {
      frame = x->next;
    } else if (frame->back & FL_ROOT) {
      free_first(x, frame, sizeof(struct fl_thread));
      x->ended++;
      break;
    } else {
      x->returned = frame;
      frame = fl_caller(frame);
    }
    status = frame->run(x, frame);
  }
  x->value = 0;
}

static inline void resume(fl_exec *x, struct fl_thread *thread) {
  fl_frame *frame = thread->top;
  x->thread = thread;
  x->limit = NULL;
  fl_status status = frame->run(x, frame);
  if (FL_LIKELY(status == FL_PARKED)) return;
  if (status == FL_DONE && (frame->back & ~(CLASS_MASK << CLASS_SHIFT)) == FL_ROOT) {
    free_first(x, frame, sizeof(struct fl_thread));
    x->ended++;
    return;
  }
  go_on(x, frame, status);
}

void fl_resume(fl_exec *x, struct fl_thread *thread) { resume(x, thread); }

/* All that are ready are taken at once; those for which the budget is too small wait for the next call. */
void fl_resume_some(fl_exec *x, unsigned budget) {
  struct fl_thread *thread = x->ready.batch;
  x->ready.batch = NULL;
  do {
    if (!thread && !(thread = fl_ready_take(&x->ready))) return;
    struct fl_thread *next = thread->next;
    resume(x, thread);
    thread = next;
  } while (--budget > 0);
  x->ready.batch = thread;
}
