/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Core cycles on a shared virtual machine: the time stamp counter runs at its own rate and other guests disturb. So
   each sample is timed between two runs of a probe, a loop that takes a known number of cycles (a chain of additions)
   while keeping the AES unit busy. A sample counts only when both probes are within 1.2% of the fastest probe seen;
   its cycles are its time over the probes' time, times the probe's cycles, after what is constant in either has been
   subtracted (cycles.h). One processor may have a busy neighbour on the other half of its core while another has
   none: first comes a look for the quietest. */
#ifndef FL_GCM_QUIET_H
#define FL_GCM_QUIET_H

#include "cycles.h"

#include <sched.h>
#include <stdint.h>
#include <stdlib.h>
#include <x86intrin.h>

/* Of a probe, without its constant part; more where the counter moves in large steps. */
static uint64_t probe_cycles = 8 * 250;

/* By [calibrate]: of the counter; of a probe besides its loop; of an empty sample. */
static unsigned counter_step = 1;
static double probe_fixed, empty_sample;

static inline uint64_t ticks(void) {
  unsigned aux;
  _mm_lfence();
  uint64_t t = __rdtscp(&aux);
  _mm_lfence();
  return t;
}

/* Eight additions in a chain take eight cycles; beside them, what keeps the front end and the vector units busy, so
   that a neighbour who uses any of those is felt. */
static inline uint64_t probe_of(uint64_t cycles) {
  static const uint8_t read[64];
  uint64_t n = cycles / 8, x = 1;
  uint64_t start = ticks();
  __asm__ volatile(".p2align 6\n"
                   "1:\n"
                   "add $1, %1; vaesenc %%xmm8, %%xmm0, %%xmm0; vmovdqu (%2), %%xmm7; nop\n"
                   "add $1, %1; vaesenc %%xmm8, %%xmm1, %%xmm1; vpshufb %%xmm8, %%xmm7, %%xmm6; nop\n"
                   "add $1, %1; vaesenc %%xmm8, %%xmm2, %%xmm2; vmovdqu 16(%2), %%xmm7; nop\n"
                   "add $1, %1; vaesenc %%xmm8, %%xmm3, %%xmm3; vpshufb %%xmm8, %%xmm7, %%xmm6; nop\n"
                   "add $1, %1; vaesenc %%xmm8, %%xmm4, %%xmm4; vmovdqu 32(%2), %%xmm7; nop\n"
                   "add $1, %1; vaesenc %%xmm8, %%xmm5, %%xmm5; vpshufb %%xmm8, %%xmm7, %%xmm6; nop\n"
                   "add $1, %1; vmovdqu 48(%2), %%xmm7; nop\n"
                   "add $1, %1; vpshufb %%xmm8, %%xmm7, %%xmm6\n"
                   "dec %0; jnz 1b\n"
                   : "+r"(n), "+r"(x)
                   : "r"(read)
                   : "cc", "xmm0", "xmm1", "xmm2", "xmm3", "xmm4", "xmm5", "xmm6", "xmm7", "xmm8");
  return ticks() - start;
}

static inline uint64_t probe(void) { return probe_of(probe_cycles); }

static uint64_t probe_floor = UINT64_MAX;

static inline int is_quiet(uint64_t t) {
  if (t < probe_floor) probe_floor = t;
  return within_quiet((double)t, (double)probe_floor);
}

/* The step of the counter and the constant parts, on the processor that this runs on. */
static inline void calibrate(void) {
  enum { TIMES = 2000 };
  static uint64_t times[TIMES];
  static double once[TIMES], twice[TIMES], empty[TIMES];
  for (int i = 0; i < TIMES; i++) {
    uint64_t start = ticks();
    for (volatile int k = i % 97; k > 0; k--)
      ;
    times[i] = ticks() - start;
  }
  counter_step = step_of(times, TIMES);
  probe_cycles *= repeats_for((double)probe(), counter_step);
  for (int i = 0; i < TIMES; i++) {
    once[i] = (double)probe();
    twice[i] = (double)probe_of(2 * probe_cycles);
    uint64_t start = ticks();
    empty[i] = (double)(ticks() - start);
  }
  probe_fixed = constant_part(quiet_mean(once, TIMES, counter_step), quiet_mean(twice, TIMES, counter_step));
  empty_sample = quiet_mean(empty, TIMES, counter_step);
}

/* Moves this thread to the processor whose typical probe is the fastest, calibrates, and finds the floor. */
static inline void find_quiet(int probes) {
  enum { LOOKS = 1500 };
  static double v[LOOKS];
  cpu_set_t all, one;
  int best = -1;
  double best_time = 0;
  if (sched_getaffinity(0, sizeof all, &all) == 0)
    for (int cpu = 0; cpu < CPU_SETSIZE; cpu++) {
      CPU_ZERO(&one);
      CPU_SET(cpu, &one);
      if (!CPU_ISSET(cpu, &all) || sched_setaffinity(0, sizeof one, &one) != 0) continue;
      for (int i = 0; i < LOOKS; i++) v[i] = (double)probe();
      double typical = median(v, LOOKS);
      if (best < 0 || typical < best_time) {
        best = cpu;
        best_time = typical;
      }
    }
  if (best >= 0) {
    CPU_ZERO(&one);
    CPU_SET(best, &one);
    (void)sched_setaffinity(0, sizeof one, &one);
  }
  calibrate();
  for (int i = 0; i < probes; i++) (void)is_quiet(probe());
}

/* The slower of the last sample's two probes: a floor that is found later may be too low for it. */
static uint64_t last_probe;

/* The cycles of one sample between probes, or a negative number when it was not quiet. */
#define QUIET_CYCLES(statement)                                                                                       \
  __extension__({                                                                                                     \
    uint64_t before_ = probe(), start_ = ticks();                                                                     \
    statement;                                                                                                        \
    uint64_t taken_ = ticks() - start_, after_ = probe();                                                             \
    last_probe = before_ > after_ ? before_ : after_;                                                                 \
    is_quiet(before_) && is_quiet(after_)                                                                             \
        ? cycles_of((double)taken_, empty_sample, (double)before_, (double)after_, probe_fixed, (double)probe_cycles) \
        : -1.0;                                                                                                       \
  })

/* How often a statement must run in one sample. */
#define REPEATS(statement)                                 \
  __extension__({                                          \
    uint64_t start_ = ticks();                             \
    statement;                                             \
    repeats_for((double)(ticks() - start_), counter_step); \
  })

#endif
