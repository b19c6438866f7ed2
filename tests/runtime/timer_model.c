/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The timer wheel against the obvious model, an array of due times, over random histories. */
#include "fl_timer.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TIMERS = 50, STEPS = 200000 };

static struct fl_timers wheel;
static struct fl_timer timers[TIMERS];
static uint64_t model_due[TIMERS]; /* 0: not running */
static uint64_t now = 5000;
static unsigned long fired, failures;
static uint64_t seed;

static uint64_t next_random(void)
{
  seed ^= seed << 13;
  seed ^= seed >> 7;
  seed ^= seed << 17;
  return seed;
}

static void fail(const char *what, size_t i)
{
  failures++;
  printf("# %s: timer %zu, due %llu, now %llu\n", what, i, (unsigned long long)model_due[i], (unsigned long long)now);
}

static void start(size_t i)
{
  uint64_t span = next_random() % 4 ? next_random() % 300 : next_random() % 60000;
  model_due[i] = now + span;
  fl_timer_start(&wheel, &timers[i], model_due[i]);
}

static void fire(void *context, struct fl_timer *timer)
{
  (void)context;
  size_t i = (size_t)(timer - timers);
  fired++;
  if (model_due[i] == 0)
    fail("fired though stopped", i);
  else if (model_due[i] > now)
    fail("fired early", i);
  model_due[i] = 0;
  if (next_random() % 3 == 0) /* firing may start and stop others, and itself */
    start(next_random() % TIMERS);
  size_t j = next_random() % TIMERS;
  if (next_random() % 5 == 0) {
    fl_timer_stop(&wheel, &timers[j]);
    model_due[j] = 0;
  }
}

int main(int argc, char **argv)
{
  seed = argc > 1 ? strtoull(argv[1], NULL, 10) : 1;
  seed = seed * 2654435769u + 1;
  fl_timers_init(&wheel, now);
  for (int step = 0; step < STEPS; step++) {
    size_t i = next_random() % TIMERS;
    if (next_random() % 3 == 0) {
      fl_timer_stop(&wheel, &timers[i]);
      model_due[i] = 0;
    } else {
      start(i);
    }
    now += next_random() % 50 ? next_random() % 20 : next_random() % 40000;
    fl_timers_run(&wheel, now, fire, NULL);
    size_t running = 0;
    for (size_t k = 0; k < TIMERS; k++) {
      if (model_due[k] == 0)
        continue;
      running++;
      if (model_due[k] + FL_TIMER_TICK_MS < now)
        fail("late", k);
    }
    if (running != wheel.running)
      fail("miscounted", running);
    if ((fl_timers_wait(&wheel, now) < 0) != (running == 0))
      fail("wrong wait", running);
  }
  printf("%lu fired, %lu failures\n", fired, failures);
  return failures == 0 && fired > STEPS / 10 ? 0 : 1;
}
