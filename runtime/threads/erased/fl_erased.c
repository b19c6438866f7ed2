/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* A thread's first and only frame runs a stack of its own. A primitive switches back to the scheduler's stack and is
 * called there, as translated code would call it: when it hands the thread to someone else, the stack is at rest. */
#define _GNU_SOURCE
#include "fl_erased.h"

#include <stdlib.h>
#include <sys/mman.h>
#include <ucontext.h>

#include "../fl_scheduler.h"

#if defined FL_SANITIZED
#include <sanitizer/common_interface_defs.h>
#include <sanitizer/asan_interface.h>
#endif
#if defined __SANITIZE_THREAD__
#define TSAN 1
#elif defined __has_feature
#if __has_feature(thread_sanitizer)
#define TSAN 1
#endif
#endif
#ifdef TSAN
#include <sanitizer/tsan_interface.h>
#endif

struct request {
  fl_status (*leaf)(fl_exec *x, fl_frame *s, size_t size, const struct request *request);
  void *pointer;
  int fd, events;
  uint32_t ms;
};

struct erased {
  fl_frame h;
  fl_nursery *nursery; /* as in struct fl_nursery_root; NULL: none */
  void (*thunk)(void *);
  void *block;
  char *stack;
  size_t stack_size;
  ucontext_t *here, *back;       /* the thread's context, at the end of its stack; the scheduler's */
  const struct request *request; /* NULL: it has returned */
  intptr_t value;
  void *fake, *fiber, *back_fiber; /* the sanitizers' */
  const void *back_stack;
  size_t back_size;
};

#define GUARD 4096u

static size_t stack_size(void) {
  const char *text = getenv("FL_ERASED_STACK");
  unsigned long long bytes = text ? strtoull(text, NULL, 10) : 0;
  if (bytes < 65536 || bytes > SIZE_MAX / 4) bytes = sizeof(void *) > 4 ? 64u << 20 : 256u << 10;
  return (size_t)bytes / 4096 * 4096;
}

/* Which OS thread runs this may change at every switch: the compiler must not remember it. */
static __attribute__((noinline)) struct erased *self(void) {
  fl_exec *x = &fl_self()->x;
  if (!x->thread) fl_die("a cps function was called outside of threads");
  return (struct erased *)(void *)(x->thread + 1);
}

static void before_switch(struct erased *e, bool to_thread, bool last) {
  (void)e, (void)to_thread, (void)last;
#ifdef FL_SANITIZED
  if (to_thread)
    __sanitizer_start_switch_fiber(&e->fake, e->stack, e->stack_size);
  else
    __sanitizer_start_switch_fiber(last ? NULL : &e->fiber, e->back_stack, e->back_size);
#endif
#ifdef TSAN
  __tsan_switch_to_fiber(to_thread ? e->fiber : e->back_fiber, 0);
#endif
}

static void to_scheduler(struct erased *e, bool last) {
  before_switch(e, false, last);
  swapcontext(e->here, e->back);
#ifdef FL_SANITIZED
  e = self();
  __sanitizer_finish_switch_fiber(e->fiber, &e->back_stack, &e->back_size);
#endif
}

static void body(void) {
  struct erased *e = self();
#ifdef FL_SANITIZED
  __sanitizer_finish_switch_fiber(NULL, &e->back_stack, &e->back_size);
#endif
  e->thunk(e->block);
  e = self();
  e->request = NULL;
  to_scheduler(e, true);
}

static void make_stack(struct erased *e) {
  e->stack_size = stack_size();
  e->stack = mmap(NULL, e->stack_size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (e->stack == MAP_FAILED || mprotect(e->stack, GUARD, PROT_NONE) != 0) fl_die("no memory for a stack");
  e->here = (ucontext_t *)(void *)(e->stack + e->stack_size - (sizeof(ucontext_t) + 63) / 64 * 64);
  getcontext(e->here);
  e->here->uc_stack.ss_sp = e->stack + GUARD;
  e->here->uc_stack.ss_size = (size_t)((char *)e->here - e->stack) - GUARD;
  e->here->uc_link = NULL;
  makecontext(e->here, body, 0);
#ifdef TSAN
  e->fiber = __tsan_create_fiber(0);
#endif
}

static void free_stack(struct erased *e) {
#ifdef TSAN
  __tsan_destroy_fiber(e->fiber);
#endif
#ifdef FL_SANITIZED
  __asan_unpoison_memory_region(e->stack + GUARD, e->stack_size - GUARD);
#endif
  munmap(e->stack, e->stack_size);
}

#define HAS_ENDED 1

/* A thread of a nursery ends on its loop. */
static fl_status left(fl_exec *x, struct erased *e) {
  if (!e->nursery) return FL_DONE;
  fl_scheduler *loop = e->nursery->deadline.loop;
  if (x->scheduler != loop) {
    e->h.at = HAS_ENDED;
    x->thread->top = &e->h;
    fl_move(x, loop);
    return FL_PARKED;
  }
  fl_nursery_left(e->nursery);
  return FL_DONE;
}

static fl_status erased_run(fl_exec *x, void *frame) {
  struct erased *e = frame;
  ucontext_t back;
  if (e->h.at == HAS_ENDED) return left(x, e);
  if (!e->stack) make_stack(e);
  e->back = &back;
  e->value = x->value;
#ifdef TSAN
  e->back_fiber = __tsan_get_current_fiber();
#endif
  for (;;) {
    before_switch(e, true, false);
    swapcontext(&back, e->here);
#ifdef FL_SANITIZED
    __sanitizer_finish_switch_fiber(e->fake, NULL, NULL);
#endif
    if (!e->request) {
      free_stack(e);
      e->stack = NULL;
      return left(x, e);
    }
    fl_status status = e->request->leaf(x, &e->h, sizeof *e, e->request);
    if (status != FL_DONE) return status;
    e->value = x->value;
  }
}

static struct erased *new_thread(fl_exec *x, void (*thunk)(void *), void *block) {
  struct erased *e = (struct erased *)(void *)fl_push(x, NULL, 0, erased_run, sizeof *e, _Alignof(struct erased));
  e->nursery = NULL;
  e->thunk = thunk;
  e->block = block;
  e->stack = NULL;
  e->request = NULL;
  e->fiber = NULL;
  return e;
}

void fl_erased_spawn(void (*thunk)(void *), void *block) {
  fl_exec *x = &fl_self()->x;
  fl_spawned(x, &new_thread(x, thunk, block)->h);
}

fl_frame *fl_nursery_root_erased(fl_exec *x, void (*f)(void *), void *argument);
fl_frame *fl_nursery_root_erased(fl_exec *x, void (*f)(void *), void *argument) {
  return &new_thread(x, f, argument)->h;
}

static intptr_t perform(struct request request) {
  struct erased *e = self();
  e->request = &request;
  to_scheduler(e, false);
  return self()->value;
}

#define LEAF(name, ...)                                                                         \
  static fl_status name##_leaf(fl_exec *x, fl_frame *s, size_t size, const struct request *r) { \
    (void)r;                                                                                    \
    return name##__leaf(__VA_ARGS__);                                                           \
  }

LEAF(fl_yield, x, s, size)
LEAF(fl_wait, x, s, size, r->pointer)
LEAF(fl_wait_anyway, x, s, size, r->pointer)
LEAF(fl_sleep, x, s, size, r->ms, r->pointer)
LEAF(fl_io_wait_for, x, s, size, r->fd, r->events, r->ms, r->pointer)
LEAF(fl_link, x, s, size, r->pointer)
LEAF(fl_nursery_join, x, s, size, r->pointer)

void fl_yield(void) { perform((struct request){.leaf = fl_yield_leaf}); }

int fl_wait(fl_cond *cond) { return (int)perform((struct request){.leaf = fl_wait_leaf, .pointer = cond}); }

void fl_wait_anyway(fl_cond *cond) { perform((struct request){.leaf = fl_wait_anyway_leaf, .pointer = cond}); }

int fl_sleep(uint32_t ms, fl_cond *early) {
  return (int)perform((struct request){.leaf = fl_sleep_leaf, .ms = ms, .pointer = early});
}

int fl_io_wait_for(int fd, int events, uint32_t ms, fl_cond *early) {
  return (int)perform(
      (struct request){.leaf = fl_io_wait_for_leaf, .fd = fd, .events = events, .ms = ms, .pointer = early});
}

int fl_io_wait(int fd, int events, fl_cond *early) { return fl_io_wait_for(fd, events, FL_FOREVER, early); }

fl_scheduler *fl_link(fl_scheduler *scheduler) {
  return (fl_scheduler *)perform((struct request){.leaf = fl_link_leaf, .pointer = scheduler});
}

int fl_nursery_join(fl_nursery *nursery) {
  return (int)perform((struct request){.leaf = fl_nursery_join_leaf, .pointer = nursery});
}
