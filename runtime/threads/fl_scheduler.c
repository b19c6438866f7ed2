/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#define _GNU_SOURCE
#include "fl_record.h"

#include <errno.h>
#include <stdlib.h>

fl_scheduler fl_main_scheduler = {
    .ready = &fl_main_scheduler.stopped,
    .stopped = {.end = &fl_main_scheduler.stopped.head},
    .lock = PTHREAD_MUTEX_INITIALIZER,
};

/* Threads that are not attached to the main loop, and holds. */
static atomic_size_t outside;

/* ---- one per OS thread */

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
  if (atexit(free_main) != 0 || !fl_watch_forks()) fl_die("no memory for an OS thread");
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

bool fl_runs(const struct fl_thread *thread) {
  bool found = false;
  pthread_mutex_lock(&selves_lock);
  for (struct fl_self *self = fl_selves; self; self = self->other) found = found || self->x.thread == thread;
  pthread_mutex_unlock(&selves_lock);
  return found;
}

/* ---- from one scheduler to another */

void fl_outside_more(void) { atomic_fetch_add(&outside, 1); }

void fl_outside_less(void) {
  size_t before = atomic_fetch_sub(&outside, 1);
  if (before == 1)
    fl_wake_loop(&fl_main_scheduler);
  else if (before == 0)
    fl_die("more was given back by fl_release than fl_hold took");
}

size_t fl_outside(void) { return atomic_load(&outside); }

void fl_hold(void) { fl_outside_more(); }

void fl_release(void) { fl_outside_less(); }

void fl_post(fl_scheduler *scheduler, struct fl_thread *thread) {
  pthread_mutex_lock(&scheduler->lock);
  fl_queue_add(&scheduler->inbox, thread);
  if (scheduler->pool) {
    fl_pool_has_work(scheduler);
    pthread_mutex_unlock(&scheduler->lock);
    return;
  }
  atomic_store(&scheduler->posted, true);
  pthread_mutex_unlock(&scheduler->lock);
  fl_wake_loop(scheduler);
}

void fl_move(fl_exec *x, fl_scheduler *to) {
  if (!to) fl_die("fl_link to no scheduler");
  fl_scheduler *from = x->scheduler;
  if (!from->pool) from->threads--;
  if (from == &fl_main_scheduler) {
    fl_outside_more(); /* until it ends, or comes back */
    if (FL_UNLIKELY(fl_mode() != FL_LIVE)) fl_record_leaves(x->thread);
  }
  fl_post(to, x->thread);
}

void fl_count_threads(fl_exec *x) {
  fl_scheduler *scheduler = x->scheduler;
  bool attached = x->spawned >= 0;
  if (!scheduler->pool) scheduler->threads += (attached ? (size_t)x->spawned : 0) - x->ended;
  if (!attached)
    for (; x->ended > 0; x->ended--) fl_outside_less();
  x->spawned = attached ? 0 : PTRDIFF_MIN;
  x->ended = 0;
  x->thread = NULL;
}

/* ---- spawn */

struct fl_kept fl_spawned_slowly(fl_exec *x, fl_frame *s, fl_frame *root) {
  x->spawned = PTRDIFF_MIN; /* it is not these that are counted */
  struct fl_thread *thread = fl_thread_of(root);
  thread->top = root;
  fl_scheduler *scheduler = x->scheduler;
  fl_outside_more();
  if (FL_UNLIKELY(fl_mode() != FL_LIVE)) fl_record_new(thread);
  if (scheduler && !scheduler->pool) {
    scheduler->threads++;
    fl_ready_add(scheduler->ready, thread);
  } else {
    fl_post(scheduler ? scheduler : &fl_main_scheduler, thread);
  }
  return (struct fl_kept){x, s};
}

void fl_spawn_begin(void) {
  fl_exec *x = &fl_self()->x;
  x->from = NULL;
  x->from_size = 0;
  x->pushed = NULL;
  x->entering = 1;
}

void fl_spawn_end(void) {
  fl_exec *x = &fl_self()->x;
  if (x->entering || !x->pushed) fl_die("fl_spawn of something that is no call of a cps function");
  fl_frame *made = x->pushed;
  x->pushed = NULL; /* the callee of nobody who calls through a pointer meanwhile */
  fl_spawned(x, made);
}

void fl_not_entered(void) { fl_die("a function that is not cps was called through a pointer to one that is"); }

fl_exec *fl_enter(void) {
  fl_exec *x = &fl_self()->x;
  if (!x->entering) fl_die("a cps function was called by a function that is not one");
  x->entering = 0;
  return x;
}

/* ---- loops */

static void enter_loop(fl_exec *x, fl_scheduler *loop) {
  if (x->scheduler) fl_die("a loop within a thread");
  if (!fl_loop_make(loop)) fl_die("no descriptors for a loop");
  if (atomic_exchange(&loop->runs, true)) fl_die("two OS threads run one loop");
  fl_set_deep(fl_self_of(x));
  x->scheduler = x->loop = loop;
  fl_ready_move(&x->ready, &loop->stopped);
  loop->ready = &x->ready;
  x->spawned = loop == &fl_main_scheduler ? 0 : PTRDIFF_MIN;
}

static void leave_loop(fl_exec *x) {
  fl_ready_move(&x->loop->stopped, &x->ready);
  x->loop->ready = &x->loop->stopped;
  atomic_store(&x->loop->runs, false);
  x->scheduler = NULL;
  x->loop = fl_no_loop();
  x->spawned = PTRDIFF_MIN;
  x->thread = NULL;
}

/* Nothing can happen on the main loop any more. */
static bool at_end(fl_scheduler *loop) {
  return fl_ready_empty(loop->ready) && loop->io_waiting == 0 && loop->wheel.running == 0 &&
         atomic_load(&outside) == 0 && !atomic_load(&loop->posted);
}

static bool stopped(fl_scheduler *loop) {
  pthread_mutex_lock(&loop->lock);
  bool stop = loop->stopping;
  pthread_mutex_unlock(&loop->lock);
  return stop;
}

/* The main loop, recorded or replayed: as below. */
static void run_recorded(fl_exec *x, fl_scheduler *loop) {
  for (bool looked = false;;) {
    if (fl_mode() == FL_REPLAYING) {
      if (!fl_replay_poll(loop)) return;
    } else if (!looked) {
      fl_poll(loop, 0);
    }
    looked = false;
    fl_record_resume_some(x, FL_BUDGET);
    fl_count_threads(x);
    if (fl_mode() == FL_REPLAYING || !fl_ready_empty(loop->ready) || atomic_load(&loop->posted)) continue;
    if (at_end(loop)) break;
    fl_poll(loop, UINT64_MAX);
    looked = true;
  }
  fl_record_end();
}

/* Runs what is ready, looks for events, and so on; until nothing can happen, or the loop is stopped. It does not look
 * twice with nobody resumed in between: descriptors that are kept would be reported again. */
static void run_loop(fl_scheduler *loop) {
  fl_exec *x = &fl_self()->x;
  enter_loop(x, loop);
  if (loop == &fl_main_scheduler) fl_record_begin(loop);
  if (FL_UNLIKELY(fl_mode_here() != FL_LIVE)) {
    run_recorded(x, loop);
    leave_loop(x);
    return;
  }
  for (bool looked = false;;) {
    if (!looked) fl_poll(loop, 0);
    looked = false;
    fl_resume_some(x, FL_BUDGET);
    fl_count_threads(x);
    if (!fl_ready_empty(loop->ready) || atomic_load(&loop->posted)) continue;
    if (loop == &fl_main_scheduler ? at_end(loop) : stopped(loop)) break;
    fl_poll(loop, UINT64_MAX);
    looked = true;
  }
  leave_loop(x);
}

/* What is ready at once is run, as far as the budget goes: the foreign loop has its turn, too. */
bool fl_step(void) {
  fl_scheduler *loop = &fl_main_scheduler;
  fl_exec *x = &fl_self()->x;
  fl_record_not_here();
  enter_loop(x, loop);
  fl_poll(loop, 0);
  fl_resume_some(x, FL_BUDGET);
  fl_count_threads(x);
  bool more = !at_end(loop);
  if (loop->alarm > 0) fl_alarm_loop(loop, !fl_ready_empty(loop->ready));
  leave_loop(x);
  return more;
}

int fl_step_fd(void) {
  fl_scheduler *loop = &fl_main_scheduler;
  if (!fl_loop_make(loop) || !fl_loop_embed(loop)) return -1;
  fl_alarm_loop(loop, true);
  return loop->epoll;
}

size_t fl_main_loop(void) {
  run_loop(&fl_main_scheduler);
  return fl_main_scheduler.threads;
}

fl_scheduler *fl_main(void) { return &fl_main_scheduler; }

fl_scheduler *fl_current(void) { return fl_this ? fl_this->x.scheduler : NULL; }

bool fl_is_detached(void) {
  fl_scheduler *scheduler = fl_current();
  return scheduler && scheduler->pool;
}

static void *loop_main(void *loop) {
  run_loop(loop);
  return NULL;
}

fl_scheduler *fl_loop_start(void) {
  fl_scheduler *loop = calloc(1, sizeof *loop);
  if (!loop) return NULL;
  fl_ready_init(&loop->stopped);
  loop->ready = &loop->stopped;
  pthread_mutex_init(&loop->lock, NULL);
  int error = 0;
  if (!fl_loop_make(loop)) {
    error = errno;
  } else if (!(loop->ids = malloc(sizeof *loop->ids))) {
    error = ENOMEM;
  } else {
    loop->workers = 1;
    fl_scheduler_add(loop);
    if ((error = pthread_create(loop->ids, NULL, loop_main, loop)) == 0) return loop;
  }
  fl_scheduler_free(loop);
  errno = error;
  return NULL;
}

size_t fl_memory(void) { return fl_slab_use().bytes; }
