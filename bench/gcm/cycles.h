/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* From readings of the time stamp counter to core cycles: the arithmetic, without the clock (tests/gcm/cycles.c runs
   it on made-up readings).

   Three things stand between a reading and what code takes. The counter runs at its own rate, and on some processors
   it moves in steps (of 26 on some by AMD): a reading says less than one step. Reading it takes time itself. And the
   probe, the loop of known length that says how many cycles a tick is, has a constant part besides, its readings and
   the mispredicted end of its loop. So probes and samples last many steps, and the constant parts are measured and
   subtracted. */
#ifndef FL_GCM_CYCLES_H
#define FL_GCM_CYCLES_H

#include <stdint.h>
#include <stdlib.h>

/* How many steps of the counter a probe or a sample must last: one of them is then a third of the limit for quiet. */
enum { STEPS_AT_LEAST = 250 };
static const double quiet_limit = 1.012;

static inline int by_value(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

static inline double median(double *v, int n) {
  qsort(v, (size_t)n, sizeof *v, by_value);
  return n % 2 ? v[n / 2] : (v[n / 2 - 1] + v[n / 2]) / 2;
}

/* Of the counter, from times of code of many different lengths: the largest of which nearly all are a multiple, give or
   take one tick (the counter may be scaled for a virtual machine). 1 when there is none above the rounding. */
static inline unsigned step_of(const uint64_t *times, int n) {
  enum { LARGEST = 128 };
  for (unsigned step = LARGEST; step > 3; step--) {
    int fit = 0;
    for (int i = 0; i < n; i++) {
      uint64_t over = times[i] % step;
      fit += over <= 1 || over == step - 1;
    }
    if (fit * 20 >= n * 19) return step;
  }
  return 1;
}

static inline int within_quiet(double time, double floor) { return time <= quiet_limit * floor; }

/* The mean of those times that are as quiet as the fastest. Of short ones the counter sees some as a step longer than
   others that are the same: on the average it is right. */
static inline double quiet_mean(const double *v, int n, unsigned step) {
  double floor = v[0], sum = 0;
  int used = 0;
  for (int i = 1; i < n; i++) floor = v[i] < floor ? v[i] : floor;
  for (int i = 0; i < n; i++)
    if (v[i] <= quiet_limit * floor + step) {
      sum += v[i];
      used++;
    }
  return sum / used;
}

/* What a probe takes besides its loop, by probes of two lengths. */
static inline double constant_part(double once, double twice) {
  double fixed = 2 * once - twice;
  return fixed > 0 ? fixed : 0;
}

/* The factor by which what takes [time] must be repeated, to last long enough for the counter. */
static inline unsigned repeats_for(double time, unsigned step) {
  double wanted = (double)STEPS_AT_LEAST * step;
  return time >= wanted ? 1 : time < 1 ? (unsigned)wanted : (unsigned)(wanted / time) + 1;
}

/* The cycles of a sample between two probes. [reading] is the time of an empty sample. */
static inline double cycles_of(double sample, double reading, double before, double after, double fixed,
                               double probe_cycles) {
  return (sample - reading) * probe_cycles / ((before + after) / 2 - fixed);
}

#endif
