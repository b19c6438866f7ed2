/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Cooperative threads for C, for programs compiled by flcc. A function that may suspend is marked `cps`.
 *
 * A thread is attached to a *loop* (first in, first out; between two suspensions nothing else runs on that loop) or
 * to a *pool* of OS threads (then it is detached: it runs beside all others, and whatever blocks may block).
 *
 * What each call does in each of these states: docs/threads/primitives.md. Times are milliseconds of CLOCK_MONOTONIC.
 * Calls that result in int result in 0, or in a negative errno value (-ETIMEDOUT, ...), unless they say otherwise. */
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

/* ---- suspending calls */

/* Lets the other threads of the scheduler have their turn first. */
cps void fl_yield(void);

/* ---- any function, any OS thread */

/* The main loop: where threads go that are spawned from outside of any thread. */
fl_scheduler *fl_main(void);

/* Runs the main loop on this OS thread until nothing can happen on it any more: no thread is ready, sleeps or waits
 * for a descriptor, and none is elsewhere (fl_hold). Results in the number of threads that are left, waiting for what
 * cannot come: 0 when all have ended. One OS thread at a time. */
size_t fl_main_loop(void);

/* Bytes that threads and their frames occupy now, in whole pages; and blocks in use, of which each OS thread may keep
 * some in reserve. */
size_t fl_memory(void);

#ifdef __cplusplus
}
#endif

#endif
