/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The lease of a server with --standby, by itself: its clock, when it holds, and how long the next one waits. */
#define _GNU_SOURCE
#include "lease_trusted.h"

#include <stdio.h>
#include <time.h>

static int tests, failed;

static void check(const char *name, bool ok) {
  printf("%sok %d - %s\n", ok ? "" : "not ", ++tests, name);
  failed += !ok;
}

static bool between(uint64_t x, uint64_t low, uint64_t high) { return low <= x && x <= high; }

int main(void) {
  struct timespec t;
  uint64_t before = fl_lease_now();
  clock_gettime(CLOCK_BOOTTIME, &t);
  uint64_t then = (uint64_t)t.tv_sec * 1000 + (uint64_t)t.tv_nsec / 1000000;
  check("its clock is that of the machine since it started, in milliseconds", between(then, before, fl_lease_now()));

  struct fl_lease l = {.ms = 0};
  check("without others it holds always", fl_lease_holds(&l));
  check("... and nobody is waited for", fl_lease_of_others_ms(&l, fl_lease_now()) == 0);

  l.ms = 100000;
  check("one that was never confirmed does not hold", !fl_lease_holds(&l));
  fl_lease_confirmed(&l, before);
  check("confirmed it holds", fl_lease_holds(&l));
  check("... for as long as it is", atomic_load(&l.until) == before + 100000);
  fl_lease_confirmed(&l, before - 5000);
  check("an older answer takes nothing back", atomic_load(&l.until) == before + 100000);
  fl_lease_confirmed(&l, before + 1);
  check("a newer one makes it longer", atomic_load(&l.until) == before + 100001);
  atomic_store(&l.until, fl_lease_now() - 1);
  check("when it is over it does not hold", !fl_lease_holds(&l));

  uint64_t now = fl_lease_now(), wait = fl_lease_of_others_ms(&l, now), later = fl_lease_now();
  check("the next one waits an eighth longer", between(wait, 112501 - (later - now), 112501));
  check("... from when the anchor was its own", between(fl_lease_of_others_ms(&l, now - 500), 111000, 112001));
  l.ms = 1000; /* the machine may have started a moment ago */
  check("... and no more when that is over", fl_lease_of_others_ms(&l, now - 1127) == 0);
  check("... long ago, too", fl_lease_of_others_ms(&l, now / 2) == 0);
  printf("1..%d\n", tests);
  return failed != 0;
}
