/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "edits.h"

#include "floats.h"

#include <openssl/rand.h>
#include <string.h>

bool fl_edit(const struct fl_edited *v, size_t at, size_t cut, struct fl_serve_view head, struct fl_serve_view data) {
  size_t length = *v->length, more = head.len + data.len;
  if (length > v->room || at > length || cut > length - at) return false;
  if (more > v->room - (length - cut)) return false;
  /* It may be a part of the value. */
  if (data.len) memcpy(v->spare, data.data, data.len);
  if (more != cut) memmove(v->value + at + more, v->value + at + cut, length - at - cut);
  if (head.len) memcpy(v->value + at, head.data, head.len);
  if (data.len) memcpy(v->value + at + head.len, v->spare, data.len);
  *v->length = length - cut + more;
  return true;
}

uint8_t fl_edit_sum(const struct fl_edited *v, bool there, size_t lo, size_t hi, struct fl_serve_view by) {
  size_t end = *v->length, size = 0;
  if (end > v->room || lo > hi || hi > end) return FL_SERVE_records_NUMBER;
  struct fl_serve_view old = {v->value + lo, hi - lo};
  uint8_t status = fl_float_add(there ? &old : NULL, by, v->value + end, v->room - end, &size);
  if (status == FL_SERVE_records_OK) *v->length = end + size;
  return status;
}

/* Nobody's secret hangs on it. */
uint32_t fl_edit_random(uint32_t below) {
  uint64_t n = 0;
  if (RAND_bytes((uint8_t *)&n, sizeof n) != 1) n = 0;
  return below ? (uint32_t)(n % below) : 0;
}
