/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Samples for bench/report.py: each is the CPU time of one batch; contestants take turns. */
#ifndef BENCH_CLOCK_H
#define BENCH_CLOCK_H

#include <stdio.h>
#include <time.h>

static inline double now_ns(void) {
  struct timespec t;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

static inline void sample(const char *contest, const char *contestant, double ns) {
  printf("%s\t%s\t%.4f\n", contest, contestant, ns);
}

#endif
