/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The entries of the monitor's log, and its times: for the gate (gate_trusted.c) and for visits (visit_trusted.h). */
#ifndef FL_ENTRIES_H
#define FL_ENTRIES_H
#include "bytes.h"
#include "gate_trusted.h"

enum { FL_ENTRY_RUN = 7, FL_FUNCTION_GET = 0, FL_FUNCTION_PUT = 1, FL_FUNCTION_DELETE = 2 };

/* ---- Entries ---- */

static inline uint8_t *fl_add_key(uint8_t *at, const uint8_t key[FL_GATE_KEY]) {
  memcpy(at, key, FL_GATE_KEY);
  return at + FL_GATE_KEY;
}
/* With one operand, in a slot, and so many bytes of argument, which follow: all of it is one number of 64 bits. */
static inline uint8_t *fl_add_run(uint8_t *at, uint8_t function, uint32_t s, size_t argument) {
  fl_put64(at, (uint64_t)FL_ENTRY_RUN << 56 | (uint64_t)function << 48 | (uint64_t)1 << 40 |
                   (uint64_t)(s & 0xffff) << 16 | (argument & 0xffff));
  return at + 8;
}
static inline uint8_t *fl_add_time(uint8_t *at, uint64_t epoch, uint32_t counter) {
  fl_put64(at, epoch);
  fl_put32(at + 8, counter);
  return at + 12;
}
/* What follows the record in an AddB. */
static inline uint8_t *fl_add_left(uint8_t *at, uint32_t s, const struct fl_gate_stamp *stamp) {
  return fl_add16(fl_add_time(fl_add16(at, s), stamp->epoch, stamp->counter), stamp->thread);
}
/* EvictB. */
static inline uint8_t *fl_add_evict(uint8_t *at, uint32_t s, const struct fl_gate_stamp *stamp) {
  return fl_add_time(fl_add16(fl_add8(at, 3), s), stamp->epoch, stamp->counter);
}
/* A datum of at most FL_GATE_DATUM bytes, as the log has it. */
static inline uint8_t *fl_add_datum(uint8_t *at, const uint8_t *datum, size_t length) {
  at = fl_add8(at, datum != NULL);
  return datum ? fl_add_bytes(fl_add16(at, (uint32_t)length), datum, length) : at;
}
/* AddB of a data record. */
static inline uint8_t *fl_add_record(uint8_t *at, const struct fl_gate_visit *v, uint32_t s) {
  at = fl_add8(fl_add_key(fl_add8(at, 1), v->key), 0);
  return fl_add_left(fl_add_datum(at, v->datum, v->length), s, &v->stamp);
}

/* ---- Times ---- */

/* The clock as it will be when what left at this time has come back. */
static inline void fl_gate_see(struct fl_gate_clock *c, const struct fl_gate_stamp *stamp) {
  if (stamp->epoch > c->epoch || (stamp->epoch == c->epoch && stamp->counter >= c->counter))
    *c = (struct fl_gate_clock){stamp->epoch, stamp->counter + 1};
}
/* The next time, or none. Over all threads an epoch has fewer than 2^32 records: each has its share. */
static inline bool fl_gate_leave_at(const struct fl_gate *gate, struct fl_gate_clock *c, struct fl_gate_stamp *stamp) {
  const struct fl_monitor_state_Tally *open = &gate->verifier.thread.open.a[c->epoch % FL_MONITOR_state_OPEN];
  if (c->counter >= UINT32_MAX - 2 ||
      open->evicted.count + gate->waiting.leaving + FL_GATE_RESTAMP >= gate->gates->share)
    return false;
  c->counter++;
  *stamp = (struct fl_gate_stamp){c->epoch, c->counter, gate->verifier.thread.self};
  return true;
}
#endif
