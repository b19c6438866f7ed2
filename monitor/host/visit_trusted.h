/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Visits of Blum's records (gate_trusted.h): the entries of the monitor's log for one, and the answer that it must
 * give. Inline: there is one for each answer. */
#ifndef FL_VISIT_H
#define FL_VISIT_H
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

/* ---- The visit ---- */

/* What the monitor must answer to it, at this time. */
FL_HOT uint8_t *fl_add_answer(uint8_t *at, const struct fl_gate_visit *v, uint8_t function, size_t argument,
                              const struct fl_gate_clock *c, uint64_t index) {
  at = fl_add_time(fl_add8(at, function), c->epoch, c->counter);
  fl_put64(at, index);
  at = fl_add16(fl_add_key(fl_add8(at + 8, 1), v->key), (uint32_t)argument);
  at = fl_add_bytes(at, v->write, argument);
  switch (function) {
  case FL_FUNCTION_GET: return fl_add_datum(fl_add16(at, v->datum ? 3 + (uint32_t)v->length : 1), v->datum, v->length);
  case FL_FUNCTION_PUT: return fl_add16(at, 0);
  default: return fl_add8(fl_add16(at, 1), v->datum != NULL);
  }
}

FL_HOT enum fl_gate_status fl_gate_visit(struct fl_gate *gate, struct fl_gate_visit *v) {
  struct fl_gate_waiting *w = &gate->waiting;
  if (fl_gates_refused(gate->gates)) return FL_GATE_REFUSED;
  size_t argument = v->write ? v->write_length : 0;
  uint8_t function = v->write ? FL_FUNCTION_PUT : v->erase ? FL_FUNCTION_DELETE : FL_FUNCTION_GET;
  if (argument > FL_GATE_DATUM || v->length > FL_GATE_DATUM) return fl_gate_refuse(gate, "a value too large");
  if (v->slot > 0xffff) return fl_gate_refuse(gate, "a slot out of range");
  if (w->visits == FL_GATE_WAITING && fl_gate_take(gate) != FL_GATE_OK) return FL_GATE_REFUSED;
  struct fl_gate_stamp stamp;
  struct fl_gate_clock c = w->clock;
  uint8_t *at = w->log + w->length, *answer = w->answers + w->answers_length;
  uint32_t entries = 1;
  if (!v->cached) {
    if (v->stamp.counter == UINT32_MAX) return fl_gate_refuse(gate, "a time that is none");
    fl_gate_see(&c, &v->stamp);
    entries = 2;
    at = fl_add_record(at, v, v->slot);
  }
  struct fl_gate_receipt receipt = {c.epoch, w->index, c.counter, gate->verifier.thread.self};
  answer = fl_add_answer(answer, v, function, argument, &c, w->index);
  at = fl_add_bytes(fl_add_run(at, function, v->slot, argument), v->write, argument);
  if (!v->cached && !v->stays) {
    if (!fl_gate_leave_at(gate, &c, &stamp)) return FL_GATE_FULL;
    entries = 3;
    w->leaving++;
    at = fl_add_evict(at, v->slot, &stamp);
    v->stamp = stamp;
  }
  w->visits++;
  w->entries += entries;
  if (!v->cached) w->clock = c;
  w->index++;
  w->length = (uint32_t)(at - w->log);
  w->answers_length = (uint32_t)(answer - w->answers);
  gate->receipt = receipt;
  return FL_GATE_OK;
}

/* Its key's 32 bytes; where the datum is there are FL_GATE_SHORT bytes; `write` has as many, or is NULL: a get. */
FL_HOT enum fl_gate_status fl_gate_visit_short(struct fl_gate *gate, uint32_t s, const uint64_t key[4],
                                               const uint8_t *datum, size_t length, const uint64_t *write,
                                               size_t write_length) {
  struct fl_gate_waiting *w = &gate->waiting;
  size_t argument = write ? write_length : 0;
  uint8_t function = write ? FL_FUNCTION_PUT : FL_FUNCTION_GET;
  if (fl_gates_refused(gate->gates)) return FL_GATE_REFUSED;
  if (argument > FL_GATE_SHORT || length > FL_GATE_SHORT) return fl_gate_refuse(gate, "a value too large");
  if (s > 0xffff) return fl_gate_refuse(gate, "a slot out of range");
  if (w->visits == FL_GATE_WAITING && fl_gate_take(gate) != FL_GATE_OK) return FL_GATE_REFUSED;
  uint8_t *at = fl_add_run(w->log + w->length, function, s, argument), *answer = w->answers + w->answers_length;
  answer = fl_add_time(fl_add8(answer, function), w->clock.epoch, w->clock.counter);
  fl_put64(answer, w->index);
  answer[8] = 1;
  fl_put16(answer + 9, 256);
  memcpy(answer + 11, key, 32);
  answer = fl_add16(answer + 43, (uint32_t)argument);
  if (write) {
    memcpy(at, write, FL_GATE_SHORT);
    at += argument;
    memcpy(answer, write, FL_GATE_SHORT);
    answer = fl_add16(answer + argument, 0);
  } else {
    answer = fl_add16(fl_add8(fl_add16(answer, 3 + (uint32_t)length), 1), (uint32_t)length);
    memcpy(answer, datum, FL_GATE_SHORT);
    answer += length;
  }
  w->visits++;
  w->entries++;
  gate->receipt.epoch = w->clock.epoch;
  gate->receipt.counter = w->clock.counter;
  gate->receipt.index = w->index++;
  gate->receipt.thread = gate->verifier.thread.self;
  w->length = (uint32_t)(at - w->log);
  w->answers_length = (uint32_t)(answer - w->answers);
  return FL_GATE_OK;
}
#endif
