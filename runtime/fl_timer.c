/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "fl_timer.h"

#include <assert.h>

static void unlink_timer(struct fl_timer *timer) {
  timer->prev->next = timer->next;
  timer->next->prev = timer->prev;
  timer->next = timer->prev = NULL;
}

static void file_timer(struct fl_timers *timers, struct fl_timer *timer) {
  uint64_t tick = timer->due / FL_TIMER_TICK_MS + 1; /* the first tick that begins after due */
  if (tick < timers->tick) tick = timers->tick;
  timer->filed_at = tick;
  struct fl_timer *head = &timers->slots[tick % FL_TIMER_SLOTS];
  timer->prev = head->prev;
  timer->next = head;
  head->prev->next = timer;
  head->prev = timer;
}

void fl_timers_init(struct fl_timers *timers, uint64_t now) {
  for (size_t i = 0; i < FL_TIMER_SLOTS; i++) timers->slots[i].next = timers->slots[i].prev = &timers->slots[i];
  timers->tick = now / FL_TIMER_TICK_MS + 1;
  timers->running = 0;
}

void fl_timer_start(struct fl_timers *timers, struct fl_timer *timer, uint64_t due) {
  timer->due = due;
  if (timer->next) {
    /* Later than it is filed: the slot will re-file it when its turn comes. */
    if (timer->filed_at <= due / FL_TIMER_TICK_MS + 1) return;
    unlink_timer(timer);
  } else {
    timers->running++;
  }
  file_timer(timers, timer);
}

void fl_timer_stop(struct fl_timers *timers, struct fl_timer *timer) {
  if (!timer->next) return;
  assert(timers->running > 0);
  unlink_timer(timer);
  timers->running--;
}

/* A slot's timers are moved to a list of their own first, so that firing may re-file
 * into the same slot without being visited again. */
static void run_slot(struct fl_timers *timers, struct fl_timer *head, uint64_t now,
                     void (*fire)(void *, struct fl_timer *), void *context) {
  if (head->next == head) return;
  struct fl_timer due = {.next = head->next, .prev = head->prev};
  due.next->prev = due.prev->next = &due;
  head->next = head->prev = head;
  while (due.next != &due) {
    struct fl_timer *timer = due.next;
    unlink_timer(timer);
    if (timer->due > now) {
      file_timer(timers, timer);
    } else {
      timers->running--;
      fire(context, timer);
    }
  }
}

void fl_timers_run(struct fl_timers *timers, uint64_t now, void (*fire)(void *context, struct fl_timer *timer),
                   void *context) {
  uint64_t last = now / FL_TIMER_TICK_MS;
  if (last < timers->tick) return;
  uint64_t count = last - timers->tick + 1;
  if (count > FL_TIMER_SLOTS) count = FL_TIMER_SLOTS;
  uint64_t first = last - count + 1;
  timers->tick = last + 1;
  for (uint64_t i = 0; i < count; i++)
    run_slot(timers, &timers->slots[(first + i) % FL_TIMER_SLOTS], now, fire, context);
}

int fl_timers_wait(const struct fl_timers *timers, uint64_t now) {
  if (timers->running == 0) return -1;
  uint64_t next = timers->tick * FL_TIMER_TICK_MS;
  return next > now ? (int)(next - now) : 0;
}
