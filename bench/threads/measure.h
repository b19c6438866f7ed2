/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* What all contestants share: counts, clock, the lines that bench/report.py reads. */
#ifndef MEASURE_H
#define MEASURE_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#ifdef __cplusplus
extern "C" {
#endif

static inline double seconds(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static inline long resident(void) {
  long total = 0, pages = 0;
  FILE *f = fopen("/proc/self/statm", "r");
  if (f) {
    if (fscanf(f, "%ld %ld", &total, &pages) != 2) pages = 0;
    fclose(f);
  }
  return pages * sysconf(_SC_PAGESIZE);
}

static inline void line(const char *who, const char *what, double value) {
  printf("%s\t%s\t%.2f\n", what, who, value);
  fflush(stdout);
}

#ifdef __cplusplus
}
#endif

/* A function that does not suspend, and that no compiler looks into. */
static __attribute__((noinline)) long native(long a, long b) {
  __asm__ volatile("" : "+r"(a));
  return a + b;
}

#endif
