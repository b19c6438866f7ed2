/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* A store that lies: around a store in memory that remembers all it was ever told. */
#ifndef LYING_STORE_H
#define LYING_STORE_H
#include "fl_store.h"

enum lie { LIE_NONE, LIE_FLIP, LIE_CUT, LIE_LONGER, LIE_GONE, LIE_OLD, LIE_SWAP, LIE_NOISE, LIE_DROP, LIE_SNAPSHOT,
    LIE_FAIL, LIES };

struct lying {
  unsigned kind;      /* what it does when it does something; 0: anything */
  unsigned one_in;    /* how often; 0: it is honest */
  uint64_t told;      /* how often it did */
  uint64_t told_as[LIES];
  uint64_t random;    /* not 0 */
};

/* NULL: no memory. `lying` stays the caller's. */
struct fl_store *lying_store(struct lying *lying);
uint64_t lying_random(struct lying *lying);
#endif
