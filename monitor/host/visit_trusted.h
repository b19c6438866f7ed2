/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Visits of Blum's records (gate_trusted.h): the entries of the monitor's log for one, and the answer that it must
 * give. Inline: there is one for each answer. */
#ifndef FL_VISIT_H
#define FL_VISIT_H
#include "entries_trusted.h"

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
