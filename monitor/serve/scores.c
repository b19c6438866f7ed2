/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "scores.h"

#include "floats.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SIGN (UINT64_C(1) << 63)

static uint64_t score_of(double number) {
  uint64_t bits;
  memcpy(&bits, &number, sizeof bits);
  return bits & SIGN ? ~bits : bits | SIGN;
}

static double number_of(uint64_t score) {
  uint64_t bits = score & SIGN ? score ^ SIGN : ~score;
  double number;
  memcpy(&number, &bits, sizeof number);
  return number;
}

struct fl_serve_scores_Score fl_score_read(struct fl_serve_view text, bool bound) {
  double number;
  bool is = bound ? fl_double_begins(text, &number) : fl_double_read(text, &number);
  if (!is) return (struct fl_serve_scores_Score){.status = FL_SERVE_records_NUMBER};
  return (struct fl_serve_scores_Score){.status = FL_SERVE_records_OK, .score = score_of(number)};
}

struct fl_serve_scores_Score fl_score_plus(uint64_t a, uint64_t b, bool times) {
  double sum = times ? number_of(a) * number_of(b) : number_of(a) + number_of(b);
  if (isnan(sum)) return (struct fl_serve_scores_Score){.status = FL_SERVE_records_NUMBER};
  return (struct fl_serve_scores_Score){.status = FL_SERVE_records_OK, .score = score_of(sum)};
}

bool fl_score_is(uint64_t score) {
  return score >= FL_SERVE_scores_LEAST && score <= FL_SERVE_scores_MOST && score != FL_SERVE_scores_BELOW_ZERO;
}

void fl_score_print(uint64_t score, bool whole, struct fl_serve_bytes32 *text) {
  char digits[sizeof text->data];
  double number = number_of(score);
  whole = whole && fabs(number) <= 0x1p62 && number == trunc(number);
  int n = snprintf(digits, sizeof digits, whole ? "%.0f" : "%.17g", number);
  memcpy(text->data, digits, text->len = (unsigned)n < sizeof digits ? (uint8_t)n : 0);
}
