/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* What an answer of the host means to a client: its status, what follows from it, and what it has to wait for. */
#define _GNU_SOURCE
#include "serving.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void fl_forget_value(struct fl_server *s, struct client *c) {
  free(c->answer.kept);
  c->answer.kept = NULL;
  s->value_length = 0;
}

void fl_log_refusal(struct fl_server *s) {
  if (s->logged.refusal || !fl_host_why(s->host)) return;
  s->logged.refusal = true;
  fprintf(stderr, "fairlead-monitor-serve: REFUSED: %s; nothing is answered any more\n", fl_host_why(s->host));
}

/* Which record a cluster has lost, or has back from before: once, and again when it is another one or some time has
 * passed. */
void fl_log_doubt(struct fl_server *s) {
  enum { AGAIN_MS = 10000 };
  char text[FL_DOUBT_TEXT];
  uint64_t count = fl_doubt_text(s->host, text), now = fl_clock_read(CLOCK_MONOTONIC);
  if (count == s->logged.doubts || (strcmp(text, s->logged.doubt) == 0 && now - s->logged.doubted_ms < AGAIN_MS))
    return;
  s->logged.doubts = count;
  s->logged.doubted_ms = now;
  strcpy(s->logged.doubt, text);
  fprintf(stderr, "fairlead-monitor-serve: REFUSED: %s; what needs that record is not answered\n", text);
}

/* It is sent only while we lead. With the strict option it waits until the seal of all that it may rest on is kept. */
void fl_hold_until_sealed(struct fl_server *s, struct client *c) {
  c->answer.rests = true;
  if (!s->o.sealed_first) return;
  uint64_t epoch = fl_next_epoch(s) - (fl_unsealed(s) ? 0 : 1);
  if (c->answer.hold_epoch < epoch) c->answer.hold_epoch = epoch;
}

/* One of each, and the compiler says if one is left out. */
uint8_t fl_status(enum fl_host_status status) {
  switch (status) {
  case FL_HOST_OK: return FL_SERVE_records_OK;
  case FL_HOST_LIE: return FL_SERVE_records_LIE;
  case FL_HOST_STORE: return FL_SERVE_records_STORE;
  case FL_HOST_MEMORY: return FL_SERVE_records_MEMORY;
  case FL_HOST_TOO_LARGE: return FL_SERVE_records_LARGE;
  case FL_HOST_NO_NUMBER: return FL_SERVE_records_NUMBER;
  case FL_HOST_FULL: return FL_SERVE_records_FULL;
  case FL_HOST_OVERFLOW: return FL_SERVE_records_OVERFLOW;
  case FL_HOST_WRONG_TYPE: return FL_SERVE_records_WRONG_TYPE;
  case FL_HOST_NO_WALK: return FL_SERVE_records_UNKNOWN;
  }
  return FL_SERVE_records_UNKNOWN;
}

void fl_forget_receipts(struct client *c) {
  if (!c->receipts.next_command) return;
  c->receipts.next_command = false;
  c->receipts.given.length = 0;
}

/* That a value is no number, or would be too large, is an answer, too. */
bool fl_is_of_value(uint8_t status) {
  return status == FL_SERVE_records_NUMBER || status == FL_SERVE_records_OVERFLOW || status == FL_SERVE_records_LARGE ||
         status == FL_SERVE_records_WRONG_TYPE;
}

/* Which status, and what follows from it. */
uint8_t fl_status_of(struct fl_server *s, struct client *c, enum fl_host_status status) {
  fl_forget_receipts(c);
  if (status == FL_HOST_LIE) fl_log_refusal(s);
  if (status == FL_HOST_STORE) fl_log_doubt(s);
  if (status == FL_HOST_FULL) fl_want_seal(s);
  if (status == FL_HOST_OK || fl_is_of_value(fl_status(status))) fl_hold_until_sealed(s, c);
  if (status == FL_HOST_OK) s->answers++;
  return fl_status(status);
}
