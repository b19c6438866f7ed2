/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "sent.h"

enum { NAME = 16 };

/* `kind`, a number, and the end of the line. */
static bool read_number(struct fl_sent *r, uint8_t kind, size_t *n) {
  if (r->at == r->end || *r->at++ != kind) return false;
  size_t digits = 0;
  for (*n = 0; r->at < r->end && *r->at >= '0' && *r->at <= '9' && digits < 7; digits++)
    *n = *n * 10 + (size_t)(*r->at++ - '0');
  if (digits == 0 || r->end - r->at < 2 || r->at[0] != '\r' || r->at[1] != '\n') return false;
  r->at += 2;
  return true;
}

static bool read_word(struct fl_sent *r, struct fl_serve_view *word) {
  size_t n;
  if (!read_number(r, '$', &n) || (size_t)(r->end - r->at) < n + 2) return false;
  *word = (struct fl_serve_view){r->at, (uint32_t)n};
  r->at += n + 2;
  return true;
}

/* The command of this name, if there is one. */
static void look_up(struct fl_serve_view word, struct fl_serve_option_table_Command *known) {
  uint8_t name[NAME];
  *known = (struct fl_serve_option_table_Command){0};
  if (word.len > sizeof name) return;
  for (size_t i = 0; i < word.len; i++)
    name[i] = word.data[i] >= 'A' && word.data[i] <= 'Z' ? (uint8_t)(word.data[i] + 32) : word.data[i];
  fl_serve_known((struct fl_serve_view){name, word.len}, known);
}

bool fl_sent_begin(struct fl_sent *r, struct fl_sent_command *c) {
  struct fl_serve_view word;
  c->number = c->many = 0;
  if (!read_number(r, '*', &c->words) || c->words == 0 || !read_word(r, &word)) return false;
  look_up(word, &c->known);
  return true;
}

bool fl_sent_word(struct fl_sent *r, struct fl_sent_command *c, struct fl_serve_view *word) {
  c->number++;
  if (!read_word(r, word)) return false;
  return c->known.tag != FL_SERVE_SOME ||
         fl_serve_noted(&c->known.u.some, (uint32_t)c->number, *word, c->many, &c->many);
}

bool fl_sent_is_key(const struct fl_sent_command *c) {
  return c->known.tag == FL_SERVE_SOME &&
         fl_serve_is_key(&c->known.u.some, (uint32_t)c->number, (uint32_t)c->words, c->many);
}
