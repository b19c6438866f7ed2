/* Core cycles on a shared virtual machine: the time stamp counter runs at its own rate and other
   guests disturb. So each sample is timed between two runs of a probe, a loop that takes a
   known number of cycles (a chain of additions) while keeping the AES unit busy. A sample counts
   only when both probes are within 1.2% of the fastest probe seen; its cycles are its
   time over the probes' time, times the probe's cycles. One processor may have a busy neighbour on the other half
   of its core while another has none: first comes a look for the quietest. */
#ifndef FL_GCM_QUIET_H
#define FL_GCM_QUIET_H

#include <sched.h>
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

/* Eight additions in a chain take eight cycles; beside them, what keeps the front end and the vector units busy, so that a neighbour
   who uses any of those is felt. */
static inline uint64_t probe(void)
{
  static const uint8_t read[64];
  uint64_t n = PROBE_CYCLES / 8, x = 1;
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

static uint64_t probe_floor = UINT64_MAX;

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

/* Moves this thread to the processor whose typical probe is the fastest, and finds the floor. */
static inline void find_quiet(int probes)
{
  enum { LOOKS = 1500 };
  static double v[LOOKS];
  cpu_set_t all, one;
  int best = -1;
  double best_time = 0;
  if (sched_getaffinity(0, sizeof all, &all) == 0)
    for (int cpu = 0; cpu < CPU_SETSIZE; cpu++) {
      CPU_ZERO(&one);
      CPU_SET(cpu, &one);
      if (!CPU_ISSET(cpu, &all) || sched_setaffinity(0, sizeof one, &one) != 0)
        continue;
      for (int i = 0; i < LOOKS; i++)
        v[i] = (double)probe();
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
  for (int i = 0; i < probes; i++)
    (void)is_quiet(probe());
}

/* The slower of the last sample's two probes: a floor that is found later may be too low for it. */
static uint64_t last_probe;

/* The cycles of one sample between probes, or a negative number when it was not quiet. */
#define QUIET_CYCLES(statement)                                                           \
  __extension__({                                                                         \
    uint64_t before_ = probe(), start_ = ticks();                                         \
    statement;                                                                            \
    uint64_t taken_ = ticks() - start_, after_ = probe();                                 \
    last_probe = before_ > after_ ? before_ : after_;                                     \
    is_quiet(before_) && is_quiet(after_)                                                 \
      ? (double)taken_ * PROBE_CYCLES / ((double)(before_ + after_) / 2)                  \
      : -1.0;                                                                             \
  })

#endif
