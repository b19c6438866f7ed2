/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#define _GNU_SOURCE
#include "fl_scheduler.h"

#include <stdlib.h>
#include <sys/resource.h>

static fl_scheduler main_loop = {.lock = PTHREAD_MUTEX_INITIALIZER};

/* ---- one per OS thread */

/* Stack that functions which do not suspend find above the deepest of those that do; and what the latter use of it. */
#define NATIVE_RESERVE (256u * 1024u)
#define NATIVE_USE (512u * 1024u)

static pthread_key_t key;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static _Thread_local struct fl_self *current;

static void self_free(void *self)
{
  fl_cache_empty(&((struct fl_self *)self)->cache);
  free(self);
}

static void free_main(void)
{
  /* The destructor of a key is not called for the OS thread that returns from main. */
  if (current) {
    pthread_setspecific(key, NULL);
    self_free(current);
    current = NULL;
  }
}

static void make_key(void)
{
  if (pthread_key_create(&key, self_free) != 0)
    fl_die("no key for OS threads");
  atexit(free_main);
}

static char *deepest(void)
{
  pthread_attr_t attributes;
  void *low = NULL;
  size_t size = 0;
  char *here = __builtin_frame_address(0);
  if (pthread_getattr_np(pthread_self(), &attributes) == 0) {
    pthread_attr_getstack(&attributes, &low, &size);
    pthread_attr_destroy(&attributes);
  }
  size_t room = low && here > (char *)low ? (size_t)(here - (char *)low) : 0;
  /* A main thread's stack may be unlimited; more than NATIVE_USE gains nothing. */
  if (room > NATIVE_USE + NATIVE_RESERVE)
    return here - NATIVE_USE;
  return here - room / 3;
}

struct fl_self *fl_self(void)
{
  if (FL_LIKELY(current != NULL))
    return current;
  pthread_once(&once, make_key);
  struct fl_self *self = calloc(1, sizeof *self);
  if (!self || pthread_setspecific(key, self) != 0)
    fl_die("no memory for an OS thread");
  self->x.deep = deepest();
  current = self;
  return self;
}

/* ---- spawn */

void fl_post(fl_scheduler *scheduler, struct fl_thread *thread)
{
  pthread_mutex_lock(&scheduler->lock);
  fl_queue_add(&scheduler->inbox, thread);
  atomic_store_explicit(&scheduler->posted, true, memory_order_release);
  pthread_mutex_unlock(&scheduler->lock);
}

void fl_spawned(fl_exec *x, fl_frame *root)
{
  struct fl_thread *thread = fl_thread_of(root);
  thread->top = root;
  fl_scheduler *scheduler = x->scheduler;
  if (FL_UNLIKELY(!scheduler)) {
    fl_post(&main_loop, thread);
    return;
  }
  scheduler->threads++;
  fl_queue_add(&scheduler->ready, thread);
}

void fl_spawn_begin(void)
{
  fl_exec *x = &fl_self()->x;
  x->from = NULL;
  x->from_size = 0;
  x->pushed = NULL;
  x->entering = 1;
}

void fl_spawn_end(void)
{
  fl_exec *x = &fl_self()->x;
  if (x->entering || !x->pushed)
    fl_die("fl_spawn of something that is no call of a cps function");
  fl_spawned(x, x->pushed);
}

fl_exec *fl_enter(void)
{
  fl_exec *x = &fl_self()->x;
  if (!x->entering)
    fl_die("a cps function was called by a function that is not one");
  x->entering = 0;
  return x;
}

/* ---- the loop */

fl_status fl_yield__leaf(fl_exec *x, fl_frame *s, size_t size)
{
  (void)size;
  fl_scheduler *scheduler = x->scheduler;
  x->thread->top = s;
  fl_queue_add(&scheduler->ready, x->thread);
  return FL_PARKED;
}

static void take_inbox(fl_scheduler *loop)
{
  if (!atomic_load_explicit(&loop->posted, memory_order_acquire))
    return;
  pthread_mutex_lock(&loop->lock);
  struct fl_queue inbox = loop->inbox;
  loop->inbox = (struct fl_queue){0};
  atomic_store_explicit(&loop->posted, false, memory_order_relaxed);
  pthread_mutex_unlock(&loop->lock);
  for (struct fl_thread *thread; (thread = fl_queue_take(&inbox));) {
    loop->threads++;
    fl_queue_add(&loop->ready, thread);
  }
}

size_t fl_main_loop(void)
{
  struct fl_self *self = fl_self();
  fl_exec *x = &self->x;
  fl_scheduler *loop = &main_loop;
  if (x->scheduler)
    fl_die("fl_main_loop from within a thread");
  x->scheduler = loop;
  do {
    take_inbox(loop);
    struct fl_thread *thread;
    for (self->budget = FL_BUDGET; self->budget > 0 && (thread = fl_queue_take(&loop->ready)); self->budget--)
      fl_resume(x, thread);
  } while (loop->ready.head || atomic_load(&loop->posted));
  x->scheduler = NULL;
  return loop->threads;
}

fl_scheduler *fl_main(void)
{
  return &main_loop;
}

size_t fl_memory(void)
{
  return fl_slab_use().bytes;
}
