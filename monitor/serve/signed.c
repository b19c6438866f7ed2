/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* SIGNED CLIENT NUMBER SIGNATURE CHANGE...: a client's numbered and signed request (request_trusted.h), carried out in
 * one step. CLIENT and SIGNATURE are in hexadecimal digits; a CHANGE is `set KEY VALUE UNTIL', `del KEY' or `incrby KEY
 * NUMBER'. The answer is a text: `done', and a line for each change; or `refused', and why, and nothing was done.
 *
 * All that could go wrong is looked at before the gate is told: one that it does not take is the end of its process. */
#define _GNU_SOURCE
#include "serving.h"

#include "digest.h"
#include "bytes.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

struct change {
  uint8_t kind;
  struct fl_serve_view key, value;
  uint64_t number; /* until when, or by how much */
  char sum[24];
  size_t sum_length;
};
struct signed_command {
  uint8_t bytes[FL_REQUEST];
  size_t length;
  struct change changes[FL_REQUEST_MOST];
  size_t count;
  struct fl_request request;
};

/* ---- Its words ---- */

struct reader {
  const uint8_t *at, *end;
};

/* `$', a number, the end of the line, so many bytes, the end of the line: the machine has looked at that before. */
static bool next(struct reader *r, struct fl_serve_view *word) {
  size_t n = 0, digits = 0;
  if (r->at == r->end || *r->at++ != '$') return false;
  for (; r->at < r->end && *r->at >= '0' && *r->at <= '9' && digits < 7; digits++)
    n = n * 10 + (size_t)(*r->at++ - '0');
  if (digits == 0 || (size_t)(r->end - r->at) < n + 4) return false;
  *word = (struct fl_serve_view){r->at + 2, n};
  r->at += n + 4;
  return true;
}

static bool is(struct fl_serve_view word, const char *name) {
  return word.len == strlen(name) && strncasecmp((const char *)word.data, name, word.len) == 0;
}

static bool read_number(struct fl_serve_view word, int64_t *n) {
  char text[24] = "", *after;
  if (word.len == 0 || word.len >= sizeof text - 2 ||
      (word.data[0] != '-' && (word.data[0] < '0' || word.data[0] > '9')))
    return false;
  memcpy(text, word.data, word.len);
  long long got = strtoll(text, &after, 10);
  *n = got;
  char again[24];
  snprintf(again, sizeof again, "%lld", got);
  return !*after && strcmp(again, text) == 0;
}

static bool unhex(struct fl_serve_view digits, uint8_t *to, size_t bytes) {
  if (digits.len != 2 * bytes) return false;
  for (size_t i = 0; i < digits.len; i++) {
    uint8_t c = digits.data[i];
    int n = c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
    if (n < 0) return false;
    to[i / 2] = (uint8_t)(i % 2 ? to[i / 2] | n : n << 4);
  }
  return true;
}

static const char *read_change(struct reader *r, struct change *c) {
  struct fl_serve_view kind, number = {(const uint8_t *)"0", 1};
  int64_t n;
  if (!next(r, &kind) || !next(r, &c->key)) return "a change without a key";
  c->kind = is(kind, "set") ? 'p' : is(kind, "del") ? 'd' : is(kind, "incrby") ? 'i' : 0;
  if (!c->kind) return "a change is set, del or incrby";
  if (c->kind == 'p' && !next(r, &c->value)) return "set KEY VALUE UNTIL";
  if (c->kind != 'd' && !next(r, &number)) return c->kind == 'p' ? "set KEY VALUE UNTIL" : "incrby KEY NUMBER";
  if (!read_number(number, &n) || (c->kind == 'p' && n < 0)) return "a number that is none";
  if (c->key.len > KEY_MOST || c->value.len > KEY_MOST) return "a key or a value has at most 65535 bytes";
  c->number = (uint64_t)n;
  return NULL;
}

static const char *read_command(struct fl_serve_view words, struct signed_command *x) {
  struct fl_serve_view client = {words.data, 64}, number, signature;
  struct reader r = {words.data, words.data + words.len};
  int64_t n;
  if (words.len < 66 || !unhex(client, x->bytes, 32)) return "a client is 64 hexadecimal digits";
  r.at += 66;
  if (!next(&r, &number) || !read_number(number, &n) || n < 1) return "a request's number is at least 1";
  if (!next(&r, &signature) || !unhex(signature, x->bytes + FL_REQUEST_SIGNATURE_AT, 64))
    return "a signature is 128 hexadecimal digits";
  fl_put64(x->bytes + 32, (uint64_t)n);
  x->length = FL_REQUEST_HEAD;
  while (r.at < r.end) {
    struct change *c = &x->changes[x->count];
    uint8_t *at = x->bytes + x->length;
    if (x->count++ == FL_REQUEST_MOST) return "at most 12 changes";
    const char *why = read_change(&r, c);
    if (why) return why;
    memset(at, 0, FL_REQUEST_CHANGE);
    at[0] = c->kind;
    fl_digest(c->key.data, c->key.len, at + 1);
    fl_put64(at + 33, c->number);
    if (c->kind == 'p') fl_digest(c->value.data, c->value.len, at + 41);
    for (const uint8_t *other = x->bytes + FL_REQUEST_HEAD; other < at; other += FL_REQUEST_CHANGE)
      if (memcmp(other + 1, at + 1, 32) == 0) return "a key is changed once";
    x->length += FL_REQUEST_CHANGE;
  }
  return NULL;
}

/* ---- What it comes to ---- */

static bool same_value(const struct fl_host_value *v, struct fl_value *value) {
  *value = (struct fl_value){.expires = v->expires, .data = v->data, .length = v->length, .type = v->type};
  return v->data != NULL;
}

static uint8_t get(struct fl_server *s, struct client *c, struct fl_serve_view key, struct fl_value *value,
                   bool *there) {
  struct fl_host_value v = {0};
  uint8_t status = fl_status_of(s, c, fl_host_get(s->host, key.data, key.len, fl_now_ms(s), &v));
  *there = status == FL_SERVE_records_OK && same_value(&v, value);
  return status;
}

/* A receipt of what a refusal follows from, as an error has one. */
static uint8_t show(struct fl_server *s, struct client *c, struct fl_serve_view key) {
  uint8_t status = fl_find_any(s, c, key).status;
  fl_forget_value(s, c);
  return status;
}

/* Sums, and whether there is room; every record is here then. NULL, or why not; *status: what went wrong besides. */
static const char *prepare(struct fl_server *s, struct client *c, struct signed_command *x, struct fl_serve_view record,
                           uint8_t *status) {
  struct fl_value before;
  bool there;
  *status = get(s, c, record, &before, &there);
  if (*status != FL_SERVE_records_OK) return NULL;
  if (!fl_request_follows(&x->request, there ? &before : NULL)) {
    *status = show(s, c, record);
    return "its number is not the client's next one";
  }
  for (size_t i = 0; i < x->count && *status == FL_SERVE_records_OK; i++) {
    struct change *a = &x->changes[i];
    if (a->kind != 'i') continue;
    *status = get(s, c, a->key, &before, &there);
    a->sum_length = fl_request_sum(there ? &before : NULL, (int64_t)a->number, a->sum);
    if (*status != FL_SERVE_records_OK || a->sum_length > 0) continue;
    *status = show(s, c, record);
    if (*status == FL_SERVE_records_OK) *status = show(s, c, a->key);
    return "value is not an integer or out of range";
  }
  if (*status == FL_SERVE_records_OK) *status = fl_batch_begin(s, c, (uint32_t)x->count + 1);
  if (*status != FL_SERVE_records_OK) return NULL;
  s->signing = true;
  *status = fl_prepare(s, record);
  for (size_t i = 0; i < x->count && *status == FL_SERVE_records_OK; i++) *status = fl_prepare(s, x->changes[i].key);
  /* It has to be the last answer before the gate is told. */
  if (*status == FL_SERVE_records_OK) *status = get(s, c, record, &before, &there);
  return NULL;
}

static uint8_t do_change(struct fl_server *s, struct client *c, struct change *a) {
  struct fl_value before = {0};
  bool there;
  if (a->kind == 'd') return fl_delete(s, c, a->key).status;
  if (a->kind == 'p') return fl_put(s, c, a->key, a->value, a->number, FL_STRING);
  uint8_t status = get(s, c, a->key, &before, &there);
  if (status != FL_SERVE_records_OK) return status;
  /* The time may be over since. */
  a->sum_length = fl_request_sum(there ? &before : NULL, (int64_t)a->number, a->sum);
  return fl_put(s, c, a->key, (struct fl_serve_view){(uint8_t *)a->sum, a->sum_length}, there ? before.expires : 0,
                FL_STRING);
}

static uint8_t carry_out(struct fl_server *s, struct client *c, struct signed_command *x, struct fl_serve_view record) {
  if (s->o.gate) fl_gate_process_request(s->o.gate, x->bytes, x->length);
  uint8_t status = fl_put(s, c, record, (struct fl_serve_view){x->request.value, FL_REQUEST_RECORD}, 0, FL_STRING);
  for (size_t i = 0; i < x->count && status == FL_SERVE_records_OK; i++) status = do_change(s, c, &x->changes[i]);
  return status;
}

/* One of several servers has those of its slots; a client asks which by CLUSTER SLOTS. */
static const char *others_key(const struct fl_server *s, const struct signed_command *x) {
  for (size_t i = 0; i < x->count; i++)
    if (!fl_slot_of(s, x->changes[i].key).here) return "one of its keys is in another server's slot";
  return NULL;
}

uint8_t fl_signed(struct fl_server *s, struct client *c, struct fl_serve_view words) {
  char name[FL_REQUEST_NAME], *t = (char *)s->value;
  uint8_t status = FL_SERVE_records_OK;
  size_t n;
  struct signed_command *x = calloc(1, sizeof *x);
  if (!x) return FL_SERVE_records_MEMORY;
  const char *why = !s->o.signers            ? "no clients are enrolled here (--signers)"
                    : c->transaction.running ? "it has no place in MULTI"
                                             : read_command(words, x);
  if (!why && !fl_request_read(s->o.signers, s->seals, x->bytes, x->length, &x->request))
    why = "it is not signed by a client that is enrolled here, for this server's key";
  if (!why) why = others_key(s, x);
  if (!why) {
    fl_request_name(x->bytes, name);
    struct fl_serve_view record = {(const uint8_t *)name, sizeof name};
    why = prepare(s, c, x, record, &status);
    if (!why && status == FL_SERVE_records_OK) status = carry_out(s, c, x, record);
    if (s->signing) fl_batch_end(s);
    s->signing = false;
  }
  n = (size_t)snprintf(t, TEXT, why ? "refused %s\n" : "done\n", why);
  for (size_t i = 0; !why && i < x->count; i++)
    n += (size_t)snprintf(t + n, TEXT - n, "%.*s\n", x->changes[i].kind == 'i' ? (int)x->changes[i].sum_length : 2,
                          x->changes[i].kind == 'i' ? x->changes[i].sum : "OK");
  s->value_length = n;
  free(x);
  if (why) fl_forget_receipts(c);
  return status;
}
