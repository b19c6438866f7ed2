/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Barriers, channels and select. Written in the language: compiled by flcc, or by plain cc in erased mode.
 *
 * Each belongs to a loop, as its conditions do; a thread that is elsewhere goes there for the call, and back. Calls
 * of a thread in a cancelled nursery result in the reason, as those of fl_threads.h do. */
#ifndef FL_SYNC_H
#define FL_SYNC_H

/* Programs may be in C89. */
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wpedantic"

#include "fl_threads.h"

#ifdef __cplusplus
extern "C" {
#endif

/* As many threads as `count` says wait for one another, again and again; 0 or 1: nobody waits. */
typedef struct fl_barrier {
  unsigned count, waiting, rounds;
  fl_cond all;
} fl_barrier;
#define FL_BARRIER_INIT(count) \
  { count, 0, 0, FL_COND_INIT }

/* Waits until all have come: 1 for the thread that comes last, 0 for the others. */
cps int fl_barrier_wait(fl_barrier *barrier);

/* A queue of at most `capacity` items of `size` bytes, in memory of the caller's (capacity * size bytes; capacity 1
 * or more). First in, first out. */
typedef struct fl_channel {
  char *items;
  size_t size, capacity, first, count;
  bool closed;
  fl_cond changed_in, changed_out; /* who waits to send, and to receive */
  struct fl_selecting *selecting;
} fl_channel;

void fl_channel_init(fl_channel *channel, void *items, size_t capacity, size_t size);

/* Adds a copy of the item, as soon as there is room: 0. -EPIPE: the channel is closed. */
cps int fl_send(fl_channel *channel, const void *item);

/* Takes the oldest item, as soon as there is one: 1. 0: the channel is closed, and empty. */
cps int fl_receive(fl_channel *channel, void *item);

/* No more is sent; what was sent can still be received. On the channel's loop, or before any other use. Its memory may
 * be used for something else when no thread is in a call with it any more: those that wait go on when their turn
 * comes. */
void fl_channel_close(fl_channel *channel);

/* One of several sends and receives, whichever is possible first: its index; the result of the call itself is stored
 * in it. Of several that are possible at once, the first. -ETIMEDOUT after `ms`; with 0 nobody waits: who is on the
 * channels' loop goes on at once. All channels belong to one loop. None, or more than 64: -EINVAL. */
typedef struct fl_choice {
  fl_channel *channel;
  const void *send; /* an item; or NULL: */
  void *receive;
  int result;
} fl_choice;
cps int fl_select(fl_choice *choices, size_t count, uint32_t ms);

#ifdef __cplusplus
}
#endif

#pragma GCC diagnostic pop

#endif
