/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* What runs threads, one for each OS thread: made when it is first asked for, freed when the OS thread ends. */
#define _GNU_SOURCE
#include <stdlib.h>

#include "fl_scheduler.h"

fl_scheduler fl_main_scheduler = {
    .ready = &fl_main_scheduler.stopped,
    .stopped = {.end = &fl_main_scheduler.stopped.head},
    .lock = PTHREAD_MUTEX_INITIALIZER,
};

/* Native stack that the deepest suspending function leaves to those that do not suspend; and what the former use. */
#define NATIVE_RESERVE (256u * 1024u)
#define NATIVE_USE (512u * 1024u)
#define NATIVE_LEAST (64u * 1024u) /* of a stack whose end is not known; with none at all, no thread would get on */

/* All of them: for fl_task_dump, and for gdb/fl_threads.py. */
struct fl_self *fl_selves;
static pthread_mutex_t selves_lock = PTHREAD_MUTEX_INITIALIZER;

static pthread_key_t key;
static pthread_once_t once = PTHREAD_ONCE_INIT;
_Thread_local struct fl_self *fl_this;

static fl_exec nobody = {.loop = (fl_scheduler *)(void *)&nobody};
_Thread_local fl_exec *fl_here = &nobody;

static void self_free(void *which) {
  struct fl_self *self = which;
  fl_this = NULL;
  fl_here = &nobody;
  pthread_mutex_lock(&selves_lock);
  struct fl_self **link = &fl_selves;
  while (*link != self) link = &(*link)->other;
  *link = self->other;
  pthread_mutex_unlock(&selves_lock);
  /* When one of its threads ends the program: what is left is still somebody's. */
  fl_scheduler *loop = self->x.scheduler;
  if (loop && !loop->pool) {
    fl_ready_move(&loop->stopped, &self->x.ready);
    loop->ready = &loop->stopped;
  }
  if (self->x.spare) fl_block_free(&self->x.cache, self->x.spare, FL_SPARE_BYTES / 16);
  fl_cache_empty(&self->x.cache);
  free(self);
}

static void free_main(void) {
  /* The destructor of a key is not called for the OS thread that returns from main. */
  if (fl_this) {
    pthread_setspecific(key, NULL);
    self_free(fl_this);
  }
}

void fl_selves_lock(void) { pthread_mutex_lock(&selves_lock); }

void fl_selves_unlock(void) { pthread_mutex_unlock(&selves_lock); }

void fl_selves_forked(void) {
  if ((fl_selves = fl_this)) fl_this->other = NULL;
}

static void make_key(void) {
  if (pthread_key_create(&key, self_free) != 0) fl_die("no key for OS threads");
  if (atexit(free_main) != 0) fl_die("no memory for an OS thread");
}

/* The lowest address of this OS thread's stack, as far as is known. */
static char *stack_end(void) {
  pthread_attr_t attributes;
  void *low = NULL;
  size_t size = 0;
  if (pthread_getattr_np(pthread_self(), &attributes) == 0) {
    pthread_attr_getstack(&attributes, &low, &size);
    pthread_attr_destroy(&attributes);
  }
  return low;
}

/* From where a loop runs, which may be far down already. */
void fl_set_deep(struct fl_self *self) {
  char *here = __builtin_frame_address(0);
  size_t room = self->stack_end && here > self->stack_end ? (size_t)(here - self->stack_end) : 0;
  /* A main thread's stack may be unlimited; more than NATIVE_USE gains nothing. */
  size_t use = !self->stack_end ? NATIVE_LEAST : room > NATIVE_USE + NATIVE_RESERVE ? NATIVE_USE : room / 3;
  self->x.deep = here - use;
}

struct fl_self *fl_self(void) {
  if (FL_LIKELY(fl_this != NULL)) return fl_this;
  pthread_once(&once, make_key);
  struct fl_self *self = calloc(1, sizeof *self);
  if (!self || pthread_setspecific(key, self) != 0) fl_die("no memory for an OS thread");
  self->stack_end = stack_end();
  fl_set_deep(self);
  self->x.loop = fl_no_loop();
  fl_ready_init(&self->x.ready);
  self->x.spawned = PTRDIFF_MIN;
  fl_this = self;
  fl_here = &self->x;
  pthread_mutex_lock(&selves_lock);
  self->other = fl_selves;
  fl_selves = self;
  pthread_mutex_unlock(&selves_lock);
  return self;
}

fl_scheduler *fl_main(void) { return &fl_main_scheduler; }

fl_scheduler *fl_current(void) { return fl_this ? fl_this->x.scheduler : NULL; }

bool fl_is_detached(void) { return fl_current() && fl_current()->pool; }
