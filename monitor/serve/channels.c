/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Who listens to what, and what they were told (clean/channels.fl). A message is put into the buffer of each listener,
 * and goes out when no command of that listener's is under way. As in Redis, nothing is kept for who comes later, and
 * who does not take what it is told is let go. */
#define _GNU_SOURCE
#include "serving.h"

#include "digest.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

/* MOST: channels and patterns of one client. NAME_MOST: bytes of the name of one. PATTERNS_MOST: of all patterns, as
 * each is compared with the channel of each message. UNHEARD: bytes that one was told and has not been sent. AGAIN: how
 * long a connection waits at once. */
enum { MOST = 1024, NAME_MOST = 512, PATTERNS_MOST = 1 << 18, UNHEARD = 8 << 20, AGAIN_MS = 3600000 };

/* One client listens to one channel, or pattern. */
struct listening {
  struct client *client;
  struct listening *next, *previous; /* in its bucket */
  struct listening *own_next, *own_previous;
  bool pattern;
  uint32_t length;
  uint8_t name[];
};

/* Patterns have one for all, as each has to be looked at. */
static struct listening **bucket(struct fl_server *s, struct fl_serve_view name, bool pattern) {
  uint8_t digest[32];
  if (pattern) return &s->channels.patterns;
  fl_digest(name.data, name.len, digest);
  return &s->channels.listening[(digest[0] | digest[1] << 8) % FL_CHANNELS];
}

static bool is(const struct listening *l, struct fl_serve_view name, bool pattern) {
  return l->pattern == pattern && l->length == name.len && memcmp(l->name, name.data, name.len) == 0;
}

static struct listening *find(const struct client *c, struct fl_serve_view name, bool pattern) {
  struct listening *l = c->channels.own;
  while (l && !is(l, name, pattern)) l = l->own_next;
  return l;
}

struct fl_serve_channels_Listening fl_channel_join(struct fl_server *s, struct client *c, struct fl_serve_view name,
                                                   bool pattern) {
  struct fl_serve_channels_Listening to = {FL_SERVE_records_OK, c->channels.count};
  if (find(c, name, pattern)) return to;
  struct listening *l = NULL;
  if (c->channels.count == MOST || name.len > NAME_MOST || (pattern && s->channels.pattern_bytes > PATTERNS_MOST))
    to.status = FL_SERVE_records_LARGE;
  else if (!(l = malloc(sizeof *l + name.len)))
    to.status = FL_SERVE_records_MEMORY;
  if (!l) return to;
  struct listening **first = bucket(s, name, pattern);
  *l = (struct listening){
      .client = c, .next = *first, .own_next = c->channels.own, .pattern = pattern, .length = (uint32_t)name.len};
  if (name.len) memcpy(l->name, name.data, name.len);
  if (l->next) l->next->previous = l;
  if (l->own_next) l->own_next->own_previous = l;
  *first = c->channels.own = l;
  if (pattern) s->channels.pattern_bytes += name.len + 1;
  s->channels.clients += c->channels.count == 0;
  to.count = ++c->channels.count;
  return to;
}

static void end(struct fl_server *s, struct listening *l) {
  struct client *c = l->client;
  *(l->previous ? &l->previous->next : bucket(s, (struct fl_serve_view){l->name, l->length}, l->pattern)) = l->next;
  *(l->own_previous ? &l->own_previous->own_next : &c->channels.own) = l->own_next;
  if (l->next) l->next->previous = l->previous;
  if (l->own_next) l->own_next->own_previous = l->own_previous;
  s->channels.clients -= --c->channels.count == 0;
  if (l->pattern) s->channels.pattern_bytes -= l->length + 1u;
  free(l);
}

uint32_t fl_channel_leave(struct fl_server *s, struct client *c, struct fl_serve_view name, bool pattern) {
  struct listening *l = find(c, name, pattern);
  if (l) end(s, l);
  return c->channels.count;
}

bool fl_channel_any(struct fl_server *s, struct client *c, bool pattern) {
  const struct listening *l = c->channels.own;
  fl_forget_value(s, c);
  while (l && l->pattern != pattern) l = l->own_next;
  if (l) memcpy(s->value, l->name, s->value_length = l->length);
  return l != NULL;
}

void fl_channels_leave(struct fl_server *s, struct client *c) {
  while (c->channels.own) end(s, c->channels.own);
}

/* ---- What they are told ---- */

static bool add_text(struct fl_buffer *b, const char *text) { return fl_buffer_add(b, text, strlen(text)); }
static bool add_bulk(struct fl_buffer *b, const uint8_t *data, size_t length) {
  char head[24];
  return fl_buffer_add(b, head, (size_t)snprintf(head, sizeof head, "$%zu\r\n", length)) &&
         fl_buffer_add(b, data, length) && add_text(b, "\r\n");
}

/* It has its turn when the command is done that is carried out now. */
static void call(struct fl_server *s, struct client *c) {
  if (c->channels.called) return;
  c->channels.called = true;
  c->channels.before = s->channels.last;
  c->channels.after = NULL;
  *(s->channels.last ? &s->channels.last->channels.after : &s->channels.first) = c;
  s->channels.last = c;
}
static void uncall(struct fl_server *s, struct client *c) {
  if (!c->channels.called) return;
  c->channels.called = false;
  *(c->channels.before ? &c->channels.before->channels.after : &s->channels.first) = c->channels.after;
  *(c->channels.after ? &c->channels.after->channels.before : &s->channels.last) = c->channels.before;
}

static void told(struct fl_server *s, const struct listening *l, struct fl_serve_view channel,
                 struct fl_serve_view message) {
  struct client *c = l->client;
  struct fl_buffer *b = &c->channels.unheard;
  if (c->channels.lost || c->standing.dismissed) return;
  bool ok = b->length + channel.len + message.len + l->length <= UNHEARD &&
            add_text(b, c->channels.resp3 ? ">" : "*") &&
            add_text(b, l->pattern ? "4\r\n$8\r\npmessage\r\n" : "3\r\n$7\r\nmessage\r\n") &&
            (!l->pattern || add_bulk(b, l->name, l->length)) && add_bulk(b, channel.data, channel.len) &&
            add_bulk(b, message.data, message.len);
  if (!ok) {
    c->channels.lost = true;
    s->channels.let_go++;
  }
  fl_held_changed(s, c);
  call(s, c);
}

uint32_t fl_channel_tell(struct fl_server *s, struct fl_serve_view channel, struct fl_serve_view message) {
  uint32_t count = 0;
  if (channel.len > NAME_MOST) return 0; /* nor does a pattern fit it */
  for (const struct listening *l = *bucket(s, channel, false); l; l = l->next)
    if (is(l, channel, false)) told(s, l, channel, message), count++;
  for (const struct listening *l = s->channels.patterns; l; l = l->next) {
    bool fits = false;
    fl_serve_fits_pattern((struct fl_serve_view){l->name, l->length}, channel, &fits);
    if (fits) told(s, l, channel, message), count++;
  }
  return count;
}

void fl_channel_await(struct fl_server *s, struct client *c) {
  struct fl_buffer *b = &c->channels.unheard;
  if (c->channels.lost) {
    fl_channel_close(&c->channel);
    return;
  }
  if (b->length > 0) {
    enum fl_sending sending = fl_channel_send(&c->channel, b->data, b->length);
    free(b->data);
    *b = (struct fl_buffer){0};
    c->channels.sending = sending == FL_SENDING;
    if (sending == FL_SEND_FAILED) fl_channel_close(&c->channel);
    if (sending != FL_SEND_DONE) return;
  }
  c->channels.listens = c->channels.count > 0;
  if (c->channels.listens)
    fl_conn_wait(c->conn, AGAIN_MS);
  else
    fl_conn_await(c->conn, fl_patience(s, c));
}

bool fl_channel_hears(struct fl_server *s, struct client *c, enum fl_event event, bool *more) {
  bool listened = c->channels.listens;
  if (!listened && !c->channels.sending) return true;
  c->channels.listens = c->channels.sending = false;
  if (event == FL_SENT && fl_channel_pull(&c->channel, s->o.limits.input)) {
    *more = true;
    return true;
  }
  if (event != FL_SENT && !(event == FL_EXPIRED && listened && !fl_loop_stopping(s->loop))) return true;
  fl_channel_await(s, c);
  return false;
}

void fl_channels_turns(struct fl_server *s) {
  if (s->channels.turns) return;
  s->channels.turns = true;
  for (struct client *c; (c = s->channels.first);) {
    uncall(s, c);
    if (c->channels.lost) {
      fl_channels_leave(s, c);
      shutdown(fl_conn_descriptor(c->conn), SHUT_RDWR); /* if it is being sent something, that ends, too */
    }
    if (c->channels.listens) fl_conn_wake(c->conn);
  }
  s->channels.turns = false;
}

void fl_channels_forget(struct fl_server *s, struct client *c) {
  fl_channels_leave(s, c);
  uncall(s, c);
  free(c->channels.unheard.data);
  c->channels.unheard = (struct fl_buffer){0};
}

/* ---- PUBSUB ---- */

uint32_t fl_channel_audience(struct fl_server *s, struct fl_serve_view channel) {
  uint32_t count = 0;
  for (const struct listening *l = *bucket(s, channel, false); l; l = l->next) count += is(l, channel, false);
  return count;
}

/* The first of its name is counted. */
static bool is_first(const struct listening *l) {
  const struct listening *x = l->previous;
  while (x && !is(x, (struct fl_serve_view){l->name, l->length}, l->pattern)) x = x->previous;
  return !x;
}

uint32_t fl_channel_patterns_of(const struct client *c) {
  uint32_t n = 0;
  for (const struct listening *l = c->channels.own; l; l = l->own_next) n += l->pattern;
  return n;
}

uint32_t fl_channel_patterns(const struct fl_server *s) {
  uint32_t count = 0;
  for (const struct listening *l = s->channels.patterns; l; l = l->next) count += is_first(l);
  return count;
}

uint8_t fl_channel_list(struct fl_server *s, struct client *c, bool all, struct fl_serve_view pattern) {
  struct fl_buffer names = {0};
  size_t count = 0;
  bool ok = true;
  char head[24];
  for (size_t i = 0; ok && i < FL_CHANNELS; i++)
    for (const struct listening *l = s->channels.listening[i]; ok && l; l = l->next) {
      bool fits = all;
      if (!all) fl_serve_fits_pattern(pattern, (struct fl_serve_view){l->name, l->length}, &fits);
      if (!fits || !is_first(l)) continue;
      ok = add_bulk(&names, l->name, l->length);
      count++;
    }
  c->answer.names.length = 0;
  ok = ok && fl_buffer_add(&c->answer.names, head, (size_t)snprintf(head, sizeof head, "*%zu\r\n", count)) &&
       fl_buffer_add(&c->answer.names, names.data, names.length);
  free(names.data);
  c->answer.give_names = ok;
  return ok ? FL_SERVE_records_OK : FL_SERVE_records_MEMORY;
}
