/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Pools of OS threads: where threads are detached. First come, first served, each until it waits. */
#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

#include "fl_scheduler.h"

#define DEFAULT_WORKERS 16u

static void *work(void *given) {
  fl_scheduler *pool = given;
  fl_exec *x = &fl_self()->x;
  x->scheduler = pool;
  pthread_mutex_lock(&pool->lock);
  for (;;) {
    struct fl_thread *thread = fl_queue_take(&pool->inbox);
    if (thread) {
      pthread_mutex_unlock(&pool->lock);
      fl_resume(x, thread);
      fl_count_threads(x);
      pthread_mutex_lock(&pool->lock);
      /* If it yielded. */
      if ((thread = fl_ready_take(&x->ready))) fl_queue_add(&pool->inbox, thread);
    } else if (pool->stopping) {
      break;
    } else {
      pool->idle++;
      pthread_cond_wait(&pool->arrived, &pool->lock);
      pool->idle--;
      if (pool->called > 0) pool->called--;
    }
  }
  pthread_mutex_unlock(&pool->lock);
  x->scheduler = NULL;
  return NULL;
}

fl_scheduler *fl_pool_start(unsigned most) {
  if (most == 0 || most > 4096) {
    errno = EINVAL;
    return NULL;
  }
  fl_scheduler *pool = calloc(1, sizeof *pool);
  pthread_t *ids = calloc(most, sizeof *ids);
  if (!pool || !ids) {
    free(pool);
    free(ids);
    errno = ENOMEM;
    return NULL;
  }
  pool->pool = true;
  pool->most = most;
  pool->work = work;
  pool->ids = ids;
  pthread_mutex_init(&pool->lock, NULL);
  pthread_cond_init(&pool->arrived, NULL);
  fl_scheduler_add(pool);
  return pool;
}

void fl_scheduler_free(fl_scheduler *scheduler) {
  fl_scheduler_remove(scheduler);
  if (scheduler->made) {
    close(scheduler->epoll);
    close(scheduler->wake);
  }
  if (scheduler->pool) pthread_cond_destroy(&scheduler->arrived);
  pthread_mutex_destroy(&scheduler->lock);
  free(scheduler->fds);
  free(scheduler->ids);
  free(scheduler);
}

static void stop(fl_scheduler *scheduler) {
  pthread_mutex_lock(&scheduler->lock);
  scheduler->stopping = true;
  unsigned count = scheduler->workers;
  if (scheduler->pool)
    pthread_cond_broadcast(&scheduler->arrived);
  else
    atomic_store(&scheduler->posted, true);
  pthread_mutex_unlock(&scheduler->lock);
  if (!scheduler->pool) fl_wake_loop(scheduler);
  for (unsigned i = 0; i < count; i++) pthread_join(scheduler->ids[i], NULL);
  fl_scheduler_free(scheduler);
}

static _Atomic(fl_scheduler *) default_pool;

void fl_scheduler_stop(fl_scheduler *scheduler) {
  if (!scheduler) return;
  if (scheduler == &fl_main_scheduler || scheduler == default_pool)
    fl_die("fl_scheduler_stop of the main loop, or of the default pool");
  if (scheduler == fl_current()) fl_die("fl_scheduler_stop by one of its own threads");
  stop(scheduler);
}

/* When the program ends with idle workers they are joined, so that nothing of theirs is left over; with busy ones,
 * which may be blocked for ever, they are left to the system. */
static void stop_default(void) {
  fl_scheduler *pool = default_pool;
  pthread_mutex_lock(&pool->lock);
  bool busy = pool->idle < pool->workers || pool->inbox.head;
  pthread_mutex_unlock(&pool->lock);
  if (!busy && (!fl_current() || !fl_current()->pool)) stop(pool);
}

static void make_default(void) {
  default_pool = fl_pool_start(DEFAULT_WORKERS);
  if (!default_pool) fl_die("no memory for the default pool");
  atexit(stop_default);
}

fl_scheduler *fl_default_pool(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, make_default);
  return default_pool;
}
