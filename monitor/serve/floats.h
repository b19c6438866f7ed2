/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef FL_FLOATS_H
#define FL_FLOATS_H
#include "serve.h"

/* INCRBYFLOAT as Redis has it: the sum of two numbers in text, to `value` of `room' bytes. `old' may lie in `value'; it
 * is zero if there is none. A status of clean/records.fl: NUMBER, one of them is none; LARGE, the sum is none. */
uint8_t fl_float_add(const struct fl_serve_view *old, struct fl_serve_view by, uint8_t *value, size_t room,
                     size_t *length);
/* As Redis reads them: all of the text, no blanks, and a number. */
bool fl_float_read(struct fl_serve_view text, long double *number);
bool fl_double_read(struct fl_serve_view text, double *number);
/* The end of a range of scores, of which Redis reads more: blanks before it, nothing at all (0), what is too large or
 * too small, and whatever stands behind a byte 0. */
bool fl_double_begins(struct fl_serve_view text, double *number);
#endif
