/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "ring_trusted.h"

#include <string.h>

/* The compiler knows nothing of who else writes there: behind the barrier it may not look there again. */
static void copy(const struct fl_ring_end *e, uint64_t at, uint8_t *to, size_t n) {
  size_t from = at % FL_RING, first = n < FL_RING - from ? n : FL_RING - from;
  memcpy(to, e->ring->data + from, first);
  memcpy(to + first, e->ring->data, n - first);
  __asm__ volatile("" : : "r"(to) : "memory");
}

bool fl_ring_next(struct fl_ring_end *e, size_t *length) {
  uint8_t size[2];
  *length = 0;
  if (e->tail == e->head) e->head = atomic_load_explicit(&e->ring->head, memory_order_acquire);
  uint64_t there = e->head - e->tail;
  if (there == 0) return true;
  if (there > FL_RING || there < sizeof size) return false;
  copy(e, e->tail, size, sizeof size);
  size_t n = (size_t)size[0] << 8 | size[1];
  if (n == 0 || n > sizeof e->message || n > there - sizeof size) return false;
  copy(e, e->tail + sizeof size, e->message, n);
  e->tail += sizeof size + n;
  *length = n;
  return true;
}

bool fl_ring_show(struct fl_ring_end *e) {
  e->shown = e->tail;
  atomic_store(&e->ring->tail, e->tail);
  return atomic_load(&e->ring->waiting) != 0 && atomic_exchange(&e->ring->waiting, 0) != 0;
}

bool fl_ring_sleep(struct fl_ring_end *e) {
  atomic_store(&e->ring->asleep, 1);
  if (atomic_load(&e->ring->head) == e->tail) return true;
  fl_ring_awake(e);
  return false;
}

void fl_ring_awake(struct fl_ring_end *e) { atomic_store(&e->ring->asleep, 0); }
