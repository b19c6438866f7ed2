/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#define _GNU_SOURCE
#include "serving.h"

#include <openssl/evp.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

/* ---- Texts, by their digests ---- */

static char small(char c) { return c >= 'A' && c <= 'Z' ? (char)(c + 32) : c; }

static void digits_of(const uint8_t digest[20], char digits[FL_LUA_DIGITS]) {
  for (size_t i = 0; i < 20; i++) {
    digits[2 * i] = "0123456789abcdef"[digest[i] >> 4];
    digits[2 * i + 1] = "0123456789abcdef"[digest[i] & 15];
  }
}

static unsigned bucket(const char digits[FL_LUA_DIGITS]) {
  uint64_t n = 0;
  for (int i = 0; i < 8; i++) n = n * 31 + (uint8_t)digits[i];
  return (unsigned)(n % FL_SCRIPTS_MOST);
}

static struct fl_kept_script *find(struct fl_scripts *k, const char digits[FL_LUA_DIGITS]) {
  for (unsigned i = k->first[bucket(digits)]; i; i = k->kept[i - 1].next)
    if (memcmp(k->kept[i - 1].digits, digits, FL_LUA_DIGITS) == 0) return &k->kept[i - 1];
  return NULL;
}

static void drop_oldest(struct fl_scripts *k) {
  struct fl_kept_script *old = &k->kept[k->oldest];
  uint16_t *at = &k->first[bucket(old->digits)];
  while (*at != k->oldest + 1) at = &k->kept[*at - 1].next;
  *at = old->next;
  k->bytes -= old->length;
  free(old->text);
  *old = (struct fl_kept_script){0};
  k->oldest = (k->oldest + 1) % FL_SCRIPTS_MOST;
  k->count--;
}

/* Where there is no memory for it, it is not kept, and its text will be asked for. */
static void keep(struct fl_scripts *k, const char digits[FL_LUA_DIGITS], const uint8_t *text, size_t length) {
  if (find(k, digits)) return;
  uint8_t *copy = malloc(length + !length);
  if (!copy) return;
  if (length > 0) memcpy(copy, text, length);
  while (k->count > 0 && (k->count == FL_SCRIPTS_MOST || k->bytes + length > FL_SCRIPTS_BYTES)) drop_oldest(k);
  unsigned i = (k->oldest + k->count) % FL_SCRIPTS_MOST, b = bucket(digits);
  k->kept[i] = (struct fl_kept_script){.text = copy, .length = length, .next = k->first[b]};
  memcpy(k->kept[i].digits, digits, FL_LUA_DIGITS);
  k->first[b] = (uint16_t)(i + 1);
  k->count++;
  k->bytes += length;
}

static struct fl_kept_script *find_word(struct fl_scripts *k, struct fl_serve_view word) {
  char digits[FL_LUA_DIGITS];
  if (word.len != sizeof digits) return NULL;
  for (size_t i = 0; i < sizeof digits; i++) digits[i] = small((char)word.data[i]);
  return find(k, digits);
}

bool fl_script_is_known(struct fl_server *s, struct fl_serve_view digits) {
  return find_word(&s->scripts, digits) != NULL;
}

void fl_scripts_forget(struct fl_server *s) {
  while (s->scripts.count > 0) drop_oldest(&s->scripts);
}

/* ---- One that is to run ---- */

uint8_t fl_script_find(struct fl_server *s, struct client *c, struct fl_serve_view word, bool is_text) {
  struct fl_scripts *k = &s->scripts;
  uint8_t head[FL_LUA_RUN] = {0}, digest[20];
  unsigned size = 0;
  const struct fl_kept_script *known = NULL;
  if (k->client) return FL_SERVE_records_BUSY; /* it does not come to this: steps.c */
  if (is_text) {
    if (EVP_Digest(word.data, word.len, digest, &size, EVP_sha1(), NULL) != 1) return FL_SERVE_records_MEMORY;
    digits_of(digest, (char *)head + 1);
    k->is_new = find(k, (char *)head + 1) == NULL;
  } else {
    known = find_word(k, word);
    if (!known) return FL_SERVE_records_UNKNOWN;
    memcpy(head + 1, known->digits, FL_LUA_DIGITS);
    word = (struct fl_serve_view){known->text, (uint32_t)known->length};
    k->is_new = false;
  }
  fl_frame_put32(head + 1 + FL_LUA_DIGITS, word.len);
  k->request.length = 0;
  if (!fl_buffer_add(&k->request, head, sizeof head) || !fl_buffer_add(&k->request, word.data, word.len))
    return FL_SERVE_records_MEMORY;
  fl_forget_value(s, c);
  memcpy(s->value, head + 1, FL_LUA_DIGITS);
  s->value_length = FL_LUA_DIGITS;
  return FL_SERVE_records_OK;
}

bool fl_script_word(struct fl_server *s, struct fl_serve_view word) {
  return fl_buffer_add32(&s->scripts.request, word.len) && fl_buffer_add(&s->scripts.request, word.data, word.len);
}

static bool tell(struct fl_scripts *k, bool only_compiled) {
  bool fresh;
  if (!fl_lua_start(&k->process, &fresh)) return false;
  k->fresh = fresh;
  k->heard = false;
  return fl_lua_say(&k->process, only_compiled ? 'l' : 'r', k->request.data, k->request.length);
}

/* When the server stops, all of its scripts have STOPS_MS more. */
enum { STOPS_MS = 2000 };
static bool is_late(struct fl_server *s) {
  struct fl_scripts *k = &s->scripts;
  uint64_t now = fl_clock_read(CLOCK_MONOTONIC_COARSE), took = now - k->began_ms;
  bool stopping = fl_loop_stopping(s->loop);
  if (stopping && !k->stops_ms) k->stops_ms = now;
  return took > s->o.script_most_ms || (stopping && (took > s->o.script_busy_ms || now - k->stops_ms > STOPS_MS));
}

/* From here on its client is in a transaction, whose commands come one after the other. */
uint8_t fl_script_begin(struct fl_server *s, struct client *c, uint8_t flags, uint32_t keys, uint32_t words) {
  struct fl_scripts *k = &s->scripts;
  bool only_compiled = flags & FL_SERVE_scripts_ONLY_COMPILED;
  uint8_t *head = k->request.data;
  head[0] = flags & (FL_LUA_RESP3 | FL_LUA_READ_ONLY);
  if (s->o.cluster->cluster) head[0] |= FL_LUA_SHARED;
  fl_frame_put32(head + 1 + FL_LUA_DIGITS + 4, keys);
  fl_frame_put32(head + 1 + FL_LUA_DIGITS + 8, words);
  k->out.length = 0;
  if (!fl_buffer_add(&k->out, s->out.data, s->out.len)) return FL_SERVE_records_MEMORY;
  k->only_compiled = only_compiled;
  /* What a script has made of its process does not ask for anything in another user's name. */
  if (k->user != c->standing.user || k->reloads != s->reloads) fl_lua_end(&k->process);
  k->user = c->standing.user;
  k->reloads = s->reloads;
  k->began_ms = fl_clock_read(CLOCK_MONOTONIC_COARSE);
  if (!is_late(s) && !tell(k, only_compiled)) { /* of one that is late already, it will be said that it is */
    fl_lua_end(&k->process);
    if (!tell(k, only_compiled)) {
      fl_lua_end(&k->process); /* it may have been told half */
      return FL_SERVE_records_UNKNOWN;
    }
  }
  k->client = c;
  k->wrote = k->killed = k->waits = k->answered = k->heard = false;
  k->queue = c->transaction.queue;
  k->queue_at = c->transaction.queue_at;
  k->running = c->transaction.running;
  k->collected = c->answer.collected;
  k->gathering = c->answer.gathering;
  k->gathered_from = c->answer.gathered_from;
  k->lost = c->answer.lost;
  c->transaction.queue = c->answer.collected = (struct fl_buffer){0};
  c->transaction.queue_at = c->answer.gathered_from = 0;
  c->transaction.running = true;
  c->answer.gathering = c->answer.lost = false;
  s->out.len = 0;
  return FL_SERVE_records_OK;
}

/* ---- What it says ---- */

/* What the command before has answered goes to the process. */
static bool answer(struct fl_server *s, struct client *c) {
  static const char too_large[] = "-ERR the answer has more than 64 MiB, or there is no memory for it\r\n";
  struct fl_buffer *all = &c->answer.collected;
  bool ok;
  if (c->answer.lost || !fl_collect(c, s->out.data, s->out.len))
    ok = fl_lua_say(&s->scripts.process, 'a', too_large, sizeof too_large - 1);
  else
    ok = fl_lua_say(&s->scripts.process, 'a', all->data, all->length);
  c->answer.lost = false;
  all->length = 0;
  return ok;
}

static uint8_t ends(struct fl_server *s, uint8_t how) {
  fl_lua_end(&s->scripts.process);
  return how;
}

/* What has come is lent as what was queued. */
static uint8_t take(struct fl_server *s, struct client *c, uint8_t what, uint8_t *data, size_t length,
                    struct fl_serve_scripts_Next *next) {
  struct fl_scripts *k = &s->scripts;
  size_t skip = what == 'c' || what == 'k';
  k->heard = true;
  if ((skip && length < 1) || (!skip && what != 'v' && what != 'e')) return ends(s, FL_SERVE_scripts_GONE);
  if (k->is_new && what != 'e')
    keep(k, (char *)k->request.data + 1, k->request.data + FL_LUA_RUN,
         fl_frame_u32(k->request.data + 1 + FL_LUA_DIGITS));
  k->is_new = false;
  if (skip) {
    next->resp3 = data[0] & FL_LUA_CALL_RESP3;
    next->read_only = data[0] & FL_LUA_CALL_READ_ONLY;
  }
  c->transaction.queue = (struct fl_buffer){data + skip, length - skip, 0}; /* the process has it */
  c->transaction.queue_at = 0;
  k->answered = !skip;
  return what == 'c' ? FL_SERVE_scripts_COMMAND : what == 'k' ? FL_SERVE_scripts_CHECK : FL_SERVE_scripts_ANSWER;
}

void fl_script_answer(struct fl_server *s, struct client *c) {
  struct fl_scripts *k = &s->scripts;
  c->transaction.queue = (struct fl_buffer){0};
  c->transaction.queue_at = 0;
  if (k->heard && !k->answered && !answer(s, c)) fl_lua_end(&k->process);
  s->out.len = 0;
}

bool fl_script_next(struct fl_server *s, struct client *c, int wait_ms, struct fl_serve_scripts_Next *next) {
  struct fl_scripts *k = &s->scripts;
  uint8_t what, *data;
  size_t length;
  *next = (struct fl_serve_scripts_Next){0};
  /* Of a store that lies nothing is told, nor of what is done upon it. */
  if (fl_host_why(s->host)) {
    next->what = ends(s, FL_SERVE_scripts_GONE);
    return true;
  }
  if (k->killed || is_late(s)) {
    next->what = ends(s, k->killed ? FL_SERVE_scripts_KILLED : FL_SERVE_scripts_LATE);
    return true;
  }
  switch (fl_lua_hear(&k->process, wait_ms, &what, &data, &length)) {
  case FL_LUA_SILENT: return false;
  case FL_LUA_SAID: next->what = take(s, c, what, data, length, next); return true;
  case FL_LUA_GONE: break;
  }
  next->what = ends(s, FL_SERVE_scripts_GONE);
  /* It had ended before it was told; nothing was done yet. */
  if (!k->heard && !k->fresh && tell(k, k->only_compiled)) return fl_script_next(s, c, wait_ms, next);
  return true;
}

/* ---- Its end ---- */

static void restore(struct fl_scripts *k, struct client *c) {
  free(c->answer.collected.data);
  c->transaction.queue = k->queue;
  c->transaction.queue_at = k->queue_at;
  c->transaction.running = k->running;
  c->answer.collected = k->collected;
  c->answer.gathering = k->gathering;
  c->answer.gathered_from = k->gathered_from;
  c->answer.lost = k->lost;
  k->queue = k->collected = (struct fl_buffer){0};
  free(k->request.data);
  k->request = (struct fl_buffer){0};
  k->client = NULL;
  k->waits = false;
}

uint8_t fl_script_over(struct fl_server *s, struct client *c, bool answered) {
  static const size_t MOST = sizeof((struct fl_serve_bytes16384 *)0)->data - 512;
  struct fl_scripts *k = &s->scripts;
  struct fl_buffer said = c->transaction.queue;
  restore(k, c);
  if (k->out.length > 0) memcpy(s->out.data, k->out.data, k->out.length);
  s->out.len = (uint32_t)k->out.length;
  if (fl_host_why(s->host)) return FL_SERVE_scripts_LIED;
  if (!answered) {
    fl_lua_end(&k->process);
    return FL_SERVE_scripts_NOTHING;
  }
  bool fits = said.length + s->out.len <= MOST;
  if (fits) {
    memcpy(s->out.data + s->out.len, said.data, said.length);
    s->out.len += (uint32_t)said.length;
  } else {
    c->answer.names.length = 0;
    c->answer.give_names = fl_buffer_add(&c->answer.names, said.data, said.length);
  }
  fl_lua_heard(&k->process);
  return fits                   ? FL_SERVE_scripts_NOTHING
         : c->answer.give_names ? FL_SERVE_scripts_SOMETHING
                                : FL_SERVE_scripts_TOO_LARGE;
}

/* Its client goes: it does not come to this before what it has begun is done. */
void fl_script_gone(struct fl_server *s, struct client *c) {
  if (s->scripts.client != c) return;
  fl_lua_end(&s->scripts.process);
  restore(&s->scripts, c);
}

void fl_scripts_free(struct fl_server *s) {
  fl_scripts_forget(s);
  fl_lua_end(&s->scripts.process);
  free(s->scripts.request.data);
  free(s->scripts.out.data);
}

size_t fl_script_holds(const struct fl_server *s, const struct client *c) {
  const struct fl_scripts *k = &s->scripts;
  if (k->client != c) return 0;
  return k->request.room + k->out.room + k->queue.room + k->collected.room + fl_lua_holds(&k->process);
}

/* ---- Others, meanwhile ---- */

bool fl_script_is_busy(const struct fl_server *s, const struct client *c) {
  const struct fl_scripts *k = &s->scripts;
  return k->client && k->client != c && fl_clock_read(CLOCK_MONOTONIC_COARSE) - k->began_ms > s->o.script_busy_ms;
}

uint8_t fl_script_kill(struct fl_server *s) {
  struct fl_scripts *k = &s->scripts;
  if (!k->client) return FL_SERVE_records_UNKNOWN;
  if (k->wrote) return FL_SERVE_records_BUSY;
  if (k->process.pid > 0) kill(k->process.pid, SIGKILL);
  k->killed = true;
  return FL_SERVE_records_OK;
}
