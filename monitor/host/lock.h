/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* A lock that is held for less than a microsecond as a rule: whoever waits longer lets others run. */
#ifndef FL_LOCK_H
#define FL_LOCK_H
#include <sched.h>
#include <stdatomic.h>
#include <stdbool.h>

struct fl_lock {
  atomic_bool held;
};

static inline void fl_lock(struct fl_lock *l) {
  for (unsigned n = 0; atomic_exchange_explicit(&l->held, true, memory_order_acquire); n++)
    while (atomic_load_explicit(&l->held, memory_order_relaxed))
      if (++n > 100)
        sched_yield();
      else
        __builtin_ia32_pause();
}
static inline void fl_unlock(struct fl_lock *l) { atomic_store_explicit(&l->held, false, memory_order_release); }
#endif
