/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The wheel beside a list that is searched: random starts, stops and jumps of time, near and years away. */
#include <stdio.h>
#include <stdlib.h>

#include "fl_wheel.h"

#define TIMERS 300

static struct fl_timer timers[TIMERS];
static struct {
  uint64_t due, order;
  int runs;
} model[TIMERS];
static uint64_t orders;

static uint64_t state = 20261122;
static uint64_t random_below(uint64_t n)
{
  state = state * 6364136223846793005u + 1442695040888963407u;
  return (state >> 24) % n;
}

static uint64_t span(void)
{
  return random_below((uint64_t)1 << random_below(40)) + (random_below(4) == 0 ? 64 : 0);
}

/* The first that is due: by time, then by when it was started. */
static int first(uint64_t now)
{
  int best = -1;
  for (int i = 0; i < TIMERS; i++)
    if (model[i].runs && model[i].due <= now &&
        (best < 0 || model[i].due < model[best].due ||
         (model[i].due == model[best].due && model[i].order < model[best].order)))
      best = i;
  return best;
}

int main(void)
{
  struct fl_wheel wheel;
  uint64_t now = 1000000007;
  size_t expired = 0;
  fl_wheel_init(&wheel, now);
  for (int step = 0; step < 20000; step++) {
    int i = (int)random_below(TIMERS);
    switch (random_below(4)) {
    case 0:
    case 1:
      fl_wheel_stop(&wheel, &timers[i]);
      model[i].runs = 1;
      model[i].due = now + 1 + span();
      model[i].order = orders++;
      fl_wheel_start(&wheel, &timers[i], model[i].due);
      break;
    case 2:
      fl_wheel_stop(&wheel, &timers[i]);
      model[i].runs = 0;
      break;
    default: {
      uint64_t next = fl_wheel_next(&wheel);
      now += random_below(8) ? random_below(200) : span();
      for (;;) {
        int want = first(now);
        struct fl_timer *got = fl_wheel_expire(&wheel, now);
        if (want < 0 && !got)
          break;
        if (want < 0 || got != &timers[want] || fl_timer_running(got)) {
          printf("step %d: timer %d, not %d\n", step, (int)(got ? got - timers : -1), want);
          return 1;
        }
        if (model[want].due < next) {
          printf("step %d: due at %llu, but nothing was said to be before %llu\n", step,
                 (unsigned long long)model[want].due, (unsigned long long)next);
          return 1;
        }
        model[want].runs = 0;
        expired++;
      }
    }
    }
  }
  size_t running = 0;
  for (int i = 0; i < TIMERS; i++)
    running += (size_t)model[i].runs;
  if (running != wheel.running || expired < 1000) {
    printf("%zu run, not %zu; %zu expired\n", wheel.running, running, expired);
    return 1;
  }
  return 0;
}
