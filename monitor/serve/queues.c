/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Clients that wait until a list, a sorted set or a stream has something (clean/queues.fl). Whoever has waited longest
 * for a list has the first turn, and before any command that comes later: each that may have something is woken when
 * the command, or the transaction, that put it there is done. Of a stream nobody takes anything, but from a group: all
 * that wait for it are woken; also when it is no stream any more, which a group's readers are told. */
#define _GNU_SOURCE
#include "serving.h"

#include "digest.h"
#include "floats.h"

#include <inttypes.h>
#include <math.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* KEYS: that one client waits for. AGAIN: how long a connection waits at once. */
enum { KEYS = 1024, DIGEST = 32, AGAIN_MS = 3600000 };

/* A key that a client waits for; among those of its bucket the client's that came first is first. */
struct waited {
  uint8_t digest[DIGEST];
  struct client *client;
  uint64_t passed; /* the turn in which the client was passed over, called for another one; 0: it was not */
  struct waited *older, *newer;
};

static struct fl_waited_for *bucket(struct fl_server *s, const uint8_t digest[DIGEST]) {
  return &s->queues.waited_for[(digest[0] | digest[1] << 8) % FL_WAITED_FOR];
}

static struct waited *keys_of(const struct client *c, size_t *count) {
  *count = c->queue.keys.length / sizeof(struct waited);
  return (struct waited *)(void *)c->queue.keys.data;
}

uint8_t fl_queue_patience(struct client *c, struct fl_serve_view seconds) {
  long double n;
  if (!fl_float_read(seconds, &n)) return FL_SERVE_records_NUMBER;
  n = ceill(n * 1000);
  if (n < 0) return FL_SERVE_queues_BELOW;
  uint64_t now = fl_clock_read(CLOCK_MONOTONIC);
  if (n > (long double)(INT64_MAX - now)) return FL_SERVE_records_LARGE;
  c->queue.until = n == 0 ? UINT64_MAX : now + (uint64_t)n;
  return FL_SERVE_records_OK;
}

uint8_t fl_queue_listen(struct client *c, struct fl_serve_view key, bool first, uint8_t type) {
  struct waited w = {.client = c};
  if (c->transaction.running) return FL_SERVE_records_UNKNOWN;
  if (c->queue.place) return FL_SERVE_records_OK; /* they are those from before */
  if (first) c->queue.keys.length = 0;
  c->queue.type = type;
  if (c->queue.keys.length == KEYS * sizeof w) return FL_SERVE_records_LARGE;
  fl_digest(key.data, key.len, w.digest);
  return fl_buffer_add(&c->queue.keys, &w, sizeof w) ? FL_SERVE_records_OK : FL_SERVE_records_MEMORY;
}

/* Which of its keys it is; ANY: none. */
static uint32_t which(const struct client *c, const uint8_t digest[DIGEST]) {
  size_t count;
  const struct waited *keys = keys_of(c, &count);
  for (size_t i = 0; i < count; i++)
    if (memcmp(keys[i].digest, digest, DIGEST) == 0) return (uint32_t)i;
  return FL_SERVE_queues_ANY;
}

/* The first that waits for it to be of this type. TURN: one key's come before the next one's, as the keys came; so
 * whoever is called for an earlier one is left out, and for a later one is called for this one instead, and the next
 * one for that. */
static void call_next(struct fl_server *s, const uint8_t digest[DIGEST], uint8_t type, uint64_t turn) {
  uint8_t by[DIGEST], instead[DIGEST];
  memcpy(by, digest, DIGEST);
  for (struct waited *w = bucket(s, by)->first; w;) {
    struct client *c = w->client;
    bool called = c->queue.called, is_it = c->queue.type == type && memcmp(w->digest, by, DIGEST) == 0;
    if (is_it && called && memcmp(c->queue.by, by, DIGEST) == 0) return;
    if (!is_it || c->queue.ended || (called && c->queue.turn < turn)) {
      if (is_it) w->passed = turn;
      w = w->newer;
      continue;
    }
    uint64_t later = c->queue.turn;
    memcpy(instead, c->queue.by, DIGEST);
    s->queues.called += !called;
    c->queue.called = true;
    c->queue.turn = turn;
    memcpy(c->queue.by, by, DIGEST);
    if (!called) return;
    turn = later; /* who came before has been passed over for it */
    memcpy(by, instead, DIGEST);
    size_t count;
    keys_of(c, &count)[which(c, by)].passed = later;
    w = bucket(s, by)->first;
    while (w && w->client->queue.place <= c->queue.place) w = w->newer;
  }
}

/* All that wait for it to be a stream, but those that have a turn already. */
static void call_all(struct fl_server *s, const uint8_t digest[DIGEST], uint64_t turn) {
  for (struct waited *w = bucket(s, digest)->first; w; w = w->newer) {
    struct client *c = w->client;
    if (c->queue.called || c->queue.type != FL_SERVE_records_STREAM || memcmp(w->digest, digest, DIGEST) != 0) continue;
    s->queues.called++;
    c->queue.called = true;
    c->queue.turn = turn;
    memcpy(c->queue.by, digest, DIGEST);
  }
}

void fl_queue_changed(struct fl_server *s, struct fl_serve_view key, uint8_t type) {
  uint8_t digest[DIGEST];
  struct client *c = s->queues.served;
  bool is_taken = type == FL_SERVE_records_LIST || type == FL_SERVE_records_ZSET;
  bool is_waited_for = is_taken || s->queues.readers > 0;
  if (!c && !(is_waited_for && s->queues.first)) return;
  fl_digest(key.data, key.len, digest);
  bool goes_on = c && memcmp(c->queue.by, digest, DIGEST) == 0;
  if (goes_on) c->queue.called = false; /* it had what it was called for */
  uint64_t turn = !is_waited_for ? 0 : goes_on ? c->queue.turn : ++s->queues.turns;
  if (s->queues.readers > 0) call_all(s, digest, turn);
  if (is_taken) call_next(s, digest, type, turn);
}

void fl_queue_all_gone(struct fl_server *s) {
  for (struct client *c = s->queues.readers ? s->queues.first : NULL; c; c = c->queue.newer) {
    size_t count;
    if (c->queue.type == FL_SERVE_records_STREAM && !c->queue.called)
      call_all(s, keys_of(c, &count)->digest, ++s->queues.turns);
  }
}

/* At the place that it had when it came. */
static void enter(struct fl_server *s, struct client *c) {
  if (!c->queue.place) c->queue.place = ++s->queues.places;
  struct client *older = s->queues.last;
  while (older && older->queue.place > c->queue.place) older = older->queue.older;
  c->queue.older = older;
  c->queue.newer = older ? older->queue.newer : s->queues.first;
  *(c->queue.older ? &c->queue.older->queue.newer : &s->queues.first) = c;
  *(c->queue.newer ? &c->queue.newer->queue.older : &s->queues.last) = c;
  size_t count;
  struct waited *keys = keys_of(c, &count);
  for (struct waited *w = keys; w < keys + count; w++) {
    struct fl_waited_for *b = bucket(s, w->digest);
    /* Mostly it is the last one, or has been woken, as the first one was. */
    bool last = !b->last || b->last->client->queue.place <= c->queue.place;
    w->newer = last ? NULL : b->first;
    while (w->newer && w->newer->client->queue.place <= c->queue.place) w->newer = w->newer->newer;
    w->older = w->newer ? w->newer->older : b->last;
    *(w->older ? &w->older->newer : &b->first) = w;
    *(w->newer ? &w->newer->older : &b->last) = w;
  }
  c->queue.waits = true;
  s->queues.waiting++;
  s->queues.readers += c->queue.type == FL_SERVE_records_STREAM;
}

static void leave(struct fl_server *s, struct client *c) {
  if (!c->queue.waits) return;
  *(c->queue.older ? &c->queue.older->queue.newer : &s->queues.first) = c->queue.newer;
  *(c->queue.newer ? &c->queue.newer->queue.older : &s->queues.last) = c->queue.older;
  c->queue.older = c->queue.newer = NULL;
  size_t count;
  struct waited *keys = keys_of(c, &count);
  for (struct waited *w = keys; w < keys + count; w++) {
    struct fl_waited_for *b = bucket(s, w->digest);
    *(w->older ? &w->older->newer : &b->first) = w->newer;
    *(w->newer ? &w->newer->older : &b->last) = w->older;
  }
  c->queue.waits = false;
  s->queues.waiting--;
  s->queues.readers -= c->queue.type == FL_SERVE_records_STREAM;
  s->queues.called -= c->queue.called;
}

bool fl_queue_end(struct fl_server *s, struct fl_serve_view id, uint8_t how) {
  char digits[24];
  for (struct client *c = s->queues.first; c; c = c->queue.newer) {
    int n = snprintf(digits, sizeof digits, "%" PRIu64, c->listed.id);
    if (c->queue.ended || (size_t)n != id.len || memcmp(digits, id.data, id.len) != 0) continue;
    c->queue.ended = how;
    if (c->queue.called) return true; /* what it was called for is the next one's then */
    s->queues.called++;
    c->queue.called = true;
    c->queue.turn = ++s->queues.turns;
    memset(c->queue.by, 0, DIGEST); /* for no key */
    return true;
  }
  return false;
}

static void wait_on(const struct client *c) {
  uint64_t now = fl_clock_read(CLOCK_MONOTONIC), left = c->queue.until > now ? c->queue.until - now : 0;
  fl_conn_wait(c->conn, left < AGAIN_MS ? (uint32_t)left : AGAIN_MS);
}

void fl_queue_wait(struct fl_server *s, struct client *c) {
  fl_forget_value(s, c);
  c->queue.called = false; /* it has found nothing: nor would the next one */
  enter(s, c);
  wait_on(c);
  size_t count;
  struct waited *keys = keys_of(c, &count);
  for (struct waited *w = keys; w < keys + count; w++) {
    uint64_t turn = w->passed;
    w->passed = 0;
    if (turn) call_next(s, w->digest, c->queue.type, turn);
  }
}

/* It may have gone while nobody listened: what it sent before is left with it. */
bool fl_queue_is_gone(const struct client *c) {
  struct pollfd peer = {.fd = fl_conn_descriptor(c->conn), .events = POLLRDHUP};
  return c->queue.place && poll(&peer, 1, 0) > 0;
}

bool fl_queue_hears(struct fl_server *s, struct client *c, enum fl_event event, struct fl_serve_queues_Turn *turn) {
  bool late = event == FL_EXPIRED && !fl_loop_stopping(s->loop);
  if (event == FL_INPUT && c->channel.tls) fl_channel_pull(&c->channel, s->o.limits.input);
  if (event == FL_SENT) {
    turn->how = fl_queue_is_gone(c) ? FL_SERVE_queues_GONE : c->queue.ended ? c->queue.ended : FL_SERVE_queues_CAME;
  } else if (late && fl_clock_read(CLOCK_MONOTONIC) >= c->queue.until) {
    turn->how = c->queue.ended ? c->queue.ended : FL_SERVE_queues_OVER;
  } else if (late || (event == FL_INPUT && !c->channel.ended)) { /* what it says meanwhile is read later */
    wait_on(c);
    return false;
  } else {
    turn->how = FL_SERVE_queues_GONE;
  }
  bool called = c->queue.called;
  turn->key = called ? which(c, c->queue.by) : FL_SERVE_queues_ANY;
  leave(s, c);
  c->queue.called = called;
  c->receipts.next_command = true; /* of what it has found before there are none any more */
  return true;
}

void fl_queue_done(struct fl_server *s, struct client *c) {
  leave(s, c);
  /* What it was called for is there still. */
  bool called = c->queue.called;
  c->queue.called = false;
  c->queue.ended = 0;
  c->queue.place = 0;
  if (called && c->queue.type != FL_SERVE_records_STREAM) call_next(s, c->queue.by, c->queue.type, c->queue.turn);
  if (c->queue.keys.data) free(c->queue.keys.data);
  c->queue.keys = (struct fl_buffer){0};
}

/* If nothing is answered any more, everybody is told. */
static struct client *who_is_next(const struct fl_server *s) {
  bool refused = fl_host_why(s->host) != NULL;
  struct client *next = NULL;
  for (struct client *c = s->queues.first; c; c = c->queue.newer)
    if ((c->queue.called || refused) && (!next || c->queue.turn < next->queue.turn)) next = c;
  return next;
}

bool fl_queue_has_turns(const struct fl_server *s) { return s->queues.called > 0; }

/* Somebody is, and has not had it yet. */
bool fl_queue_is_called_for(const struct fl_server *s, struct fl_serve_view key) {
  uint8_t digest[DIGEST];
  if (!fl_queue_has_turns(s)) return false;
  fl_digest(key.data, key.len, digest);
  for (const struct client *c = s->queues.first; c; c = c->queue.newer)
    if (c->queue.called && memcmp(c->queue.by, digest, DIGEST) == 0) return true;
  return false;
}

void fl_queue_turns(struct fl_server *s) {
  if (s->steps.first) return; /* they may want what its step has */
  if (s->queues.served || (s->queues.called == 0 && !fl_host_why(s->host))) return;
  while ((s->queues.served = who_is_next(s))) fl_conn_wake(s->queues.served->conn);
}
