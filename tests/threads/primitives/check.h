/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* For programs that run twice: compiled by flcc, and by plain cc in erased mode. */
#ifndef CHECK_H
#define CHECK_H

#include <stdio.h>
#include <stdlib.h>

#include "fl_threads.h"

#ifdef __FLCC__
#define SPAWN(f, argument) fl_spawn(f(argument))
#else
#include "erased/fl_erased.h"
#define SPAWN(f, argument) fl_erased_spawn(f, argument)
#endif

static inline void is(long want, long got, const char *state, const char *what, int line)
{
  if (want == got)
    return;
  printf("line %d, %s: %s is %ld, not %ld\n", line, state, what, got, want);
  exit(1);
}
#define IS(want, got) is((long)(want), (long)(got), s->name, #got, __LINE__)

#endif
