/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The server's time: the system's, that never goes back. Where the system's was set back, ours goes on from where it
 * was, at a second a second, until the other has come up; a value whose time was over does not come back. */
#ifndef FL_CLOCK_H
#define FL_CLOCK_H
#include <stdint.h>
#include <time.h>

struct fl_clock {
  uint64_t last, steady;
}; /* what was said last; in what moment, if that was more than the system's */

static inline uint64_t fl_clock_read(clockid_t which) {
  struct timespec t;
  clock_gettime(which, &t);
  return (uint64_t)t.tv_sec * 1000 + (uint64_t)t.tv_nsec / 1000000;
}

/* So many milliseconds from now, for what waits by CLOCK_MONOTONIC. */
static inline struct timespec fl_clock_in(uint32_t ms) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  t.tv_sec += ms / 1000;
  t.tv_nsec += (long)(ms % 1000) * 1000000;
  if (t.tv_nsec >= 1000000000) t.tv_sec++, t.tv_nsec -= 1000000000;
  return t;
}

/* Milliseconds since 1970. */
static inline uint64_t fl_clock_now(struct fl_clock *c) {
  uint64_t system = fl_clock_read(CLOCK_REALTIME);
  if (system >= c->last) {
    c->steady = 0;
    return c->last = system;
  }
  uint64_t steady = fl_clock_read(CLOCK_MONOTONIC);
  if (c->steady) c->last += steady - c->steady;
  c->steady = steady;
  return c->last;
}
#endif
