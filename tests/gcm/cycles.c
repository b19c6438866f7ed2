/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* bench/gcm/cycles.h on the readings of a machine that is made up: a counter of some rate that moves in steps,
   readings that take time, a probe with a constant part, and disturbances; what comes out must be the cycles that
   went in. TAP on standard output. */
#include "cycles.h"

#include <stdio.h>

static int count, failed;
static void report(const char *name, int good)
{
  count++;
  failed += !good;
  printf("%sok %d - %s\n", good ? "" : "not ", count, name);
}

static uint64_t seed = 88172645463325252u;
static double random_unit(void)
{
  seed ^= seed << 13;
  seed ^= seed >> 7;
  seed ^= seed << 17;
  return (double)(seed >> 11) / 9007199254740992.0;
}

/* Of a machine: ticks for a cycle, step of the counter, cycles that a reading and the end of a probe's loop take. */
typedef struct machine {
  double rate;
  unsigned step;
  double scale; /* of the counter after it has moved, as virtual machines do */
  double reading, end;
} machine;

static uint64_t counter(const machine *m, double cycles)
{
  return (uint64_t)((double)((uint64_t)(cycles * m->rate) / m->step * m->step) * m->scale);
}

/* The difference of two readings around code of so many cycles, which begins anywhere between two steps. */
static uint64_t timed(const machine *m, double cycles)
{
  double start = 1e6 + 1000 * random_unit();
  return counter(m, start + m->reading + cycles) - counter(m, start);
}

static unsigned step_seen(const machine *m, double outliers)
{
  enum { TIMES = 2000 };
  static uint64_t times[TIMES];
  for (int i = 0; i < TIMES; i++)
    times[i] = timed(m, 3.0 * (i % 97)) + (random_unit() < outliers ? (uint64_t)(1e5 * random_unit()) : 0);
  return step_of(times, TIMES);
}

/* How far the cycles of a sample, by the whole method, are from the truth; or 1 when too few were called quiet. */
static double error_of(const machine *m, double cycles, double disturbed)
{
  enum { TIMES = 4000 };
  static double once[TIMES], twice[TIMES], empty[TIMES], samples[TIMES];
  unsigned step = step_seen(m, 0);
  double probe = 2000;
  probe *= repeats_for((double)timed(m, probe + m->end), step);
  double noise = 0.3 * probe, floor = 1e18;
  for (int i = 0; i < TIMES; i++) {
    once[i] = (double)timed(m, probe + m->end + (random_unit() < disturbed ? noise * random_unit() : 0));
    twice[i] = (double)timed(m, 2 * probe + m->end + (random_unit() < disturbed ? noise * random_unit() : 0));
    empty[i] = (double)timed(m, 0);
    floor = once[i] < floor ? once[i] : floor;
  }
  double fixed = constant_part(quiet_mean(once, TIMES, step), quiet_mean(twice, TIMES, step));
  double reading = quiet_mean(empty, TIMES, step);
  unsigned repeats = repeats_for((double)timed(m, cycles), step);
  int quiet = 0;
  for (int i = 0; i < TIMES; i++) {
    double extra = random_unit() < disturbed ? noise * random_unit() : 0;
    double before = (double)timed(m, probe + m->end + extra), after = (double)timed(m, probe + m->end + extra);
    double sample = (double)timed(m, cycles * repeats + extra);
    if (within_quiet(before, floor) && within_quiet(after, floor))
      samples[quiet++] = cycles_of(sample, reading, before, after, fixed, probe) / repeats;
  }
  if (quiet < (1 - disturbed) * 0.95 * TIMES)
    return 1;
  double found = median(samples, quiet), error = found / cycles - 1;
  return error < 0 ? -error : error;
}

int main(void)
{
  static const machine fine = {0.8, 1, 1, 40, 20}, amd = {0.9, 26, 1, 40, 20}, scaled = {1, 25, 1.04, 40, 20},
                       slow = {0.5, 1, 1, 60, 20}, coarse = {1.2, 100, 1, 40, 20};
  static const struct {
    const char *name;
    const machine *m;
    unsigned step;
  } machines[] = {{"a counter that counts by one", &fine, 1}, {"steps of 26", &amd, 26}, {"steps of 25, scaled to 26", &scaled, 26},
                  {"a slow counter", &slow, 1}, {"steps of 100", &coarse, 100}};
  char title[200];
  for (size_t i = 0; i < sizeof machines / sizeof *machines; i++) {
    snprintf(title, sizeof title, "%s: the step is found", machines[i].name);
    report(title, step_seen(machines[i].m, 0) == machines[i].step);
    snprintf(title, sizeof title, "%s: ... with a few times that are far off", machines[i].name);
    report(title, step_seen(machines[i].m, 0.02) == machines[i].step);
    static const double cycles[] = {70, 1000, 12000};
    for (size_t k = 0; k < sizeof cycles / sizeof *cycles; k++) {
      snprintf(title, sizeof title, "%s: %.0f cycles are measured within 1%%", machines[i].name, cycles[k]);
      report(title, error_of(machines[i].m, machines[i].step == 1 && cycles[k] < 1000 ? 10 * cycles[k] : cycles[k], 0) < 0.01);
    }
    snprintf(title, sizeof title, "%s: ... within 0.3%% for a long sample, disturbed half of the time", machines[i].name);
    report(title, error_of(machines[i].m, 50000, 0.5) < 0.003);
  }

  /* the parts, by hand */
  report("the probe's constant part: 2 * 1060 - 2060", constant_part(1060, 2060) == 60);
  report("... is never negative", constant_part(1000, 2060) == 0);
  report("cycles: (540 - 40) ticks at 2000 cycles in (1650 + 1670) / 2 - 60 ticks", cycles_of(540, 40, 1650, 1670, 60, 2000) == 625);
  report("quiet is within 1.2%", within_quiet(1012, 1000) && !within_quiet(1013, 1000));
  report("what lasts long enough is not repeated", repeats_for(6500, 26) == 1 && repeats_for(250, 1) == 1);
  report("what does not is, until it does", repeats_for(6499, 26) == 2 && repeats_for(650, 26) == 11 && repeats_for(100, 1) == 3);
  report("what takes no time that can be seen is repeated, too", repeats_for(0, 26) == 6500);
  double empty[2000];
  for (int i = 0; i < 2000; i++)
    empty[i] = (double)timed(&amd, 0);
  double reading = quiet_mean(empty, 2000, 26);
  report("a time shorter than two steps: 40 cycles at 0.9 are 36 ticks", reading > 35 && reading < 37);
  double five[] = {100, 101, 100, 130, 101}, four[] = {4, 1, 3, 2};
  report("the mean of what is quiet leaves the rest out", quiet_mean(five, 5, 1) == 100.5);
  report("the median of four", median(four, 4) == 2.5);
  printf("1..%d\n", count);
  return failed != 0;
}
