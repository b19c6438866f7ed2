/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "floats.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The largest long double has 4,933 digits before the point. */
enum { TEXT_MOST = 5 * 1024 };

/* A text that a C function reads, its end behind it. False: it is too long for any number. */
static bool terminated(struct fl_serve_view text, char copy[TEXT_MOST]) {
  if (text.len >= TEXT_MOST) return false;
  if (text.len) memcpy(copy, text.data, text.len);
  copy[text.len] = 0;
  return true;
}
static bool begins_a_number(struct fl_serve_view text) { return text.len > 0 && !isspace(text.data[0]); }

bool fl_float_read(struct fl_serve_view text, long double *number) {
  char copy[TEXT_MOST], *end;
  if (!begins_a_number(text) || !terminated(text, copy)) return false;
  errno = 0;
  *number = strtold(copy, &end);
  if (end != copy + text.len || isnan(*number)) return false;
  return errno != ERANGE || !(isinf(*number) || fpclassify(*number) == FP_ZERO);
}

/* In double's own rounding and range, which is not long double's rounded again. */
bool fl_double_read(struct fl_serve_view text, double *number) {
  char copy[TEXT_MOST], *end;
  if (!begins_a_number(text) || !terminated(text, copy)) return false;
  errno = 0;
  *number = strtod(copy, &end);
  if (end != copy + text.len || isnan(*number)) return false;
  return errno != ERANGE || !(isinf(*number) || fpclassify(*number) == FP_ZERO);
}

bool fl_double_begins(struct fl_serve_view text, double *number) {
  char copy[TEXT_MOST], *end;
  if (!terminated(text, copy)) return false;
  *number = strtod(copy, &end);
  return *end == 0 && !isnan(*number);
}

uint8_t fl_float_add(const struct fl_serve_view *old, struct fl_serve_view by, uint8_t *value, size_t room,
                     size_t *length) {
  long double a = 0, b;
  char text[TEXT_MOST];
  if ((old && !fl_float_read(*old, &a)) || !fl_float_read(by, &b)) return FL_SERVE_records_NUMBER;
  if (isnan(a + b) || isinf(a + b)) return FL_SERVE_records_LARGE;
  int n = snprintf(text, sizeof text, "%.17Lf", a + b);
  if (n < 0 || (size_t)n >= sizeof text || (size_t)n > room) return FL_SERVE_records_LARGE;
  while (text[n - 1] == '0') n--; /* there is a point */
  if (text[n - 1] == '.') n--;
  if (n == 2 && memcmp(text, "-0", 2) == 0) text[0] = '0', n = 1;
  memcpy(value, text, (size_t)n);
  *length = (size_t)n;
  return FL_SERVE_records_OK;
}
