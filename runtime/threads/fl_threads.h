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

/* Programs may be in C89. */
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wpedantic"
#pragma GCC diagnostic ignored "-Wredundant-decls"
#ifndef __cplusplus
#pragma GCC diagnostic ignored "-Wdeclaration-after-statement"
#endif

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#if defined __FLCC__
#include "fl_threads_abi.h"
#define cps __fl_cps
void __fl_spawned(void);
#define fl_spawn(...) (__fl_spawned(), (void)(__VA_ARGS__))
int __fl_block(void);

/* fl_spawned statement: runs on a thread of its own, with copies, made now, of the locals that it uses; the thread ends
 * with it, or with `return;` in it. */
#define fl_spawned   \
  if (!__fl_block()) \
    ;                \
  else
cps int __fl_on(struct fl_scheduler *);
int __fl_deferred(void);

/* fl_attached(loop) { ... }, fl_detached { ... }, fl_detached_to(pool) { ... }: the block runs on that scheduler; who
 * leaves it, however he does, is back on his own first. fl_detached: in the default pool. */
#define fl_attached(loop) \
  if (!__fl_on(loop))     \
    ;                     \
  else
#define fl_detached_to(pool) fl_attached(pool)
#define fl_detached fl_detached_to(fl_default_pool())

/* fl_defer statement: done when the block around is left, however it is; the last one first. */
#define fl_defer        \
  if (!__fl_deferred()) \
    ;                   \
  else
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
#define FL_COND_INIT \
  { 0, 0, 0, 0, 0 }

#define FL_IN 1
#define FL_OUT 2
#define FL_FOREVER UINT32_MAX

/* ---- suspending calls */

/* Lets the other threads of the scheduler have their turn first. */
cps void fl_yield(void);

/* Until the condition is signalled: 0. Nothing is remembered: a signal before the wait is lost. */
cps int fl_wait(fl_cond *cond);

/* Until the condition is signalled, cancelled or not: for what must end before its memory is used for something else,
 * as an operation of the kernel's that was cancelled and may still write to its buffer. */
cps void fl_wait_anyway(fl_cond *cond);

/* Until `ms` have passed: 0. Or until `early`, which may be NULL, is signalled: -EINTR. FL_FOREVER never passes. */
cps int fl_sleep(uint32_t ms, fl_cond *early);

/* Until the descriptor is ready for one of `events` (FL_IN, FL_OUT): those of them for which it is, more than 0; all
 * of them on an error or hang-up, which the next read or write reports. Or until `early`, which may be NULL, is
 * signalled: -EINTR. -EBADF: not an open descriptor. Files that are always ready are so at once. Several threads may
 * wait for one descriptor; readiness can be stale when they are resumed (let reads not block). Who closes a
 * descriptor for which a thread waits wakes it by fl_close_wakes first. */
cps int fl_io_wait(int fd, int events, fl_cond *early);

/* As fl_io_wait, but at most `ms`, then -ETIMEDOUT. */
cps int fl_io_wait_for(int fd, int events, uint32_t ms, fl_cond *early);

/* Of a thread in a nursery that is cancelled, what waits in fl_wait, fl_sleep or fl_io_wait, and each such call from
 * then on, results in the reason: -ECANCELED, or -ETIMEDOUT if its deadline has passed. */

/* Goes on as a thread of another scheduler, which must not be NULL; results in the one it was of. */
cps fl_scheduler *fl_link(fl_scheduler *scheduler);

/* ---- nurseries: threads that end before somebody goes on */

/* All zero (FL_NURSERY_INIT): empty. Of the loop on which it is first used; a thread of it that goes elsewhere hears
 * of a cancellation at its next wait there, or when it is back. What is in it is the runtime's. */
struct fl_timer {
  struct fl_timer *next, *prev;
  uint64_t due;
};
struct fl_alarm {
  fl_scheduler *loop;
  void (*expired)(struct fl_alarm *);
  int reason; /* of a nursery: why it was cancelled */
  unsigned kind;
  struct fl_timer timer;
};
typedef struct fl_nursery {
  struct fl_alarm deadline;
  struct fl_op *pending, *last_pending;
  size_t running;
  fl_cond ended;
} fl_nursery;
#define FL_NURSERY_INIT \
  { {0, 0, 0, 0, {0, 0, 0}}, 0, 0, 0, FL_COND_INIT }

/* Waits until all threads of the nursery have ended: 0, or the reason for which it was cancelled. If the caller is
 * cancelled meanwhile, so is the nursery. After it, the nursery is as good as new. */
cps int fl_nursery_join(fl_nursery *nursery);

/* A thread of the nursery that calls f(argument). It has a block of 240 bytes, in which f's frame and what it waits for
 * have room, if f has few variables. On the nursery's loop; elsewhere -EINVAL. */
int fl_nursery_spawn(fl_nursery *nursery, cps void (*f)(void *), void *argument);

/* Cancels its threads' waits, those to come too. A second time is without effect. On its loop; else -EINVAL. */
int fl_nursery_cancel(fl_nursery *nursery);

/* Cancels it after `ms`; FL_FOREVER: not. Called again, in constant time, it moves the deadline. On its loop; else
 * -EINVAL. */
int fl_nursery_deadline(fl_nursery *nursery, uint32_t ms);

/* Why the running thread was cancelled; 0: it was not. */
int fl_cancelled(void);

/* ---- timeouts: restarted in constant time */

/* All zero: stopped. What is in it is the runtime's. */
typedef struct fl_timeout {
  struct fl_alarm alarm;
  fl_cond *cond;
} fl_timeout;

/* Signals all that wait for `cond` when `ms` have passed. Started again before, it begins anew. On a loop, the
 * condition's; elsewhere -EINVAL. */
int fl_timeout_start(fl_timeout *timeout, uint32_t ms, fl_cond *cond);

/* Whether it was running. On the same loop; its memory may be used for something else then. */
bool fl_timeout_stop(fl_timeout *timeout);

/* ---- any function, any OS thread */

/* Wakes the thread that has waited longest, or all that wait. They are resumed after those that are ready already.
 * From elsewhere than the condition's loop this is done when the loop comes round, in the order of these calls. */
void fl_signal(fl_cond *cond);
void fl_signal_all(fl_cond *cond);

/* Before the memory of a condition is used for something else: forgets signals that are under way from other OS
 * threads, which must not signal it any more. On its loop, with nobody waiting. Not needed if only the loop itself
 * signals. */
void fl_cond_destroy(fl_cond *cond);

/* The loop that a condition belongs to. If it is none's yet, it becomes the caller's; the main one's, if he is
 * detached. */
fl_scheduler *fl_cond_loop(fl_cond *cond);

/* Wakes all threads of this loop that wait for the descriptor: -EBADF. On the loop. */
void fl_close_wakes(int fd);

/* For a descriptor that is waited for again and again, such as a connection: the kernel goes on watching it between
 * waits, and most of them need no system call. It must be closed by fl_close then, on the loop on which it is kept,
 * and no copy of it (dup, fork) is affected. 0; detached, or outside of threads: -EINVAL. */
int fl_keep(int fd);

/* After fork, the child has the threads of the loop that forked, each waiting as before, and pools with OS threads of
 * its own. Threads that were on other loops or in pools are not there, and fl_main_loop waits for them for ever: let
 * the child end by exit, or fork first. Other loops of the parent's do not run there. */

/* Closes a descriptor, kept or not. Threads of this loop that wait for it wake: -EBADF. 0, or a negated errno. */
int fl_close(int fd);

/* The scheduler of the running thread; NULL outside of threads. */
fl_scheduler *fl_current(void);
bool fl_is_detached(void);

/* The main loop: where threads go that are spawned from outside of any thread. */
fl_scheduler *fl_main(void);

/* Runs the main loop on this OS thread until nothing can happen on it any more: no thread is ready, sleeps or waits
 * for a descriptor, none is on another loop or in a pool, and nobody holds it. Results in the number of threads that
 * are left, waiting for what cannot come: 0 when all have ended. One OS thread at a time, and not within a thread: that
 * ends the program with a message. */
size_t fl_main_loop(void);

/* For a main loop within somebody else's. fl_step runs what is ready and looks for events, without waiting; it
 * results in false when fl_main_loop would have returned. The descriptor that fl_step_fd results in is readable (for
 * poll, epoll, a GSource, ...) whenever fl_step has something to do, times that have passed included; it stays the
 * same. -1 with errno: no descriptors. Both on one OS thread, outside of threads; not together with fl_main_loop. */
bool fl_step(void);
int fl_step_fd(void);

/* ---- recorded runs: with FL_RECORD=FILE in its environment, what comes to the main loop is written to the file; with
 * FL_REPLAY=FILE, a program gets the same again, in the same places. docs/threads/replay.md */

/* Milliseconds of CLOCK_MONOTONIC, rounded down. */
uint64_t fl_now_ms(void);

/* Random bytes of the kernel's: 0, or a negated errno. */
int fl_random(void *data, size_t size);

/* What came from outside, other than by the calls of this header and of the library: the bytes are recorded; in a
 * replay they are replaced by what they were. 0; elsewhere than on the main loop nothing is done: -EINVAL. */
int fl_recorded(void *data, size_t size);

/* The same for a descriptor that the system gave, or a negative number. In a replay, the number is one of /dev/null's
 * if it is not open. */
int fl_recorded_fd(int fd);

/* Whether this run is recorded. Whether it is a replay, and the caller on the main loop: then nothing needs to be
 * asked of the world. Whether it is neither recorded nor a replay. */
bool fl_recording(void);
bool fl_replaying(void);
bool fl_live(void);

/* As long as more were taken than given back, fl_main_loop does not return for want of threads: for OS threads that
 * will signal or spawn. To give back more than was taken ends the program with a message. */
void fl_hold(void);
void fl_release(void);

/* A loop with an OS thread of its own, or a pool of at most `most` OS threads, started when they are needed. NULL
 * with errno set: no memory, no descriptors, no OS thread. */
fl_scheduler *fl_loop_start(void);
fl_scheduler *fl_pool_start(unsigned most);

/* Ends a loop or pool that has no threads any more, and its OS threads; NULL: nothing. From an OS thread that is none
 * of them, and not the main loop nor the default pool: that ends the program with a message. */
void fl_scheduler_stop(fl_scheduler *scheduler);

/* The pool for blocking calls: at most 16 OS threads. */
fl_scheduler *fl_default_pool(void);

/* Writes a backtrace of every thread to a descriptor, innermost function first, with file and line of the call at
 * which it waits. (Of the runtime's own functions, and those in other shared libraries: the function that resumes it,
 * if its symbol is to be had, and the number of the call.) Threads of other OS threads must be at rest. Not from a
 * signal handler: let that write to a pipe for which a thread waits. Those whose first function has variables aligned
 * to more than 8 bytes, or of more than 32 KiB, are left out. Under AddressSanitizer there are none; in erased mode
 * each has one frame. */
void fl_task_dump(int fd);

/* Bytes that threads and their frames occupy now, in whole pages. */
size_t fl_memory(void);

#ifdef __cplusplus
}
#endif

#if defined __FLCC__ && !defined __FLCC_ERASED__
#include "fl_threads_fast.h"
#endif

#pragma GCC diagnostic pop

#endif
