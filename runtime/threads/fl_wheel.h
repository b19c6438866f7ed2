/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Timers in a hierarchical wheel of milliseconds: starting, stopping and moving one take constant time.
 * Source: Varghese and Lauck, "Hashed and hierarchical timing wheels" (1987), scheme 7.
 *
 * Timers expire in the order of their times, and those of one millisecond in the order in which they were started.
 * Nothing here allocates, fails or looks at a clock. */
#ifndef FL_WHEEL_H
#define FL_WHEEL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define FL_WHEEL_LEVELS 6u /* of 64 slots each: 2^36 ms are two years; what is later is filed anew then */

#include "fl_threads.h" /* struct fl_timer. All zero: not running */

struct fl_wheel {
  struct fl_timer slots[FL_WHEEL_LEVELS][64]; /* list heads */
  uint64_t used[FL_WHEEL_LEVELS];             /* a bit for each slot that may have timers */
  uint64_t now;                               /* all that was due by then has expired */
  size_t running;
};

void fl_wheel_init(struct fl_wheel *wheel, uint64_t now);
void fl_wheel_start(struct fl_wheel *wheel, struct fl_timer *timer, uint64_t due); /* it does not run */
void fl_wheel_stop(struct fl_wheel *wheel, struct fl_timer *timer);                /* if it runs */
static inline bool fl_timer_running(const struct fl_timer *timer) { return timer->next != NULL; }

/* Takes out the next timer that is due; NULL: none is, and the wheel's time is `now`. */
struct fl_timer *fl_wheel_expire(struct fl_wheel *wheel, uint64_t now);

/* A time before which nothing is due; UINT64_MAX: nothing runs. */
uint64_t fl_wheel_next(const struct fl_wheel *wheel);

#endif
