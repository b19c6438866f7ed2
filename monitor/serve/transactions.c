/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* What waits for EXEC, and the keys that are watched (clean/transactions.fl). */
#define _GNU_SOURCE
#include "serving.h"

#include "digest.h"

#include <stdlib.h>
#include <string.h>

/* Bytes of commands, keys, and bytes of answers of one connection. */
enum { QUEUE_MOST = 4 << 20, WATCHED_MOST = 1024, ANSWERS_MOST = 64 << 20 };

/* SHA-256 of the key; whether it was there; when it goes, 0: never. */
struct watched {
  uint8_t key[32];
  uint64_t time;
  bool there;
};

uint8_t fl_queue(struct client *c, struct fl_serve_view command, bool line) {
  if (c->transaction.queue.length + command.len + 2 > QUEUE_MOST) return FL_SERVE_records_LARGE;
  bool ok = fl_buffer_add(&c->transaction.queue, command.data, command.len) &&
            (!line || fl_buffer_add(&c->transaction.queue, "\r\n", 2));
  c->transaction.queued += ok;
  return ok ? FL_SERVE_records_OK : FL_SERVE_records_MEMORY;
}

static void unwatch(struct fl_server *s, struct client *c) {
  if (c->transaction.watched.length > 0) {
    *(c->transaction.watch_older ? &c->transaction.watch_older->transaction.watch_newer : &s->watching) =
        c->transaction.watch_newer;
    if (c->transaction.watch_newer) c->transaction.watch_newer->transaction.watch_older = c->transaction.watch_older;
    c->transaction.watch_older = c->transaction.watch_newer = NULL;
  }
  free(c->transaction.watched.data);
  c->transaction.watched = (struct fl_buffer){0};
  c->transaction.changed = false;
}

void fl_forget_transaction(struct fl_server *s, struct client *c, bool queued) {
  unwatch(s, c);
  if (!queued) return;
  free(c->transaction.queue.data);
  c->transaction.queue = (struct fl_buffer){0};
  c->transaction.queued = 0;
}

uint8_t fl_watch(struct fl_server *s, struct client *c, struct fl_serve_view key) {
  struct fl_host_value v;
  struct watched w;
  fl_forget_value(s, c);
  if (key.len > KEY_MOST) return FL_SERVE_records_UNKNOWN;
  uint8_t status = fl_status_of(s, c, fl_host_get(s->host, key.data, key.len, fl_now_ms(s), &v));
  if (status != FL_SERVE_records_OK) return status;
  memset(&w, 0, sizeof w);
  w.there = v.data != NULL;
  w.time = w.there ? v.expires : 0;
  fl_digest(key.data, key.len, w.key);
  for (size_t i = 0; i < c->transaction.watched.length; i += sizeof w)
    if (memcmp(c->transaction.watched.data + i, w.key, sizeof w.key) == 0) return FL_SERVE_records_OK;
  if (c->transaction.watched.length == WATCHED_MOST * sizeof w) return FL_SERVE_records_LARGE;
  bool first = c->transaction.watched.length == 0;
  if (!fl_buffer_add(&c->transaction.watched, &w, sizeof w)) return FL_SERVE_records_MEMORY;
  if (!first) return FL_SERVE_records_OK;
  c->transaction.watch_newer = s->watching;
  if (s->watching) s->watching->transaction.watch_older = c;
  s->watching = c;
  return FL_SERVE_records_OK;
}

void fl_key_changed(struct fl_server *s, struct fl_serve_view key) {
  uint8_t digest[32];
  if (!s->watching) return;
  fl_digest(key.data, key.len, digest);
  for (struct client *c = s->watching; c; c = c->transaction.watch_newer)
    for (size_t i = 0; i < c->transaction.watched.length && !c->transaction.changed; i += sizeof(struct watched))
      c->transaction.changed = memcmp(c->transaction.watched.data + i, digest, sizeof digest) == 0;
}

static bool any(const struct client *c, bool (*holds)(const struct watched *w, uint64_t now), uint64_t now) {
  for (size_t i = 0; i < c->transaction.watched.length; i += sizeof(struct watched)) {
    struct watched w;
    memcpy(&w, c->transaction.watched.data + i, sizeof w);
    if (holds(&w, now)) return true;
  }
  return false;
}
static bool was_there(const struct watched *w, uint64_t now) {
  (void)now;
  return w->there;
}
/* It was there when it was watched, and its time is over now: it has changed. */
static bool went(const struct watched *w, uint64_t now) { return w->time && w->time <= now; }

/* What has come since has changed already. */
void fl_all_gone(struct fl_server *s) {
  for (struct client *c = s->watching; c; c = c->transaction.watch_newer)
    c->transaction.changed = c->transaction.changed || any(c, was_there, 0);
}

bool fl_transaction_begin(struct fl_server *s, struct client *c) {
  if (c->transaction.changed || any(c, went, fl_now_ms(s))) {
    fl_hold_until_sealed(s, c);
    return false;
  }
  unwatch(s, c);
  c->transaction.running = true;
  c->transaction.queue_at = 0;
  return true;
}

bool fl_collected_drop(struct client *c, size_t keep) {
  size_t from = c->answer.gathering ? c->answer.gathered_from : 0;
  bool any = c->answer.collected.length > from;
  c->answer.gathering = false;
  if (c->answer.collected.length > from + keep) c->answer.collected.length = from + keep;
  return any;
}

bool fl_collect(struct client *c, const uint8_t *data, size_t length) {
  return c->answer.collected.length + length <= ANSWERS_MOST && fl_buffer_add(&c->answer.collected, data, length);
}
