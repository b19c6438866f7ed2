/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* What goes by itself: records whose time is over and that nobody asks for. All records are looked through, a slice at
 * a time, between which clients are served; a look counts them, too, for DBSIZE. */
#define _GNU_SOURCE
#include "serving.h"

#include <stdlib.h>
#include <string.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

/* A slice takes so many microseconds. The next one follows so many milliseconds later; soon, where every fourth record
 * of the last one went, or somebody waits for the count; and late, where the store or the monitor had no answer. */
enum { SLICE_US = 1000, NEXT_MS = 100, SOON_MS = 4, AT_ONCE_MS = 1, LATE_MS = 60000, BEHIND_MS = 500 };
/* So long after the server has begun, and before the next look when nothing goes before. */
enum { FIRST_MS = 1000, SELDOM_MS = 3600000 };

struct fl_expiry {
  int timer;
  uint64_t armed; /* when it fires, milliseconds; 0: it does not */
  bool looking;   /* through all records: this one is next */
  uint8_t at[32];
  int64_t passed;   /* records that were there, and stayed */
  uint64_t soonest; /* when the first of those goes that this look has seen; 0: none does */
  uint64_t due;     /* when the first one goes that was not to be seen by it; 0: none does */
  struct fl_host_record record;
};

static uint64_t microseconds(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (uint64_t)t.tv_sec * 1000000 + (uint64_t)t.tv_nsec / 1000;
}

static uint64_t sooner(uint64_t a, uint64_t b) { return !a || (b && b < a) ? b : a; }

static void arm(struct fl_expiry *x, uint64_t ms) {
  uint64_t when = fl_clock_read(CLOCK_MONOTONIC) + ms;
  if (x->armed && x->armed <= when) return;
  struct itimerspec t = {.it_value = {(time_t)(ms / 1000), (long)(ms % 1000) * 1000000 + (ms == 0)}};
  if (timerfd_settime(x->timer, 0, &t, NULL) == 0) x->armed = when;
}

/* Between two looks: until something goes. */
static void arm_for_due(struct fl_server *s) {
  struct fl_expiry *x = s->expiry;
  if (x->looking || !x->due) return;
  uint64_t now = fl_clock_now(&s->clock), ms = x->due > now ? x->due - now : 0;
  arm(x, ms < NEXT_MS ? NEXT_MS : ms > SELDOM_MS ? SELDOM_MS : ms);
}

void fl_will_expire(struct fl_server *s, uint64_t time) {
  struct fl_expiry *x = s->expiry;
  if (!time || (x->due && x->due <= time)) return;
  x->due = time;
  arm_for_due(s);
}

static void begin(struct fl_server *s) {
  struct fl_expiry *x = s->expiry;
  x->looking = true;
  memset(x->at, 0, sizeof x->at);
  x->passed = 0;
  x->soonest = x->due = 0;
  fl_host_counted_to(s->host, x->at);
}

static void end(struct fl_server *s) {
  struct fl_expiry *x = s->expiry;
  x->looking = false;
  x->due = sooner(x->due, x->soonest);
  s->tally.counted = true;
  s->tally.count = x->passed + fl_host_balance_behind(s->host) - fl_host_balance(s->host);
}

/* As a client's DEL, but that nobody has asked. */
static enum fl_host_status remove_it(struct fl_server *s, const struct fl_host_record *r) {
  bool there;
  enum fl_host_status status = fl_host_delete(s->host, r->name, r->name_length, 0, &there);
  fl_note_change(s, fl_status(status),
                 &(struct fl_redo_change){.kind = FL_REDO_DELETE, .key = r->name, .key_length = r->name_length});
  if (status != FL_HOST_OK) return status;
  s->expired++;
  fl_queue_changed(s, (struct fl_serve_view){r->name, r->name_length}, FL_STRING);
  return status;
}

static struct client *who_waits(const struct fl_server *s) {
  struct client *c = s->all;
  while (c && !c->waits_for_count) c = c->listed.next;
  return c;
}
/* They have the number, or are told why there is none. */
static void wake_all(struct fl_server *s, enum fl_host_status status) {
  s->steps.barred++;
  for (struct client *c; (c = who_waits(s));) {
    s->tally.failed = status;
    fl_conn_wake(c->conn);
  }
  s->steps.barred--;
  s->tally.failed = FL_HOST_OK;
}

/* FL_HOST_FULL, too, where nothing may be changed now, and nobody waits for the count: that record is the next one
 * still. */
static enum fl_host_status look_at_one(struct fl_server *s, uint64_t now, bool *went) {
  struct fl_expiry *x = s->expiry;
  const struct fl_host_record *r = &x->record;
  *went = false;
  enum fl_host_status status = fl_host_glance(s->host, x->at, now, &x->record);
  if (status != FL_HOST_OK) return status;
  if (!r->there) {
    end(s);
    return FL_HOST_OK;
  }
  bool over = r->expires && r->expires <= now;
  if (over && !fl_may_change(s)) {
    if (!who_waits(s)) return FL_HOST_FULL;
    over = false;
  }
  if (over) status = remove_it(s, r);
  if (status != FL_HOST_OK) return status;
  *went = over;
  x->passed += !over;
  if (!over) x->soonest = sooner(x->soonest, r->expires);
  memcpy(x->at, r->place, sizeof x->at);
  if (fl_host_after(x->at))
    fl_host_counted_to(s->host, x->at);
  else
    end(s);
  return FL_HOST_OK;
}

static uint64_t slice(struct fl_server *s) {
  struct fl_expiry *x = s->expiry;
  uint64_t until = microseconds() + SLICE_US, now = fl_now_ms(s), seen = 0, gone = 0;
  enum fl_host_status status = FL_HOST_OK;
  do {
    bool went;
    status = look_at_one(s, now, &went);
    seen++;
    gone += went;
  } while (status == FL_HOST_OK && x->looking && microseconds() < until);
  if (status == FL_HOST_STORE) fl_log_doubt(s);
  if (!x->looking || (status != FL_HOST_OK && status != FL_HOST_FULL)) wake_all(s, status);
  return status == FL_HOST_FULL         ? BEHIND_MS
         : status != FL_HOST_OK         ? LATE_MS
         : who_waits(s)                 ? AT_ONCE_MS
         : gone > 0 && 4 * gone >= seen ? SOON_MS
                                        : NEXT_MS;
}

static void on_timer(void *context) {
  struct fl_server *s = context;
  struct fl_expiry *x = s->expiry;
  uint64_t n;
  (void)!read(x->timer, &n, sizeof n);
  x->armed = 0;
  if (fl_host_why(s->host)) {
    wake_all(s, FL_HOST_LIE);
    return;
  }
  if (s->steps.first) { /* its time is another one */
    arm(x, SOON_MS);
    return;
  }
  s->moment = 0;
  if (!x->looking) begin(s);
  uint64_t ms = slice(s);
  s->moment = 0;
  if (x->looking)
    arm(x, ms);
  else
    arm_for_due(s);
  fl_queue_turns(s);
  fl_schedule(s);
}

void fl_wait_for_count(struct fl_server *s, struct client *c) {
  struct fl_expiry *x = s->expiry;
  c->waits_for_count = true;
  c->step.met_ms = fl_clock_read(CLOCK_MONOTONIC);
  if (!x->looking) begin(s);
  x->armed = 0;
  arm(x, 0);
}

bool fl_expiry_new(struct fl_server *s) {
  struct fl_expiry *x = s->expiry = calloc(1, sizeof *x);
  if (!x) return false;
  x->timer = timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC | TFD_NONBLOCK);
  if (x->timer < 0 || fl_loop_watch(s->loop, x->timer, on_timer, s) < 0) return false;
  arm(x, FIRST_MS);
  return true;
}

void fl_expiry_free(struct fl_expiry *x) {
  if (!x) return;
  if (x->timer >= 0) close(x->timer);
  free(x);
}
