/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The gate's end of the ring. What lies in it may change at any time, so each byte is copied once, and only the copy is
 * looked at; and nothing is read again from there that the gate itself has written. */
#ifndef FL_RING_H
#define FL_RING_H
#include "messages_trusted.h"

#include <stdbool.h>
#include <stddef.h>

struct fl_ring_end {
  struct fl_ring *ring;
  uint64_t tail, head, shown; /* taken; there was up to here when it was looked last; what the server knows is taken */
  uint8_t message[FL_MESSAGE];
};

/* The next message, into `message': how many bytes it has; 0: there is none. False: what lies there is no message. */
bool fl_ring_next(struct fl_ring_end *end, size_t *length);
/* The server may write where messages were that are taken. True: it waits for that. */
bool fl_ring_show(struct fl_ring_end *end);
/* Nothing is there: whoever writes next will wake us. False: something is there after all. */
bool fl_ring_sleep(struct fl_ring_end *end);
void fl_ring_awake(struct fl_ring_end *end);
#endif
