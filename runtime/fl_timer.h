/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Timers: a hashed wheel of intrusive lists.
 *
 * Starting, stopping and moving a timer further away take constant time; moving it
 * further away is one store, because a slot re-files on expiry what is not due yet.
 * Source: Varghese and Lauck, "Hashed and hierarchical timing wheels" (1987), scheme 6.
 *
 * Times are milliseconds of any clock that does not go back. A timer fires at most FL_TIMER_TICK_MS late, never early.
 * Nothing here allocates, fails or looks at a clock. The caller owns timers and wheel, which must stay where they are
 * while a timer runs. One thread at a time. */
#ifndef FL_TIMER_H
#define FL_TIMER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define FL_TIMER_TICK_MS 64u
#define FL_TIMER_SLOTS 256u

/* Belongs to the caller, who embeds it in what it times. All zero: not running. */
struct fl_timer {
  struct fl_timer *next, *prev;
  uint64_t due;      /* when it fires */
  uint64_t filed_at; /* the tick it is filed under: never later than due */
};

struct fl_timers {
  struct fl_timer slots[FL_TIMER_SLOTS]; /* list heads */
  uint64_t tick;                         /* all ticks before this one have been run */
  size_t running;
};

/* No timer runs; the time is `now`. */
void fl_timers_init(struct fl_timers *timers, uint64_t now);

/* Starts the timer, or moves it if it runs already. */
void fl_timer_start(struct fl_timers *timers, struct fl_timer *timer, uint64_t due);

/* Stops it, if it runs. */
void fl_timer_stop(struct fl_timers *timers, struct fl_timer *timer);

/* Calls fire for every timer that is due. It may start and stop any timer, also this one. */
void fl_timers_run(struct fl_timers *timers, uint64_t now, void (*fire)(void *context, struct fl_timer *timer),
                   void *context);

/* How long nothing can be due: milliseconds, or -1 when no timer runs. */
int fl_timers_wait(const struct fl_timers *timers, uint64_t now);

#ifdef __cplusplus
}
#endif

#endif
