/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* What clients make us hold: commands that are not complete, transactions, answers and messages that are not taken. All
 * of them together have a bound, and whoever holds most is let go for it, as with Redis' maxmemory-clients. */
#define _GNU_SOURCE
#include "complaint.h"
#include "serving.h"

#include <inttypes.h>
#include <stdlib.h>

enum { LOGGED_MS = 1000 };

size_t fl_held_by(const struct fl_server *s, const struct client *c) {
  size_t step = c->step.kept ? c->step.out_length + c->step.value_length : 0;
  return fl_channel_holds(&c->channel) + c->answer.held_length + c->answer.kept_length + c->answer.names.room +
         c->answer.collected.room + c->receipts.given.room + c->transaction.queue.room + c->transaction.watched.room +
         c->queue.keys.room + c->step.keys.room + step + c->channels.unheard.room + fl_script_holds(s, c);
}

void fl_held_changed(struct fl_server *s, struct client *c) {
  size_t now = c->held.let_go ? 0 : fl_held_by(s, c);
  s->held.bytes += now - c->held.bytes;
  c->held.bytes = now;
}

void fl_held_forget(struct fl_server *s, struct client *c) {
  s->held.bytes -= c->held.bytes;
  c->held.bytes = 0;
}

static struct client *who_holds_most(const struct fl_server *s) {
  struct client *most = NULL;
  for (struct client *c = s->all; c; c = c->listed.next)
    if (!c->held.let_go && !c->held.stays && (!most || c->held.bytes > most->held.bytes)) most = c;
  return most;
}

static void log_it(struct fl_server *s, struct client *c) {
  uint64_t now = fl_clock_read(CLOCK_MONOTONIC);
  if (s->logged.let_go_ms && now - s->logged.let_go_ms < LOGGED_MS) return;
  s->logged.let_go_ms = now;
  fl_complain(0, "client %" PRIu64 " was let go: clients hold %" PRIu64 " bytes, and it %zu of them (--clients-memory)",
              c->listed.id, s->held.bytes, c->held.bytes);
}

/* What it has begun is done, and the answer is lost. Whoever waits hears of it at once, and whoever is parked. */
static void let_go(struct fl_server *s, struct client *c) {
  log_it(s, c);
  c->held.let_go = true;
  fl_held_changed(s, c);
  s->held.let_go++;
  if (fl_has_script(s, c)) {
    s->scripts.lost = true; /* its answer; what its commands answer is the script's */
  } else if (c->transaction.running || c->step.under_way) {
    c->answer.lost = true;
    free(c->answer.collected.data);
    c->answer.collected = (struct fl_buffer){0};
  } else {
    fl_conn_expire(c->conn);
  }
}

void fl_held_bound(struct fl_server *s) {
  s->held.events++;
  for (struct client *c; s->held.bytes > s->o.clients_memory && (c = who_holds_most(s));) let_go(s, c);
  s->held.events--;
}
