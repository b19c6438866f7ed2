/* Core cycles on a shared virtual machine: the time stamp counter runs at its own rate and other
   guests disturb. So each sample is timed between two runs of a probe, a loop that takes a
   known number of cycles (a chain of additions) while keeping the AES unit busy. A sample counts
   only when both probes are within 1.2% of the fastest probe seen; its cycles are its
   time over the probes' time, times the probe's cycles. */
#ifndef FL_GCM_QUIET_H
#define FL_GCM_QUIET_H

#include <stdint.h>
#include <stdlib.h>
#include <x86intrin.h>

enum { PROBE_CYCLES = 8 * 250 };

static inline uint64_t ticks(void)
{
  unsigned aux;
  _mm_lfence();
  uint64_t t = __rdtscp(&aux);
  _mm_lfence();
  return t;
}

static inline uint64_t probe(void)
{
  uint64_t n = PROBE_CYCLES / 8, x = 1;
  uint64_t start = ticks();
  __asm__ volatile("1:\n"
                   "add $1, %1; add $1, %1; add $1, %1; add $1, %1\n"
                   "add $1, %1; add $1, %1; add $1, %1; add $1, %1\n"
                   "vaesenc %%xmm8, %%xmm0, %%xmm0; vaesenc %%xmm8, %%xmm1, %%xmm1\n"
                   "vaesenc %%xmm8, %%xmm2, %%xmm2; vaesenc %%xmm8, %%xmm3, %%xmm3\n"
                   "vaesenc %%xmm8, %%xmm4, %%xmm4; vaesenc %%xmm8, %%xmm5, %%xmm5\n"
                   "vaesenc %%xmm8, %%xmm6, %%xmm6; vaesenc %%xmm8, %%xmm7, %%xmm7\n"
                   "dec %0; jnz 1b\n"
                   : "+r"(n), "+r"(x)
                   :
                   : "cc", "xmm0", "xmm1", "xmm2", "xmm3", "xmm4", "xmm5", "xmm6", "xmm7", "xmm8");
  return ticks() - start;
}

static uint64_t probe_floor = UINT64_MAX;

static inline void probe_warm_up(void)
{
  for (int i = 0; i < 20000; i++) {
    uint64_t t = probe();
    if (t < probe_floor)
      probe_floor = t;
  }
}

static inline int is_quiet(uint64_t t)
{
  if (t < probe_floor)
    probe_floor = t;
  return (double)t <= 1.012 * (double)probe_floor;
}

static inline int by_value(const void *a, const void *b)
{
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

static inline double median(double *v, int n)
{
  qsort(v, (size_t)n, sizeof *v, by_value);
  return n % 2 ? v[n / 2] : (v[n / 2 - 1] + v[n / 2]) / 2;
}

/* The cycles of one sample between probes, or a negative number when it was not quiet. */
#define QUIET_CYCLES(statement)                                                           \
  __extension__({                                                                         \
    uint64_t before_ = probe(), start_ = ticks();                                         \
    statement;                                                                            \
    uint64_t taken_ = ticks() - start_, after_ = probe();                                 \
    is_quiet(before_) && is_quiet(after_)                                                 \
      ? (double)taken_ * PROBE_CYCLES / ((double)(before_ + after_) / 2)                  \
      : -1.0;                                                                             \
  })

#endif
