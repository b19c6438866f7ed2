/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Whose commands are carried out: one client's, for TURN_MS; then those of the others that are ready. */
#define _GNU_SOURCE
#include "serving.h"

#include <stdint.h>
#include <sys/eventfd.h>
#include <unistd.h>

enum { TURN_MS = 10, PATIENCE_MS = 60000 };

uint64_t fl_turn_ends(void) { return fl_clock_read(CLOCK_MONOTONIC_COARSE) + TURN_MS; }

bool fl_turn_is_over(uint64_t ends) { return fl_clock_read(CLOCK_MONOTONIC_COARSE) >= ends; }

void fl_turns_soon(struct fl_server *s) {
  uint64_t one = 1;
  (void)!write(s->rested, &one, sizeof one);
}

void fl_rest(struct fl_server *s, struct client *c) {
  if (!c->step.met) c->rested = ++s->rests; /* or it waits still, at its place */
  c->rests = CLIENT_RESTS;
  fl_turns_soon(s);
  fl_conn_park(c->conn, PATIENCE_MS);
}

static struct client *who_goes_on(const struct fl_server *s) {
  struct client *first = NULL;
  for (struct client *c = s->all; c; c = c->listed.next)
    if (c->rests == CLIENT_GOES_ON && (!first || c->rested < first->rested)) first = c;
  return first;
}
/* Those that rest by now: who rests again has the next turn. */
static void on_rested(void *context) {
  struct fl_server *s = context;
  uint64_t count;
  (void)!read(s->rested, &count, sizeof count);
  for (struct client *c = s->all; c; c = c->listed.next)
    if (c->rests) c->rests = CLIENT_GOES_ON;
  for (struct client *c; (c = who_goes_on(s));) fl_conn_wake(c->conn);
  fl_queue_turns(s);
}

bool fl_turns_new(struct fl_server *s) {
  s->rested = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
  return s->rested >= 0 && fl_loop_watch(s->loop, s->rested, on_rested, s) >= 0;
}

void fl_turns_free(struct fl_server *s) {
  if (s->rested >= 0) close(s->rested);
}
