/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* What an honest server tells the gate's process in a run: made by the host library, over a store in memory. */
#ifndef TRACE_H
#define TRACE_H
#include "messages_trusted.h"

#include <stddef.h>

struct message {
  size_t length;
  uint8_t bytes[FL_MESSAGE];
};
struct trace {
  struct message *all;
  size_t count, room;
};
/* So many steps, over a cache of 512 records in so many parts; the same for the same seed. */
void trace_make(struct trace *t, uint64_t seed, unsigned steps, uint32_t parts);
void trace_add(struct trace *t, const void *bytes, size_t length);
uint64_t draw(uint64_t *state); /* a number at random */
#endif
