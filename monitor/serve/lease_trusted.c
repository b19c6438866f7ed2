/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#define _GNU_SOURCE
#include "lease_trusted.h"

#include <time.h>

uint64_t fl_lease_now(void) {
  struct timespec t;
  clock_gettime(CLOCK_BOOTTIME, &t);
  return (uint64_t)t.tv_sec * 1000 + (uint64_t)t.tv_nsec / 1000000;
}

void fl_lease_confirmed(struct fl_lease *l, uint64_t asked) {
  uint64_t until = atomic_load(&l->until);
  while (until < asked + l->ms && !atomic_compare_exchange_weak(&l->until, &until, asked + l->ms)) {}
}

bool fl_lease_holds(const struct fl_lease *l) { return l->ms == 0 || fl_lease_now() < atomic_load(&l->until); }

uint32_t fl_lease_of_others_ms(const struct fl_lease *l, uint64_t took) {
  uint64_t over = took + l->ms + l->ms / 8 + 1, now = fl_lease_now();
  return l->ms == 0 || now >= over ? 0 : (uint32_t)(over - now);
}
