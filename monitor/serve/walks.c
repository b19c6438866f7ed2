/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* All records, one after the other (clean/walks.fl). */
#define _GNU_SOURCE
#include "serving.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Names that one answer may have; what a deletion is reckoned to have waiting for the store, beside the name. */
enum { NAMES_MOST = 64 << 20, DELETION = 1024 };

/* Cursors have so many bits of it: some clients (node-redis 4) take them for floating-point numbers. */
enum { MARK_OFF = 64 - 53 };
static uint64_t mark_of(const uint8_t place[32]) {
  uint64_t mark = 0;
  for (unsigned i = 0; i < 8; i++) mark = mark << 8 | place[i];
  return mark >> MARK_OFF;
}

/* The next record, its time over or not. */
static enum fl_host_status step(struct fl_server *s) {
  if (s->walk.over) {
    s->walk.record.there = false;
    return FL_HOST_OK;
  }
  enum fl_host_status status = fl_host_next(s->host, s->walk.at, &s->walk.record);
  if (status != FL_HOST_OK || !s->walk.record.there) return status;
  memcpy(s->walk.at, s->walk.record.place, sizeof s->walk.at);
  s->walk.over = !fl_host_after(s->walk.at);
  return FL_HOST_OK;
}
static void walk_from(struct fl_server *s, uint64_t mark) {
  memset(s->walk.at, 0, sizeof s->walk.at);
  s->walk.over = mark >> (64 - MARK_OFF) != 0;
  mark <<= MARK_OFF;
  for (unsigned i = 8; i-- > 0; mark >>= 8) s->walk.at[i] = (uint8_t)mark;
}

struct fl_serve_walks_Step fl_walk(struct fl_server *s, struct client *c, bool anew, uint64_t mark) {
  struct fl_serve_walks_Step found = {0};
  const struct fl_host_record *r = &s->walk.record;
  uint64_t now = fl_now_ms(s);
  fl_forget_value(s, c);
  if (anew) {
    walk_from(s, mark);
    c->answer.names.length = 0;
  }
  do found.status = fl_status_of(s, c, step(s));
  while (found.status == FL_SERVE_records_OK && r->there && r->expires && r->expires <= now);
  found.there = found.status == FL_SERVE_records_OK && r->there;
  if (!found.there) return found;
  found.type = r->type;
  found.mark = mark_of(r->place);
  memcpy(s->value, r->name, r->name_length);
  s->value_length = r->name_length;
  return found;
}

struct fl_serve_walks_Count fl_tally(struct fl_server *s, struct client *c) {
  struct fl_serve_walks_Count found = {0};
  const struct fl_host_record *r = &s->walk.record;
  enum fl_host_status status = fl_host_why(s->host) ? FL_HOST_LIE : FL_HOST_OK;
  fl_forget_value(s, c);
  if (status == FL_HOST_OK && s->tally.failed != FL_HOST_OK) status = s->tally.failed;
  s->tally.failed = FL_HOST_OK;
  if (status == FL_HOST_OK && !s->tally.counted && !c->transaction.running)
    return (struct fl_serve_walks_Count){.status = FL_SERVE_records_BUSY};
  if (status == FL_HOST_OK && !s->tally.counted) { /* within a transaction, to which nothing else may come */
    int64_t count = 0;
    for (walk_from(s, 0); (status = step(s)) == FL_HOST_OK && r->there;) count++;
    s->tally.counted = status == FL_HOST_OK;
    s->tally.count = count - fl_host_balance(s->host);
  }
  found.status = fl_status_of(s, c, status);
  if (status == FL_HOST_OK) found.n = (uint64_t)(s->tally.count + fl_host_balance(s->host));
  return found;
}

uint8_t fl_keep_name(struct fl_server *s, struct client *c) {
  char head[24];
  int n = snprintf(head, sizeof head, "$%zu\r\n", s->value_length);
  bool large = c->answer.names.length + (size_t)n + s->value_length + 2 > NAMES_MOST;
  if (!large && fl_buffer_add(&c->answer.names, head, (size_t)n) &&
      fl_buffer_add(&c->answer.names, s->value, s->value_length) && fl_buffer_add(&c->answer.names, "\r\n", 2))
    return FL_SERVE_records_OK;
  free(c->answer.names.data);
  c->answer.names = (struct fl_buffer){0};
  return large ? FL_SERVE_records_LARGE : FL_SERVE_records_MEMORY;
}

/* Every record is looked for before any goes, so a store that fails does so before. */
static enum fl_host_status prepare_all(struct fl_server *s, struct fl_buffer *names, bool *too_many) {
  const struct fl_host_record *r = &s->walk.record;
  enum fl_host_status status;
  size_t waiting = fl_host_pending(s->host);
  for (walk_from(s, 0); (status = step(s)) == FL_HOST_OK && r->there;) {
    waiting += r->name_length + DELETION;
    *too_many = waiting > s->o.memory;
    if (*too_many) break;
    if (!fl_buffer_add32(names, (uint32_t)r->name_length) || !fl_buffer_add(names, r->name, r->name_length))
      return FL_HOST_MEMORY;
    if ((status = fl_host_prepare(s->host, r->name, r->name_length)) != FL_HOST_OK) break;
  }
  return status;
}

uint8_t fl_flush(struct fl_server *s, struct client *c) {
  struct fl_buffer names = {0};
  bool too_many = false, there;
  uint64_t now = fl_now_ms(s);
  fl_forget_value(s, c);
  if (s->o.signers) return FL_SERVE_records_SIGNED; /* clients' numbers would go, too */
  if (s->in_batch || fl_host_together_begin(s->host) != FL_HOST_OK) return FL_SERVE_records_MEMORY;
  enum fl_host_status status = prepare_all(s, &names, &too_many);
  for (size_t at = 0; status == FL_HOST_OK && !too_many && at < names.length;) {
    size_t length = fl_frame_u32(names.data + at);
    const uint8_t *name = names.data + at + 4;
    status = fl_host_delete(s->host, name, length, now, &there);
    fl_note_change(s, fl_status(status),
                   &(struct fl_redo_change){.kind = FL_REDO_DELETE, .key = name, .key_length = length, .now = now});
    at += 4 + length;
  }
  fl_host_together_end(s->host);
  free(names.data);
  if (too_many) {
    fl_hold_until_sealed(s, c);
    return FL_SERVE_records_LARGE;
  }
  fl_all_gone(s);
  fl_queue_all_gone(s);
  return fl_status_of(s, c, status);
}
