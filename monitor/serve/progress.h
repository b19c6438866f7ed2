/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* A line on the standard error each second, of how far something is. */
#ifndef FL_PROGRESS_H
#define FL_PROGRESS_H
#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <time.h>

struct fl_progress {
  const char *of;
  bool quiet;
  time_t told;
};

static inline time_t fl_progress_clock(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec;
}
static inline struct fl_progress fl_progress_begin(const char *of, bool quiet) {
  return (struct fl_progress){of, quiet, fl_progress_clock()};
}
/* percent: less than 0 is unknown */
static inline void fl_progress_step(struct fl_progress *p, uint64_t count, int percent) {
  if (p->quiet || count % 1024 != 0) return;
  time_t now = fl_progress_clock();
  if (now == p->told) return;
  p->told = now;
  if (percent < 0)
    fprintf(stderr, "%" PRIu64 " %s\n", count, p->of);
  else
    fprintf(stderr, "%" PRIu64 " %s, %d%%\n", count, p->of, percent);
}
#endif
