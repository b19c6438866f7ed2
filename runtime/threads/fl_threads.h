/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Cooperative threads for C, for programs compiled by flcc. A function that may suspend is marked `cps`.
 *
 * A thread is attached to a *loop* (first in, first out; between two suspensions nothing else runs on that loop) or
 * to a *pool* of OS threads (then it is detached: it runs beside all others, and whatever blocks may block). What
 * each call does in each of these states: docs/threads/primitives.md.
 *
 * Times are milliseconds of CLOCK_MONOTONIC; they never pass early. Where a call results in an int, a negative one is
 * a negated errno. Out of memory for a thread or a frame ends the program with a message, as running out of stack
 * would. */
#ifndef FL_THREADS_H
#define FL_THREADS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#if defined __FLCC__
#include "fl_threads_abi.h"
#define cps __fl_cps
void __fl_spawned(void);
#define fl_spawn(...) (__fl_spawned(), (void)(__VA_ARGS__))
#elif !defined cps
#define cps
#endif

#ifdef __cplusplus
extern "C" {
#endif

typedef struct fl_scheduler fl_scheduler; /* a loop or a pool */

/* A condition variable: threads that wait for it, first in, first out. It belongs to the loop on which a thread first
 * waits for it; for threads elsewhere see docs/threads/primitives.md. All zero (FL_COND_INIT): nobody waits. What is
 * in it is the runtime's. */
typedef struct fl_cond {
  uintptr_t head, tail;
  fl_scheduler *loop;
  struct fl_cond *next_posted;
  uint32_t pending;
} fl_cond;
#define FL_COND_INIT {0, 0, 0, 0, 0}

#define FL_IN 1
#define FL_OUT 2
#define FL_FOREVER UINT32_MAX

/* ---- suspending calls */

/* Lets the other threads of the scheduler have their turn first. */
cps void fl_yield(void);

/* Until the condition is signalled. Nothing is remembered: a signal before the wait is lost. */
cps void fl_wait(fl_cond *cond);

/* Until `ms` have passed: 0. Or until `early`, which may be NULL, is signalled: -EINTR. FL_FOREVER never passes. */
cps int fl_sleep(uint32_t ms, fl_cond *early);

/* Until the descriptor is ready for one of `events` (FL_IN, FL_OUT): those of them for which it is, more than 0; all
 * of them on an error or hang-up, which the next read or write reports. Or until `early`, which may be NULL, is
 * signalled: -EINTR. -EBADF: not an open descriptor. Files that are always ready are so at once. Several threads may
 * wait for one descriptor; readiness can be stale when they are resumed (let reads not block). Who closes a
 * descriptor for which a thread waits wakes it by fl_close_wakes first. */
cps int fl_io_wait(int fd, int events, fl_cond *early);

/* The same, but at most `ms`, then -ETIMEDOUT. */
cps int fl_io_wait_for(int fd, int events, uint32_t ms, fl_cond *early);

/* Goes on as a thread of another scheduler; results in the one it was of. */
cps fl_scheduler *fl_link(fl_scheduler *scheduler);

/* ---- any function, any OS thread */

/* Wakes the thread that has waited longest, or all that wait. They are resumed after those that are ready already.
 * From elsewhere than the condition's loop this is done when the loop comes round, in the order of these calls. */
void fl_signal(fl_cond *cond);
void fl_signal_all(fl_cond *cond);

/* Before the memory of a condition is used for something else: forgets signals that are under way from other OS
 * threads, which must not signal it any more. On its loop, with nobody waiting. Not needed if only the loop itself
 * signals. */
void fl_cond_destroy(fl_cond *cond);

/* Wakes all threads of this loop that wait for the descriptor: -EBADF. On the loop. */
void fl_close_wakes(int fd);

/* The scheduler of the running thread; NULL outside of threads. */
fl_scheduler *fl_current(void);
bool fl_is_detached(void);

/* The main loop: where threads go that are spawned from outside of any thread. */
fl_scheduler *fl_main(void);

/* Runs the main loop on this OS thread until nothing can happen on it any more: no thread is ready, sleeps or waits
 * for a descriptor, none is on another loop or in a pool, and nobody holds it. Results in the number of threads that
 * are left, waiting for what cannot come: 0 when all have ended. One OS thread at a time. */
size_t fl_main_loop(void);

/* As long as more were taken than given back, fl_main_loop does not return for want of threads: for OS threads that
 * will signal or spawn. */
void fl_hold(void);
void fl_release(void);

/* A loop with an OS thread of its own, or a pool of at most `most` OS threads, started when they are needed. NULL
 * with errno set: no memory, no descriptors, no OS thread. */
fl_scheduler *fl_loop_start(void);
fl_scheduler *fl_pool_start(unsigned most);

/* Ends a loop or pool that has no threads any more, and its OS threads. From an OS thread that is none of them. */
void fl_scheduler_stop(fl_scheduler *scheduler);

/* The pool for blocking calls: at most 16 OS threads. */
fl_scheduler *fl_default_pool(void);

/* Bytes that threads and their frames occupy now, in whole pages. */
size_t fl_memory(void);

#ifdef __cplusplus
}
#endif

#endif
