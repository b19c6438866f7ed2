/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#define _GNU_SOURCE
#include "fl_wheel.h"

#include <time.h>

#include "fl_scheduler.h"

#define SPAN(level) ((uint64_t)1 << 6 * (level)) /* milliseconds of a slot */

void fl_wheel_init(struct fl_wheel *wheel, uint64_t now) {
  for (size_t level = 0; level < FL_WHEEL_LEVELS; level++) {
    wheel->used[level] = 0;
    for (size_t slot = 0; slot < 64; slot++) {
      struct fl_timer *head = &wheel->slots[level][slot];
      head->next = head->prev = head;
    }
  }
  wheel->now = now;
  wheel->running = 0;
}

/* Into the slot where `due` first differs from now: the higher, the further away. */
static void file_timer(struct fl_wheel *wheel, struct fl_timer *timer) {
  uint64_t due = timer->due > wheel->now ? timer->due : wheel->now + 1;
  uint64_t differs = due ^ wheel->now;
  size_t level = (size_t)(63 - __builtin_clzll(differs)) / 6, slot;
  if (level < FL_WHEEL_LEVELS) {
    slot = due / SPAN(level) % 64;
  } else {
    level = FL_WHEEL_LEVELS - 1;
    slot = 0; /* where the next 2^36 milliseconds begin */
  }
  struct fl_timer *head = &wheel->slots[level][slot];
  timer->next = head;
  timer->prev = head->prev;
  head->prev->next = timer;
  head->prev = timer;
  wheel->used[level] |= (uint64_t)1 << slot;
}

void fl_wheel_start(struct fl_wheel *wheel, struct fl_timer *timer, uint64_t due) {
  timer->due = due;
  wheel->running++;
  file_timer(wheel, timer);
}

static void take_out(struct fl_timer *timer) {
  timer->prev->next = timer->next;
  timer->next->prev = timer->prev;
  timer->next = timer->prev = NULL;
}

void fl_wheel_stop(struct fl_wheel *wheel, struct fl_timer *timer) {
  if (!timer->next) return;
  take_out(timer);
  wheel->running--;
}

/* The next time at which a slot of a level begins that may have timers. */
static uint64_t next_of_level(const struct fl_wheel *wheel, size_t level) {
  uint64_t used = wheel->used[level];
  if (used == 0) return UINT64_MAX;
  uint64_t at = wheel->now / SPAN(level), first = (at + 1) % 64;
  uint64_t turned = first == 0 ? used : used >> first | used << (64 - first);
  return (at + 1 + (uint64_t)__builtin_ctzll(turned)) * SPAN(level);
}

uint64_t fl_wheel_next(const struct fl_wheel *wheel) {
  uint64_t next = UINT64_MAX;
  if (wheel->running > 0)
    for (size_t level = 0; level < FL_WHEEL_LEVELS; level++) {
      uint64_t of_level = next_of_level(wheel, level);
      if (of_level < next) next = of_level;
    }
  return next;
}

/* Timers of a slot of a higher level whose time begins go to lower ones. */
static void refile(struct fl_wheel *wheel, size_t level) {
  size_t slot = wheel->now / SPAN(level) % 64;
  struct fl_timer *head = &wheel->slots[level][slot];
  wheel->used[level] &= ~((uint64_t)1 << slot);
  struct fl_timer due = {.next = head->next, .prev = head->prev};
  if (head->next == head) return;
  due.next->prev = due.prev->next = &due;
  head->next = head->prev = head;
  while (due.next != &due) {
    struct fl_timer *timer = due.next;
    take_out(timer);
    if (timer->due > wheel->now) {
      file_timer(wheel, timer);
    } else {
      /* Due in this very millisecond: into its slot of level 0, which is looked at next. */
      struct fl_timer *now = &wheel->slots[0][wheel->now % 64];
      timer->next = now;
      timer->prev = now->prev;
      now->prev->next = timer;
      now->prev = timer;
      wheel->used[0] |= (uint64_t)1 << wheel->now % 64;
    }
  }
}

struct fl_timer *fl_wheel_expire(struct fl_wheel *wheel, uint64_t now) {
  for (;;) {
    size_t slot = wheel->now % 64;
    struct fl_timer *head = &wheel->slots[0][slot];
    if (head->next != head) {
      struct fl_timer *timer = head->next;
      if (timer->due <= wheel->now) {
        take_out(timer);
        wheel->running--;
        return timer;
      }
    } else {
      wheel->used[0] &= ~((uint64_t)1 << slot);
    }
    uint64_t next = fl_wheel_next(wheel);
    if (next > now) {
      if (now > wheel->now) wheel->now = now;
      return NULL;
    }
    wheel->now = next;
    for (size_t level = FL_WHEEL_LEVELS; level-- > 1;)
      if (wheel->now % SPAN(level) == 0) refile(wheel, level);
  }
}

uint64_t fl_clock_ms(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (uint64_t)now.tv_sec * 1000 + (uint64_t)now.tv_nsec / 1000000;
}
