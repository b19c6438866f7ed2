/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#define _GNU_SOURCE
#include "server.h"

#include "committer.h"
#include "receipts_trusted.h"
#include "serve.h"

#include <inttypes.h>
#include <openssl/sha.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

enum { VALUE = 65536, KEY_MOST = 65535, TEXT = 8192, PATIENCE_MS = 60000, AT_THE_END_MS = 20000 };
static const uint8_t seal_key[] = "s";

struct client {
  struct fl_serve_session machine;
  struct fl_conn *conn;
  struct client *older, *newer;  /* of those that wait for a seal */
  uint64_t waits_for;            /* 0: for none */
  uint64_t owed;                 /* the epoch whose seal has to be there before what is in `out` may be sent */
  bool dropped;                  /* there will be no such seal */
  uint8_t *held;                 /* what is sent then */
  size_t held_length;
  uint8_t *kept;                 /* the value, over a wait */
  size_t kept_length;
  bool receipts, has_receipt;
  struct fl_receipt last;
};

struct fl_server {
  struct fl_server_options o;
  struct fl_host *host;
  const struct fl_signer *signer;
  struct fl_loop *loop;
  struct fl_committer *committer;
  struct fl_receipts *receipts;
  struct fl_anchor anchor;       /* as it is known to be written */
  struct fl_job job;             /* under way */
  int done, timer;
  bool seal_wanted, under_way, told;
  uint64_t armed;                /* when the timer fires, milliseconds; 0: never */
  uint64_t incarnation, sealed, begun, answers, commands, clients;
  uint64_t last_anchor_ms;
  uint8_t seal[FL_SEAL], previous[32];
  struct client *first, *last;   /* waiting */
  /* Lent to whichever machine runs. */
  struct fl_serve_bytes16384 out;
  uint8_t value[VALUE + TEXT], joined[sizeof((struct fl_serve_bytes16384 *)0)->data + VALUE + TEXT];
  size_t value_length;
};

static uint64_t clock_ms(clockid_t which) {
  struct timespec t;
  clock_gettime(which, &t);
  return (uint64_t)t.tv_sec * 1000 + (uint64_t)t.tv_nsec / 1000000;
}
static uint64_t now_ms(void) { return clock_ms(CLOCK_REALTIME); }

/* ---- Seals ---- */

static void arm(struct fl_server *s, uint32_t ms) {
  uint64_t when = clock_ms(CLOCK_MONOTONIC) + ms;
  if (s->under_way || (s->armed && s->armed <= when)) return;
  struct itimerspec t = {.it_value = {ms / 1000, (long)(ms % 1000) * 1000000 + (ms == 0)}};
  if (timerfd_settime(s->timer, 0, &t, NULL) == 0) s->armed = when;
}

static void tell_refusal(struct fl_server *s) {
  if (s->told || !fl_host_why(s->host)) return;
  s->told = true;
  fprintf(stderr, "fairlead-monitor-serve: REFUSED: %s; nothing is answered any more\n", fl_host_why(s->host));
}

static bool anchor_is_due(const struct fl_server *s) {
  return s->o.anchor && (s->o.sealed_first || s->seal_wanted ||
                         clock_ms(CLOCK_MONOTONIC) - s->last_anchor_ms >= s->o.anchor_ms);
}

/* Begins a job: the next seal, or the anchor alone if it lags. */
static bool begin_job(struct fl_server *s, bool must, bool anchor_too) {
  struct fl_host_seal state;
  if (s->under_way || fl_host_why(s->host)) return false;
  s->job = (struct fl_job){.anchored = anchor_is_due(s) || (anchor_too && s->o.anchor)};
  if (!must && !s->seal_wanted && !fl_host_changed(s->host) && fl_receipts_count(s->receipts) == 0) {
    if (!s->job.anchored || s->anchor.epoch == s->sealed) return false;
  } else {
    if (fl_host_commit_begin(s->host, &state) != FL_HOST_OK) {
      tell_refusal(s);
      return false;
    }
    if (state.epoch != s->begun + 1) {
      fl_host_refuse(s->host, "an epoch that is not the next one");
      tell_refusal(s);
      return false;
    }
    if (s->o.log && !fl_run_log_flush(s->o.log)) {
      fl_host_refuse(s->host, "the log cannot be written");
      tell_refusal(s);
      return false;
    }
    struct fl_seal seal = {.incarnation = s->incarnation, .epoch = s->begun + 1, .answers = s->answers, .time =
        now_ms()};
    memcpy(seal.root, state.root, 32);
    memcpy(seal.previous, s->previous, 32);
    fl_receipts_close(s->receipts, seal.epoch, seal.receipts);
    if (!fl_seal_make(s->signer, &seal, s->seal) ||
        fl_host_commit_with(s->host, seal_key, 1, s->seal, FL_SEAL) != FL_HOST_OK) {
      fl_host_refuse(s->host, "a seal cannot be made");
      tell_refusal(s);
      return false;
    }
    fl_seal_digest(s->seal, s->previous);
    s->begun++;
    s->seal_wanted = false;
    s->job.batch = fl_host_commit_batch(s->host, &s->job.count);
  }
  s->job.anchor = (struct fl_anchor){.incarnation = s->incarnation, .epoch = s->begun};
  memcpy(s->job.anchor.seal, s->previous, 32);
  s->under_way = true;
  fl_committer_submit(s->committer, &s->job);
  return true;
}

static void end_job(struct fl_server *s) {
  s->under_way = false;
  if (s->job.anchored) {
    s->anchor = s->job.anchor;
    s->last_anchor_ms = clock_ms(CLOCK_MONOTONIC);
  }
  if (!s->job.batch) return;
  fl_host_commit_end(s->host);
  s->sealed = s->begun;
  fl_receipts_sealed(s->receipts, s->sealed, s->seal, FL_SEAL);
}

static void schedule(struct fl_server *s) {
  tell_refusal(s);
  if (s->seal_wanted) arm(s, 0);
  else if (fl_host_changed(s->host) || fl_receipts_count(s->receipts) > 0) arm(s, s->o.commit_ms);
  else if (s->o.anchor && s->anchor.epoch != s->sealed) arm(s, s->o.anchor_ms + 1);
}

static void no_longer_waiting(struct fl_server *s, struct client *c) {
  if (!c->waits_for) return;
  *(c->older ? &c->older->newer : &s->first) = c->newer;
  *(c->newer ? &c->newer->older : &s->last) = c->older;
  c->older = c->newer = NULL;
  c->waits_for = 0;
}

/* Those whose seal is there. If there will be none any more, they are told so by the end of their connection. */
static void wake(struct fl_server *s) {
  for (;;) {
    struct client *c = s->first;
    while (c && c->waits_for > s->sealed && !(fl_host_why(s->host) && c->waits_for > s->begun)) c = c->newer;
    if (!c) return;
    bool sealed = c->waits_for <= s->sealed;
    no_longer_waiting(s, c);
    if (!sealed) {
      free(c->held);
      c->held = NULL;
      c->dropped = true;
    }
    fl_conn_wake(c->conn);
  }
}

static void on_timer(void *context) {
  struct fl_server *s = context;
  uint64_t n;
  (void)!read(s->timer, &n, sizeof n);
  s->armed = 0;
  begin_job(s, false, false);
  if (fl_host_why(s->host)) wake(s);
}

static void on_done(void *context) {
  struct fl_server *s = context;
  uint64_t n;
  bool ok;
  (void)!read(s->done, &n, sizeof n);
  if (!fl_committer_take(s->committer, 0, &ok) || !ok) return; /* given up: at the end only */
  end_job(s);
  schedule(s);
  wake(s);
}

/* ---- Answers ---- */

static void forget_value(struct fl_server *s, struct client *c) {
  free(c->kept);
  c->kept = NULL;
  s->value_length = 0;
}

static void lend(struct fl_server *s, struct client *c, const void *data, size_t length) {
  forget_value(s, c);
  memcpy(s->value, data, length);
  s->value_length = length;
}

/* Which status, and what follows from it: with the strict option an answer waits for the seal of all it may rest on. */
static uint8_t came_to(struct fl_server *s, struct client *c, enum fl_host_status status) {
  if (status == FL_HOST_LIE) tell_refusal(s);
  if (status != FL_HOST_OK) return (uint8_t)status;
  s->answers++;
  if (!s->o.sealed_first) return FL_SERVE_OK;
  if (fl_host_changed(s->host)) c->owed = s->begun + 1;
  else if (s->under_way && s->job.batch && c->owed < s->begun) c->owed = s->begun;
  return FL_SERVE_OK;
}

static bool give_receipt(struct fl_server *s, struct client *c, bool wrote, struct fl_serve_view key, const void *data,
                         size_t length, uint64_t time) {
  if (!c->receipts) return true;
  c->last = (struct fl_receipt){.incarnation = s->incarnation, .epoch = s->begun + 1, .counter = s->answers, .wrote =
      wrote,
                                .there = data != NULL, .time = data ? time : 0};
  SHA256(key.data, key.len, c->last.key);
  if (data) SHA256(data, length, c->last.value);
  return c->has_receipt = fl_receipts_add(s->receipts, &c->last);
}

/* Said before anything is done, so that an error is not about something that happened. */
static bool no_room_for_receipt(const struct fl_server *s, const struct client *c) {
  return c->receipts && fl_receipts_count(s->receipts) >= FL_RECEIPTS_MOST;
}

static struct fl_serve_Found find(struct fl_server *s, struct client *c, struct fl_serve_view key) {
  struct fl_host_value v;
  forget_value(s, c);
  if (no_room_for_receipt(s, c)) return (struct fl_serve_Found){.status = FL_SERVE_STORE};
  struct fl_serve_Found found = {.status = came_to(s, c, fl_host_get(s->host, key.data, key.len, now_ms(), &v))};
  if (found.status != FL_SERVE_OK) return found;
  if (!give_receipt(s, c, false, key, v.data, v.length, v.expires)) found.status = FL_SERVE_MEMORY;
  if (v.data) lend(s, c, v.data, v.length);
  found.there = v.data != NULL;
  found.time = v.expires;
  return found;
}

/* Nothing can be changed now. */
static bool crowded(const struct fl_server *s, const struct client *c) {
  struct fl_host_figures f;
  fl_host_figures(s->host, &f);
  return f.pending_bytes > s->o.memory || no_room_for_receipt(s, c);
}

static uint8_t put(struct fl_server *s, struct client *c, struct fl_serve_view key, struct fl_serve_view data,
    uint64_t time) {
  if (crowded(s, c)) return FL_SERVE_STORE;
  if (key.len > KEY_MOST) return FL_SERVE_LARGE;
  uint8_t status = came_to(s, c, fl_host_put(s->host, key.data, key.len, data.data, data.len, time));
  if (status == FL_SERVE_OK && !give_receipt(s, c, true, key, data.data, data.len, time)) return FL_SERVE_MEMORY;
  return status;
}

static struct fl_serve_Found delete_(struct fl_server *s, struct client *c, struct fl_serve_view key) {
  struct fl_serve_Found found = {0};
  found.status = crowded(s, c) ? FL_SERVE_STORE
                            : came_to(s, c, fl_host_delete(s->host, key.data, key.len, now_ms(), &found.there));
  if (found.status == FL_SERVE_OK && !give_receipt(s, c, true, key, NULL, 0, 0)) found.status = FL_SERVE_MEMORY;
  return found;
}

static struct fl_serve_Found touch(struct fl_server *s, struct client *c, struct fl_serve_view key, uint64_t time) {
  struct fl_serve_Found found = {0};
  uint64_t now = now_ms();
  found.status = crowded(s, c) ? FL_SERVE_STORE
                            : came_to(s, c, fl_host_touch(s->host, key.data, key.len, now, time, &found.there));
  if (found.status != FL_SERVE_OK || !c->receipts) return found;
  struct fl_host_value v; /* a receipt has the value too */
  found.status = came_to(s, c, fl_host_get(s->host, key.data, key.len, now, &v));
  if (found.status == FL_SERVE_OK && !give_receipt(s, c, true, key, v.data, v.length, v.expires)) found.status =
      FL_SERVE_MEMORY;
  return found;
}

static struct fl_serve_Sum increase(struct fl_server *s, struct client *c, struct fl_serve_view key, uint64_t by) {
  struct fl_serve_Sum sum = {0};
  int64_t n = 0;
  sum.status = crowded(s, c) ? FL_SERVE_STORE : key.len > KEY_MOST ? FL_SERVE_LARGE
                          : came_to(s, c, fl_host_add(s->host, key.data, key.len, now_ms(), (int64_t)by, &n));
  sum.sum = (uint64_t)n;
  if (sum.status != FL_SERVE_OK || !c->receipts) return sum;
  struct fl_host_value v;
  sum.status = came_to(s, c, fl_host_get(s->host, key.data, key.len, now_ms(), &v));
  if (sum.status == FL_SERVE_OK && !give_receipt(s, c, true, key, v.data, v.length, v.expires)) sum.status =
      FL_SERVE_MEMORY;
  return sum;
}

/* ---- Reports ---- */

static size_t hex(char *to, const uint8_t *bytes, size_t n) {
  for (size_t i = 0; i < n; i++) snprintf(to + 2 * i, 3, "%02x", bytes[i]);
  return 2 * n;
}

static size_t info(struct fl_server *s, char *t) {
  struct fl_host_figures f;
  fl_host_figures(s->host, &f);
  const char *why = fl_host_why(s->host);
  return (size_t)snprintf(t, TEXT,
    "# Server\r\nredis_version:7.0.0\r\nredis_mode:standalone\r\nserver_name:fairlead-monitor\r\nprocess_id:%ld\r\n"
    "loading:0\r\n# Clients\r\nconnected_clients:%" PRIu64 "\r\n# Stats\r\ntotal_commands_processed:%" PRIu64 "\r\n"
    "# Replication\r\nrole:master\r\n# Monitor\r\nstatus:%s\r\nwhy:%s\r\nacknowledge:%s\r\n"
    "incarnation:%" PRIu64 "\r\nepoch_sealed:%" PRIu64 "\r\nepoch_anchored:%" PRIu64 "\r\nunsealed_changes:%d\r\n"
    "answers:%" PRIu64 "\r\nentries:%" PRIu64 "\r\nfetched:%" PRIu64 "\r\nrecords_cached:%" PRIu32 "\r\n"
    "pending_bytes:%zu\r\ncommit_failures:%" PRIu64 "\r\nstore_sandbox:%s%s\r\n",
    (long)getpid(), s->clients, s->commands, why ? "refused" : "ok", why ? why : "",
    s->o.sealed_first ? "sealed" : "at-once", s->incarnation, s->sealed, s->anchor.epoch,
    fl_host_changed(s->host) || s->under_way, s->answers, f.entries, f.fetched, f.cached, f.pending_bytes,
    fl_committer_failures(s->committer), s->o.kept[0] ? "files " : "", s->o.kept[1] ? "calls" : "");
}

/* EPOCH, or EPOCH.INDEX: the seal, and the way from a receipt to it. */
static size_t certificate(struct fl_server *s, struct fl_serve_view argument, char *t) {
  char words[64] = "";
  uint64_t epoch;
  uint32_t index = 0, leaves;
  int end = 0, more = 0;
  const uint8_t *seal;
  size_t length, steps, n;
  uint8_t path[FL_RECEIPT_PATH][32];
  if (argument.len >= sizeof words) return 0;
  memcpy(words, argument.data, argument.len);
  if (sscanf(words, "%" SCNu64 "%n.%" SCNu32 "%n", &epoch, &end, &index, &more) < 1) return 0;
  if (words[more ? more : end] || words[0] < '0' || words[0] > '9') return 0;
  if (!more && epoch == s->sealed) {
    n = (size_t)snprintf(t, TEXT, "seal ");
    n += hex(t + n, s->seal, FL_SEAL);
    return n + (size_t)snprintf(t + n, TEXT - n, "\n");
  }
  if (!fl_receipts_path(s->receipts, epoch, index, &seal, &length, &leaves, path, &steps)) return 0;
  n = (size_t)snprintf(t, TEXT, "seal ");
  n += hex(t + n, seal, length);
  if (more) {
    n += (size_t)snprintf(t + n, TEXT - n, "\npath %" PRIu32, leaves);
    for (size_t i = 0; i < steps; i++) {
      t[n++] = ' ';
      n += hex(t + n, path[i], 32);
    }
  }
  return n + (size_t)snprintf(t + n, TEXT - n, "\n");
}

static size_t receipt(struct client *c, struct fl_serve_view argument, char *t) {
  uint8_t bytes[FL_RECEIPT];
  if (argument.len > 0) {
    bool on = argument.len == 2 && strncasecmp((const char *)argument.data, "on", 2) == 0;
    bool off = argument.len == 3 && strncasecmp((const char *)argument.data, "off", 3) == 0;
    if (!on && !off) return 0;
    c->receipts = on;
    c->has_receipt = false;
    return (size_t)snprintf(t, TEXT, "%s\n", on ? "on" : "off");
  }
  if (!c->has_receipt) return 0;
  fl_receipt_write(&c->last, bytes);
  size_t n = (size_t)snprintf(t, TEXT, "receipt ");
  n += hex(t + n, bytes, sizeof bytes);
  return n + (size_t)snprintf(t + n, TEXT - n, "\nof %" PRIu64 ".%" PRIu32 "\n", c->last.epoch, c->last.index);
}

static uint8_t report(struct fl_server *s, struct client *c, uint8_t what, struct fl_serve_view argument) {
  char *t = (char *)s->value;
  size_t n = 0;
  forget_value(s, c);
  switch (what) {
  case FL_SERVE_INFO: n = info(s, t); break;
  case FL_SERVE_RECEIPT: n = receipt(c, argument, t); break;
  case FL_SERVE_CERTIFICATE: n = certificate(s, argument, t); break;
  case FL_SERVE_CERTIFIED:
    n = (size_t)snprintf(t, TEXT, "epoch %" PRIu64 "\nincarnation %" PRIu64 "\nanchored %" PRIu64 "\n", s->sealed,
        s->incarnation,
                         s->anchor.epoch);
    break;
  case FL_SERVE_SEAL:
    if (fl_host_why(s->host)) return FL_SERVE_LIE;
    s->seal_wanted = true;
    c->owed = s->begun + 1;
    n = (size_t)snprintf(t, TEXT, "epoch %" PRIu64 "\n", c->owed);
    break;
  default: break;
  }
  s->value_length = n;
  return n > 0 ? FL_SERVE_OK : FL_SERVE_UNKNOWN;
}

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
  if (epoch > s->sealed) {
    if (fl_host_why(s->host) && epoch > s->begun) return FL_SEND_FAILED; /* there will be no such seal */
    c->held = malloc(length + !length);
    if (!c->held || !keep_value(s, c)) return FL_SEND_FAILED;
    memcpy(c->held, data, length);
    c->held_length = length;
    c->waits_for = epoch;
    c->older = s->last;
    *(s->last ? &s->last->newer : &s->first) = c;
    s->last = c;
    schedule(s);
    fl_conn_park(c->conn, PATIENCE_MS);
    return FL_SENDING;
  }
  enum fl_sending sending = fl_conn_send(c->conn, data, length, NULL);
  if (sending == FL_SENDING && !keep_value(s, c)) forget_value(s, c);
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
      forget_value(s, c);
      schedule(s);
      fl_conn_await(conn, s->o.timeout_ms);
      return;
    case FL_SERVE_ASKS_resp_consume:
      s->commands++;
      fl_conn_consume(conn, asked.resp_consume.n);
      break;
    case FL_SERVE_ASKS_find: answer.find = find(s, c, asked.find.key); break;
    case FL_SERVE_ASKS_put: answer.put = put(s, c, asked.put.key, asked.put.data, asked.put.time); break;
    case FL_SERVE_ASKS_delete: answer.delete_ = delete_(s, c, asked.delete_.key); break;
    case FL_SERVE_ASKS_touch: answer.touch = touch(s, c, asked.touch.key, asked.touch.time); break;
    case FL_SERVE_ASKS_increase: answer.increase = increase(s, c, asked.increase.key, asked.increase.by); break;
    case FL_SERVE_ASKS_now: answer.now = now_ms(); break;
    case FL_SERVE_ASKS_report: answer.report = report(s, c, asked.report.what, asked.report.argument); break;
    case FL_SERVE_ASKS_respond: {
      enum fl_sending sending = respond(s, c, asked.respond.with_value);
      if (sending == FL_SENDING) return;
      answer.respond = sending == FL_SEND_DONE;
      break;
    }
    case FL_SERVE_TRAP:
      fprintf(stderr, "fairlead-monitor-serve: the protocol machine trapped; closing this connection\n");
      fl_conn_close(conn);
      return;
    case FL_SERVE_DONE:
    default:
      schedule(s);
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
  no_longer_waiting(s, c);
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
  s->sealed = s->begun = anchor->epoch;
  memcpy(s->previous, last_seal, 32);
  struct fl_handler handler = {sizeof(struct client), on_event, on_closed, s};
  s->timer = timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC | TFD_NONBLOCK);
  s->receipts = fl_receipts_new();
  s->committer = fl_committer_new(store, options->anchor, options->log, &s->done);
  s->loop = fl_loop_new(&options->limits, &handler);
  if (s->timer < 0 || !s->receipts || !s->committer || !s->loop || fl_loop_watch(s->loop, s->timer, on_timer, s) < 0 ||
      fl_loop_watch(s->loop, s->done, on_done, s) < 0) {
    fl_server_free(s);
    return NULL;
  }
  return s;
}

struct fl_loop *fl_server_loop(struct fl_server *s) { return s->loop; }

static bool finish(struct fl_server *s) {
  bool ok = true;
  if (!s->under_way) return true;
  if (!fl_committer_take(s->committer, AT_THE_END_MS, &ok) || !ok) return false;
  end_job(s);
  return true;
}

bool fl_server_begin(struct fl_server *s) { return begin_job(s, true, true) && finish(s); }

bool fl_server_end(struct fl_server *s) {
  bool ok = finish(s);
  if (ok && !fl_host_why(s->host) && (fl_host_changed(s->host) || (s->o.anchor && s->anchor.epoch != s->sealed)))
    ok = begin_job(s, false, true) && finish(s);
  return ok && !fl_host_why(s->host);
}

void fl_server_free(struct fl_server *s) {
  if (!s) return;
  fl_loop_free(s->loop); /* closes its connections, which are in our list */
  fl_committer_free(s->committer);
  fl_receipts_free(s->receipts);
  if (s->timer >= 0) close(s->timer);
  free(s);
}
