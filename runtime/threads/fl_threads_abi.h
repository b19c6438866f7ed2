/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* What code made by flcc is compiled against: frames, calls, spawns. Programs use fl_threads.h instead.
 *
 * A suspending function f becomes three functions and a structure:
 *
 *   struct f__frame    fl_frame h, then its result (aligned for its type, so that a caller who knows only the
 *                      prototype finds it: FL_RESULT), which may share bytes with parameters and with what lives
 *                      across a suspension
 *   f__push            makes a frame on top of another and stores the parameters; does not run it
 *   f__run             runs it, from the start or from where it waits (h.at), until it is done or parked
 *   f                  its C name and type, for pointers: f__push under a convention of its own (fl_enter)
 *
 * A call, of f by g, whose frame is s:
 *
 *   { fl_frame *c = f__push(x, &s->h, sizeof *s, a, b);
 *     s->h.at = 3;
 *     if ((t = f__run(x, c)) != FL_DONE) return t;
 *     if (0) { case 3: c = x->returned; }
 *     v = FL_RESULT(c, int);
 *     fl_pop(x, c); }
 *
 * in a body that is all of it in switch (s->h.at) { case 0: ... }. Labels of the switch, not labels that it jumps to:
 * gcc's front end takes time (scopes x labels) for the latter, and 10,000 calls are 10^8. Calls inside of a switch of
 * the user's need a label all the same: case 3: goto at_3; in front. Several passes of both compilers take quadratic
 * time for a function into whose middle thousands of jumps lead: flcc prints a function with more than 64 calls as
 * several functions of C (compiler/threads/outline), which take the frame, and where to go on, and return where the
 * caller is to go on; and there a call is two functions that all calls of the callee share. What cannot be taken apart
 * so, a switch with hundreds of cases with a call in each, say, or what follows a static variable or a type in its
 * block, is marked FL_LARGE from FL_MANY calls on, which compiles it without optimization.
 *
 * Nothing of x, s or c may be touched between a status that is not FL_DONE and the return: another core may run the
 * thread by then. The result is read before the pop, which may free the frame's memory. C locals do not survive a
 * suspension; x does not either: it is a parameter of f__run, which is called anew, maybe by another OS thread.
 *
 * A frame does not move. Frames of one thread lie one behind the other in chunks; the first is in the thread's own
 * block. In a build under AddressSanitizer each frame is a block of its own, which the sanitizer guards. */
#ifndef FL_THREADS_ABI_H
#define FL_THREADS_ABI_H

/* Programs may be in C89. */
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wpedantic"

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
#define FL_ALIGNED(bytes) alignas(bytes)
#define FL_ALIGNMENT(type) alignof(type)
#define FL_ASSERT(...) static_assert(__VA_ARGS__)
extern "C" {
#else
#define FL_ALIGNED(bytes) _Alignas(bytes)
#define FL_ALIGNMENT(type) _Alignof(type)
#define FL_ASSERT(...) _Static_assert(__VA_ARGS__)
#endif

/* FL_GO_ON: the thread is not parked; x->next is to be run at once, when the native stack is unwound. */
typedef enum { FL_DONE = 0, FL_PARKED = 1, FL_GO_ON = 2 } fl_status;
typedef struct fl_exec fl_exec; /* what runs threads on one OS thread: the first parameter of all of these functions */
typedef fl_status fl_run_function(fl_exec *x, void *frame);

/* Sixteen bytes on every machine, so that results are where FL_RESULT_OFFSET says. */
typedef struct fl_frame {
  FL_ALIGNED(8) fl_run_function *run;
  uint32_t back; /* bytes to the caller's frame; or FL_FIRST or FL_ROOT with the class of the block */
  uint32_t at;   /* 0: not begun; else where it goes on: the function's own numbering */
} fl_frame;
FL_ASSERT(sizeof(fl_frame) == 16, "frame headers are 16 bytes");

/* Sixteen bytes on every machine, directly before its first frame. `next` is for whatever queue the thread is in. */
struct fl_thread {
  union {
    struct {
      struct fl_thread *next;
      fl_frame *top; /* what is to be run; of no meaning while it runs */
    };
    uint64_t sixteen[2];
  };
};
FL_ASSERT(sizeof(struct fl_thread) == 16, "what is before a frame has 16 bytes");

/* Threads that are ready, first in, first out: fl_ready_init. The queue has no end in it: the last one's `next` (or
 * `head`, where there is none) is written when another one comes behind it, or when all are taken. */
struct fl_ready {
  struct fl_thread *batch;       /* taken from the queue together, to be resumed before those in it; NULL at the end */
  struct fl_thread *head, **end; /* where the next one's address is stored: `head`, or the last one's `next` */
};

#define FL_FIRST 1u /* the first frame of a chunk: the caller is in the chunk's header */
#define FL_ROOT 2u  /* the first frame of a thread: no caller */
/* With FL_ROOT: of a nursery, which the frame begins with (struct fl_nursery_root). It is the sign of an int32_t. */
#define FL_IN_NURSERY 0x80000000u

/* Directly before the first frame of each chunk but a thread's first. Frames of the caller's chunk end at `limit`. */
struct fl_chunk {
  union {
    struct {
      fl_frame *caller;
      char *limit;
    };
    uint64_t sixteen[2];
  };
};
FL_ASSERT(sizeof(struct fl_chunk) == 16, "what is before a frame has 16 bytes");

/* A thread's second chunk is of this size if its frame is small: most threads have room for one function in their own
 * block, and each call of theirs begins a chunk. The OS thread keeps one such chunk aside. */
#define FL_SPARE_BYTES 112u
#define FL_SPARE_BACK (FL_FIRST | FL_SPARE_BYTES / 16u << 4) /* `back` of its first frame: its block's class */

struct fl_scheduler;

/* Free blocks by class: up to FL_SMALL bytes, class = bytes / 16. */
#define FL_CLASSES 48u
#define FL_SMALL 256u
struct fl_block {
  struct fl_block *next;
};
struct fl_cache {
  struct fl_cached {
    struct fl_block *free;
    ptrdiff_t room; /* so many more may be given to it before somebody counts what it has; 0 of all: not made yet */
  } of[FL_CLASSES];
};

struct fl_exec {
  char *limit; /* end of the chunk in which the running frame is; NULL: not known. The runtime's and fl_push's */
  struct fl_chunk *spare; /* of FL_SPARE_BYTES, in no thread's use; or NULL */
  void *returned;         /* when f__run is called to go on after a call: the frame of the callee, which is done */
  intptr_t value;         /* what a primitive resulted in; who results in something else than 0 defers its caller */
  char *deep;             /* native stack below this address is kept for functions that do not suspend */
  fl_frame *next;         /* to be run at once, after whoever returned FL_GO_ON */
  /* For calls through pointers and spawns from functions that do not suspend: */
  const fl_frame *from; /* whose callee the entry makes; NULL: a new thread */
  size_t from_size;
  fl_frame *pushed;         /* what the entry made */
  int entering;             /* 1: an entry may be called. (A call by anyone else is an error that is caught.) */
  struct fl_thread *thread; /* the thread that runs; between two of them the last one, or NULL */
  struct fl_scheduler *scheduler;
  struct fl_scheduler *loop; /* the scheduler, if it is a loop; else what is no scheduler's address */
  struct fl_ready ready;     /* the scheduler's, if it is a loop; a pool's OS thread queues what is there at the pool */
  ptrdiff_t spawned;         /* threads of the main loop, since they were counted; elsewhere it is below 0 */
  size_t ended;              /* threads of any scheduler, since they were counted */
  struct fl_cache cache;
};

/* Of this OS thread; if it has run no threads yet, one that is nobody's. */
#ifdef __cplusplus
extern thread_local fl_exec *fl_here;
#else
extern _Thread_local fl_exec *fl_here;
#endif

static __inline__ void fl_ready_init(struct fl_ready *queue) {
  queue->batch = NULL;
  queue->head = NULL;
  queue->end = &queue->head;
}

static __inline__ int fl_ready_empty(const struct fl_ready *queue) {
  return queue->batch == NULL && queue->end == &queue->head;
}

static __inline__ void fl_ready_add(struct fl_ready *queue, struct fl_thread *thread) {
  *queue->end = thread;
  queue->end = &thread->next;
}

#define FL_LIKELY(e) __builtin_expect(!!(e), 1)
#define FL_UNLIKELY(e) __builtin_expect(!!(e), 0)

/* Less likely than any loop makes up for: compilers save registers where it happens, not for the function. */
#if defined __has_builtin
#if __has_builtin(__builtin_expect_with_probability)
#define FL_NEVER(e) __builtin_expect_with_probability(!!(e), 0, 1.0)
#endif
#endif
#ifndef FL_NEVER
#define FL_NEVER(e) FL_UNLIKELY(e)
#endif

/* Compilers are told to expect no call of it. */
#define FL_COLD __attribute__((__cold__))

#define FL_MANY 256
#if defined __clang__
#define FL_LARGE __attribute__((optnone, noinline))
#else
#define FL_LARGE __attribute__((optimize("O0")))
#endif

#if defined __SANITIZE_ADDRESS__
#define FL_SANITIZED 1
#elif defined __has_feature
#if __has_feature(address_sanitizer)
#define FL_SANITIZED 1
#endif
#endif

/* Not by _Alignof(R): of a vector that is longer than the machine's gcc says less than it gives to a member. */
#define FL_RESULT_OFFSET(R) \
  __builtin_offsetof(       \
      struct {              \
        fl_frame h;         \
        __typeof__(R) r;    \
      },                    \
      r)
#define FL_RESULT(frame, R) (*(R *)(void *)((char *)(frame) + FL_RESULT_OFFSET(R)))

/* A small block from the cache; NULL: it has none. */
static __inline__ void *fl_block_cached(struct fl_cache *cache, uint32_t of) {
  struct fl_block *block = cache->of[of].free;
  if (FL_LIKELY(block != NULL)) cache->of[of].free = block->next;
  return block;
}

/* What who calls something that hardly ever happens needs for afterwards goes through the call and comes back, so that
 * nobody has to save a register for it. */
struct fl_kept {
  fl_exec *x;
  fl_frame *s;
};

/* Before the arguments of a spawn are evaluated, in the function with the frame s: sees to it that the cache has a
 * block for a first frame. Arguments may take it again. Under AddressSanitizer there is no cache. */
FL_COLD struct fl_kept fl_reserve_slowly(fl_exec *x, fl_frame *s, uint32_t of);
static __inline__ struct fl_kept fl_reserve(fl_exec *x, fl_frame *s, size_t size, size_t align) {
  struct fl_kept kept = {x, s};
#ifndef FL_SANITIZED
  if (align > FL_ALIGNMENT(fl_frame) || size > FL_SMALL - sizeof(struct fl_thread)) return kept;
  uint32_t of = (uint32_t)((sizeof(struct fl_thread) + size + 15) / 16);
  if (FL_NEVER(x->cache.of[of].free == NULL)) kept = fl_reserve_slowly(x, s, of);
  if (kept.x->cache.of[of].free == NULL) __builtin_unreachable();
#else
  (void)size;
  (void)align;
#endif
  return kept;
}

/* The first frame of a new thread, which is not scheduled yet. Like fl_push, it ends the program with a message when
 * there is no memory, as running out of stack would. */
FL_COLD fl_frame *fl_root_slowly(fl_exec *x, fl_run_function *run, size_t size, size_t align);
static __inline__ fl_frame *fl_root(fl_exec *x, fl_run_function *run, size_t size, size_t align) {
  if (align > FL_ALIGNMENT(fl_frame) || size > FL_SMALL - sizeof(struct fl_thread))
    return fl_root_slowly(x, run, size, align);
  uint32_t of = (uint32_t)((sizeof(struct fl_thread) + size + 15) / 16);
  char *block = (char *)fl_block_cached(&x->cache, of);
  if (FL_NEVER(block == NULL)) return fl_root_slowly(x, run, size, align);
  fl_frame *frame = (fl_frame *)(void *)(block + sizeof(struct fl_thread));
  frame->run = run;
  frame->at = 0;
  frame->back = FL_ROOT | of << 4;
  return frame;
}

/* The general case of fl_push: no room, limit not known, unusual alignment. */
FL_COLD fl_frame *fl_push_slowly(fl_exec *x, const fl_frame *from, size_t from_size, fl_run_function *run, size_t size,
                                 size_t align);
FL_COLD void fl_pop_slowly(fl_exec *x, fl_frame *frame);

/* The first frame of a chunk of FL_SPARE_BYTES, which is the spare one or new. */
static __inline__ fl_frame *fl_chunk_begin(fl_exec *x, struct fl_chunk *chunk, const fl_frame *from,
                                           fl_run_function *run) {
  fl_frame *frame = (fl_frame *)(void *)(chunk + 1);
  if (chunk == x->spare) x->spare = NULL;
  chunk->caller = (fl_frame *)(uintptr_t)from;
  chunk->limit = x->limit;
  x->limit = (char *)chunk + FL_SPARE_BYTES;
  frame->run = run;
  frame->at = 0;
  frame->back = FL_SPARE_BACK;
  return frame;
}

/* In the place of `from`, the running frame, of which nothing is needed any more (a tail call): at the same address if
 * there is room, else somewhere else. */
fl_frame *fl_push_instead(fl_exec *x, fl_frame *from, fl_run_function *run, size_t size, size_t align);

/* A frame of `size` bytes above `from`, which is the running one and has from_size bytes (NULL: of a new thread). Not
 * yet begun. from_size 0: instead of `from`. */
static __inline__ fl_frame *fl_push(fl_exec *x, const fl_frame *from, size_t from_size, fl_run_function *run,
                                    size_t size, size_t align) {
  if (from == NULL) return fl_root(x, run, size, align);
  if (from_size == 0) return fl_push_instead(x, (fl_frame *)(uintptr_t)from, run, size, align);
  /* As integers: the limit is 0 while it is not known. */
  uintptr_t limit = (uintptr_t)x->limit;
  if (align > FL_ALIGNMENT(fl_frame) || size > PTRDIFF_MAX) return fl_push_slowly(x, from, from_size, run, size, align);
  if (FL_UNLIKELY((uintptr_t)from + from_size + size > limit)) {
    struct fl_chunk *chunk = x->spare;
    if (!chunk || !limit || size > FL_SPARE_BYTES - sizeof *chunk)
      return fl_push_slowly(x, from, from_size, run, size, align);
    return fl_chunk_begin(x, chunk, from, run);
  }
  fl_frame *frame = (fl_frame *)(void *)((uintptr_t)from + from_size);
  frame->run = run;
  frame->at = 0;
  frame->back = (uint32_t)from_size;
  return frame;
}

/* After a callee is done and its result was read. */
static __inline__ void fl_pop(fl_exec *x, fl_frame *frame) {
  if (FL_UNLIKELY(frame->back & (FL_FIRST | FL_ROOT))) {
    if (frame->back != FL_SPARE_BACK || x->spare) {
      fl_pop_slowly(x, frame);
      return;
    }
    struct fl_chunk *chunk = (struct fl_chunk *)(void *)frame - 1;
    frame->back = 0; /* for fl_task_dump: in nobody's use */
    x->limit = chunk->limit;
    x->spare = chunk;
  }
}

/* Each f__run that calls others than primitives begins with: if (fl_deep(x)) return fl_defer(x, &s->h);
 * Calls are native calls, but only so deep. Then the native stack is unwound, and the scheduler goes on with s. */
static __inline__ int fl_deep(const fl_exec *x) {
#ifdef FL_SANITIZED
  return (uintptr_t)__builtin_frame_address(0) < (uintptr_t)x->deep;
#else
  char here; /* its address needs no frame pointer */
  return (uintptr_t)&here < (uintptr_t)x->deep;
#endif
}

static __inline__ fl_status fl_defer(fl_exec *x, fl_frame *frame) {
  x->next = frame;
  return FL_GO_ON;
}

/* Spawn, in a suspending function:
 *   fl_frame *n = f__push(x, NULL, 0, a, b); fl_spawned(x, n);
 * The arguments are evaluated before f__push. From fl_spawned on the thread may run elsewhere, if the spawner is
 * detached. */
FL_COLD struct fl_kept fl_spawned_slowly(fl_exec *x, fl_frame *s, fl_frame *root);
static __inline__ struct fl_kept fl_spawned_by(fl_exec *x, fl_frame *s, fl_frame *root) {
  struct fl_kept kept = {x, s};
  if (FL_NEVER(++x->spawned < 0)) return fl_spawned_slowly(x, s, root);
  struct fl_thread *thread = (struct fl_thread *)(void *)root - 1;
  thread->top = root;
  fl_ready_add(&x->ready, thread);
  return kept;
}
static __inline__ void fl_spawned(fl_exec *x, fl_frame *root) { fl_spawned_by(x, NULL, root); }

/* Spawn anywhere else (native functions; any OS thread): fl_spawn_begin(), (void)f(a, b), fl_spawn_end()
 * where f is the entry. */
void fl_spawn_begin(void);
void fl_spawn_end(void);

/* After a call through a pointer: what the entry made. A native function whose address a cast has made one of a cps
 * function has made nothing, and ends the program with a message. */
FL_COLD __attribute__((__noreturn__)) void fl_not_entered(void);
static __inline__ fl_frame *fl_entered(const fl_exec *x) {
  if (FL_NEVER(x->pushed == NULL)) fl_not_entered();
  return x->pushed;
}

/* The entry f(a, b): fl_exec *x = fl_enter(); fl_frame *c = f__push(x, x->from, x->from_size, a, b);
 * x->pushed = c; and returns anything. A call through a pointer p of type R(*)(A, B):
 *   x->from = &s->h; x->from_size = sizeof *s; x->pushed = NULL; x->entering = 1; (void)p(a, b);
 *   { fl_frame *c = fl_entered(x); s->h.at = 3; if ((t = c->run(x, c)) != FL_DONE) return t; ... as above }
 * The arguments are evaluated before x->entering is set. A spawn through one: x->from = NULL; and fl_spawned(x,
 * fl_entered(x)). fl_enter ends the program with a message when a function that does not suspend calls one that
 * does. */
fl_exec *fl_enter(void);

/* Arguments behind `...` lie behind the members of the callee's frame, as on the stack when registers are full. */
#if defined __x86_64__ && !defined __ILP32__
enum { FL_VA_SLOT = 8, FL_VA_MOST = 16 };
static __inline__ void fl_va_start(void *list, void *arguments) {
  struct {
    unsigned integers, floats; /* of registers: all used */
    void *memory, *registers;
  } all = {48, 176, arguments, NULL};
  __builtin_memcpy(list, &all, sizeof all);
}
#elif defined __aarch64__
enum { FL_VA_SLOT = 8, FL_VA_MOST = 16 };
static __inline__ void fl_va_start(void *list, void *arguments) {
  struct {
    void *memory, *integers, *floats;
    int integers_left, floats_left;
  } all = {arguments, NULL, NULL, 0, 0};
  __builtin_memcpy(list, &all, sizeof all);
}
#else
#if defined __i386__
enum { FL_VA_SLOT = 4, FL_VA_MOST = 4 };
#elif defined __mips__ && _MIPS_SIM == _ABIO32
enum { FL_VA_SLOT = 4, FL_VA_MOST = 8 };
#else
enum { FL_VA_SLOT = 8, FL_VA_MOST = 8 };
#define FL_NO_VA __attribute__((__error__("cps functions with `...` are not there for this machine")))
#endif
#ifdef FL_NO_VA
void fl_va_start(void *list, void *arguments) FL_NO_VA;
#else
static __inline__ void fl_va_start(void *list, void *arguments) {
  __builtin_memcpy(list, &arguments, sizeof arguments);
}
#endif
#endif

/* Where a function waits, for fl_task_dump and debuggers: its tables of this kind are pointed to from the section
 * fl_lines. */
struct fl_lines {
  fl_run_function *run;
  const char *function, *file;
  uint32_t count;
  const uint32_t *lines; /* of its calls: the first is where it waits when `at` is 1 */
};

/* Every cps function, primitives too: fl_frame *f__push(fl_exec *, const fl_frame *from, size_t from_size,
 * parameters), fl_status f__run(fl_exec *, void *), and the entry, whose symbol is fl_cps_f.
 *
 * Primitives that are open-coded: called with the running frame and its size, last thing before the return.
 *   s->h.at = 4; if ((t = fl_sleep__leaf(x, &s->h, sizeof *s, ms, c)) != FL_DONE) return t;
 *   if (0) { case 4:; } v = (int)x->value;
 * What they mean is in fl_threads.h; fl_wait is in fl_threads_fast.h. */
struct fl_cond;
static __inline__ fl_status fl_yield__leaf(fl_exec *x, fl_frame *s, size_t size) {
  (void)size;
  x->thread->top = s;
  fl_ready_add(&x->ready, x->thread);
  return FL_PARKED;
}
fl_status fl_wait_anyway__leaf(fl_exec *x, fl_frame *s, size_t size, struct fl_cond *cond);
fl_status fl_sleep__leaf(fl_exec *x, fl_frame *s, size_t size, uint32_t ms, struct fl_cond *early);
fl_status fl_io_wait__leaf(fl_exec *x, fl_frame *s, size_t size, int fd, int events, struct fl_cond *early);
fl_status fl_io_wait_for__leaf(fl_exec *x, fl_frame *s, size_t size, int fd, int events, uint32_t ms,
                               struct fl_cond *early);
struct fl_nursery;
fl_status fl_nursery_join__leaf(fl_exec *x, fl_frame *s, size_t size, struct fl_nursery *nursery);
fl_status fl_link__leaf(fl_exec *x, fl_frame *s, size_t size, struct fl_scheduler *to);

#ifdef __cplusplus
}
#endif

#pragma GCC diagnostic pop

#endif
