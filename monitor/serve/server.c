/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Connections, and the server's life. */
#define _GNU_SOURCE
#include "serving.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

enum { PATIENCE_MS = 60000 };

/* ---- Connections ---- */

/* What was there as the value is there when the machine goes on, whoever is served meanwhile. */
static bool keep_value(struct fl_server *s, struct client *c) {
  if (s->value_length == 0 || c->kept) return true;
  c->kept = malloc(s->value_length);
  if (!c->kept) return false;
  memcpy(c->kept, s->value, s->value_length);
  c->kept_length = s->value_length;
  return true;
}

/* FL_SENDING: an event follows. */
static enum fl_sending respond(struct fl_server *s, struct client *c, bool with_value) {
  const uint8_t *data = s->out.data;
  size_t length = s->out.len;
  if (with_value) {
    const uint8_t *value = c->kept ? c->kept : s->value;
    size_t count = c->kept ? c->kept_length : s->value_length;
    memcpy(s->joined, data, length);
    memcpy(s->joined + length, value, count);
    data = s->joined;
    length += count;
  }
  uint64_t epoch = c->owed;
  c->owed = 0;
  if (epoch > fl_safe_epoch(s)) {
    if (fl_host_why(s->host) && epoch > s->made.epoch) return FL_SEND_FAILED; /* there will be no such seal */
    c->held = malloc(length + !length);
    if (!c->held || !keep_value(s, c)) return FL_SEND_FAILED;
    memcpy(c->held, data, length);
    c->held_length = length;
    fl_wait_for_seal(s, c, epoch);
    fl_conn_park(c->conn, PATIENCE_MS);
    return FL_SENDING;
  }
  enum fl_sending sending = fl_conn_send(c->conn, data, length, NULL);
  if (sending == FL_SENDING && !keep_value(s, c)) fl_forget_value(s, c);
  return sending;
}

/* Runs the machine until it must wait. */
static void drive(struct fl_server *s, struct client *c, union fl_serve_response answer) {
  struct fl_conn *conn = c->conn;
  for (;;) {
    union fl_serve_request asked;
    struct fl_serve_span input, value = {s->value, s->value_length};
    input.data = fl_conn_input(conn, &input.len);
    if (c->kept) value = (struct fl_serve_span){c->kept, c->kept_length};
    switch (fl_serve_session_step(&c->machine, answer, &asked, input, value, &s->out)) {
    case FL_SERVE_ASKS_resp_more:
      fl_forget_value(s, c);
      fl_schedule(s);
      fl_conn_await(conn, s->o.timeout_ms);
      return;
    case FL_SERVE_ASKS_resp_consume:
      s->commands++;
      fl_conn_consume(conn, asked.resp_consume.n);
      break;
    case FL_SERVE_ASKS_find: answer.find = fl_find(s, c, asked.find.key); break;
    case FL_SERVE_ASKS_put: answer.put = fl_put(s, c, asked.put.key, asked.put.data, asked.put.time); break;
    case FL_SERVE_ASKS_delete: answer.delete_ = fl_delete(s, c, asked.delete_.key); break;
    case FL_SERVE_ASKS_touch: answer.touch = fl_touch(s, c, asked.touch.key, asked.touch.time); break;
    case FL_SERVE_ASKS_increase: answer.increase = fl_increase(s, c, asked.increase.key, asked.increase.by); break;
    case FL_SERVE_ASKS_together: answer.together = fl_together(s, c, asked.together.count); break;
    case FL_SERVE_ASKS_prepare: answer.prepare = fl_prepare(s, asked.prepare.key); break;
    case FL_SERVE_ASKS_apart: fl_apart(s); break;
    case FL_SERVE_ASKS_now: answer.now = fl_now_ms(s); break;
    case FL_SERVE_ASKS_report: answer.report = fl_report(s, c, asked.report.what, asked.report.argument); break;
    case FL_SERVE_ASKS_respond: {
      enum fl_sending sending = respond(s, c, asked.respond.with_value);
      if (sending == FL_SENDING) return;
      answer.respond = sending == FL_SEND_DONE;
      break;
    }
    case FL_SERVE_TRAP:
      fprintf(stderr, "fairlead-monitor-serve: the protocol machine trapped; closing this connection\n");
      if (s->together) fl_apart(s);
      fl_conn_close(conn);
      return;
    case FL_SERVE_DONE:
    default:
      fl_schedule(s);
      fl_conn_close(conn);
      return;
    }
  }
}

static void on_event(void *context, struct fl_conn *conn, enum fl_event event) {
  struct fl_server *s = context;
  struct client *c = fl_conn_state(conn);
  union fl_serve_response answer = {0};
  bool parked = c->waits_for != 0 || c->held;
  s->value_length = 0;
  switch (event) {
  case FL_OPENED:
    s->clients++;
    c->conn = conn;
    fl_serve_session_init(&c->machine);
    break;
  case FL_INPUT: answer.resp_more = true; break;
  case FL_SENT:
    if (c->held) { /* woken: its seal is there */
      uint8_t *held = c->held;
      c->held = NULL;
      enum fl_sending sending = fl_conn_send(conn, held, c->held_length, NULL);
      free(held);
      if (sending == FL_SENDING) return;
      answer.respond = sending == FL_SEND_DONE;
    } else {
      answer.respond = !c->dropped;
    }
    break;
  case FL_EXPIRED:
    if (parked) {
      fl_conn_close(conn);
      return;
    }
    break;
  case FL_ENDED:
  case FL_STOPPING: break; /* false: no more */
  }
  drive(s, c, answer);
}

static void on_closed(void *context, struct fl_conn *conn) {
  struct fl_server *s = context;
  struct client *c = fl_conn_state(conn);
  fl_no_longer_waiting(s, c);
  free(c->held);
  free(c->kept);
  s->clients--;
}

/* ---- Its life ---- */

struct fl_server *fl_server_new(const struct fl_server_options *options, struct fl_host *host, struct fl_store *store,
                                const struct fl_signer *signer, const struct fl_anchor *anchor,
                                const uint8_t last_seal[32]) {
  struct fl_server *s = calloc(1, sizeof *s);
  if (!s) return NULL;
  s->o = *options;
  s->host = host;
  s->signer = signer;
  s->anchor = *anchor;
  s->incarnation = anchor->incarnation;
  s->clock.last = options->time;
  s->made.epoch = anchor->epoch;
  memcpy(s->made.digest, last_seal, 32);
  s->sealed = s->made;
  struct fl_handler handler = {sizeof(struct client), on_event, on_closed, s};
  s->timer = timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC | TFD_NONBLOCK);
  s->receipts = fl_receipts_new();
  s->committer = fl_committer_new(store, options->log, &s->stored);
  s->anchors = fl_committer_anchors(&options->anchor, &s->anchored);
  s->loop = fl_loop_new(&options->limits, &handler);
  if (s->timer < 0 || !s->receipts || !s->committer || !s->anchors || !s->loop ||
      fl_loop_watch(s->loop, s->timer, fl_on_timer, s) < 0 || fl_loop_watch(s->loop, s->stored, fl_on_stored, s) < 0 ||
      fl_loop_watch(s->loop, s->anchored, fl_on_anchored, s) < 0) {
    fl_server_free(s);
    return NULL;
  }
  return s;
}

struct fl_loop *fl_server_loop(struct fl_server *s) { return s->loop; }

bool fl_server_begin(struct fl_server *s) { return fl_begin_seal(s, true) && fl_finish_sealing(s); }

bool fl_server_end(struct fl_server *s) {
  bool ok = fl_finish_sealing(s);
  if (ok && !fl_host_why(s->host) && fl_begin_seal(s, false)) ok = fl_finish_sealing(s);
  return ok && !fl_host_why(s->host);
}

void fl_server_free(struct fl_server *s) {
  if (!s) return;
  fl_loop_free(s->loop); /* closes its connections, which are in our list */
  fl_committer_free(s->committer);
  fl_committer_free(s->anchors);
  fl_receipts_free(s->receipts);
  if (s->timer >= 0) close(s->timer);
  free(s);
}
