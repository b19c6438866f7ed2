/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* What a client has sent already tells which keys it will ask for: the store is asked for all of them at once. A guess,
 * which changes no answer: the protocol machine (clean/) reads the same bytes later, and knows nothing of this. */
#define _GNU_SOURCE
#include "serving.h"

enum { NAME = 16 };
/* So many looks ahead that came to nothing are followed by at most so many inputs at which nobody looks. */
enum { SELDOM = 15 };
/* Words that are looked at, at each input: what comes byte by byte is looked at as often. */
enum { WORDS = 256 };

struct reader {
  const uint8_t *at, *end;
};

/* `kind`, a number, and the end of the line. */
static bool read_number(struct reader *r, uint8_t kind, size_t *n) {
  if (r->at == r->end || *r->at++ != kind) return false;
  size_t digits = 0;
  for (*n = 0; r->at < r->end && *r->at >= '0' && *r->at <= '9' && digits < 7; digits++)
    *n = *n * 10 + (size_t)(*r->at++ - '0');
  if (digits == 0 || r->end - r->at < 2 || r->at[0] != '\r' || r->at[1] != '\n') return false;
  r->at += 2;
  return true;
}

static bool read_word(struct reader *r, struct fl_host_name *word) {
  size_t n;
  if (!read_number(r, '$', &n) || (size_t)(r->end - r->at) < n + 2) return false;
  *word = (struct fl_host_name){r->at, n};
  r->at += n + 2;
  return true;
}

/* Where the keys of this command are: clean/table.fl's numbers. */
static uint8_t keys_of(const struct fl_host_name *word) {
  uint8_t name[NAME];
  const uint8_t *text = word->data;
  if (word->length > sizeof name) return 0;
  for (size_t i = 0; i < word->length; i++)
    name[i] = text[i] >= 'A' && text[i] <= 'Z' ? (uint8_t)(text[i] + 32) : text[i];
  struct fl_serve_option_table_Command known;
  fl_serve_known((struct fl_serve_view){name, word->length}, &known);
  return known.tag == FL_SERVE_SOME ? known.u.some.keys : 0;
}

static bool is_key(uint8_t keys, size_t number) {
  switch (keys) {
  case FL_SERVE_table_KEY: return number == 1;
  case FL_SERVE_table_TWO: return number == 1 || number == 2;
  case FL_SERVE_table_EACH: return number >= 1;
  case FL_SERVE_table_PAIRS: return number % 2 == 1;
  default: return false;
  }
}

void fl_foresee(struct fl_server *s, struct client *c) {
  struct fl_host_name names[FL_HOST_SOON];
  struct reader r;
  size_t count = 0, n, words, left = WORDS;
  if (!c->user || s->unseen > 0) {
    s->unseen -= s->unseen > 0;
    return;
  }
  r.at = fl_channel_input(&c->channel, &n);
  r.end = r.at + n;
  while (count < FL_HOST_SOON && read_number(&r, '*', &words) && words > 0) {
    struct fl_host_name word;
    if (left == 0 || !read_word(&r, &word)) break;
    left--;
    uint8_t keys = keys_of(&word);
    for (size_t i = 1; i < words; i++, left--) {
      if (left == 0 || !read_word(&r, &word)) goto ask;
      if (is_key(keys, i) && count < FL_HOST_SOON) names[count++] = word;
    }
  }
ask:
  if (count < 2) return;
  if (fl_host_soon(s->host, names, count) > 0)
    s->seldom = 0;
  else
    s->unseen = s->seldom = s->seldom < SELDOM ? 2 * s->seldom + 1 : SELDOM;
}
