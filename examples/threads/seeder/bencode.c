/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "bencode.h"

#include <stdlib.h>
#include <string.h>

/* Behind the digits from `at`, which are at least one, without a zero in front, below 2^63; else NULL. */
static const char *digits(const char *at, const char *end, uint64_t *number) {
  const char *first = at;
  uint64_t n = 0;
  for (; at < end && *at >= '0' && *at <= '9'; at++) {
    unsigned digit = (unsigned)(*at - '0');
    if (n > ((uint64_t)INT64_MAX - digit) / 10 || (at > first && *first == '0')) return NULL;
    n = n * 10 + digit;
  }
  *number = n;
  return at > first ? at : NULL;
}

static const char *string(const char *at, const char *end, struct value *bytes) {
  uint64_t length;
  at = digits(at, end, &length);
  if (!at || at == end || *at != ':' || length > (uint64_t)(end - at - 1)) return NULL;
  *bytes = (struct value){at + 1, at + 1 + length};
  return bytes->end;
}

/* Behind the `i...e` at `at`; its number, if it is not negative. */
static const char *integer(const char *at, const char *end, uint64_t *number, bool *negative) {
  at++;
  *negative = at < end && *at == '-';
  at = digits(at + *negative, end, number);
  if (!at || at == end || *at != 'e' || (*negative && *number == 0)) return NULL;
  return at + 1;
}

/* Behind the value at `at`; NULL: there is none. A dictionary's keys are strings, each with a value. */
static const char *skip(const char *at, const char *end) {
  enum { LIST, KEY, VALUE } open[BENCODE_DEPTH];
  unsigned depth = 0;
  do {
    struct value bytes;
    uint64_t number;
    bool negative;
    if (at == end) return NULL;
    if (*at == 'e') {
      if (depth == 0 || open[depth - 1] == VALUE) return NULL;
      depth--;
      at++;
    } else if (depth > 0 && open[depth - 1] == KEY) {
      at = string(at, end, &bytes);
      if (!at) return NULL;
      open[depth - 1] = VALUE;
      continue;
    } else if (*at == 'l' || *at == 'd') {
      if (depth == BENCODE_DEPTH) return NULL;
      open[depth++] = *at++ == 'l' ? LIST : KEY;
      continue;
    } else {
      at = *at == 'i' ? integer(at, end, &number, &negative) : string(at, end, &bytes);
      if (!at) return NULL;
    }
    if (depth > 0 && open[depth - 1] == VALUE) open[depth - 1] = KEY;
  } while (depth > 0);
  return at;
}

bool bencode_parse(const char *text, size_t length, struct value *value) {
  *value = (struct value){text, text + length};
  return skip(text, text + length) == text + length;
}

bool bencode_number(struct value value, uint64_t *number) {
  bool negative;
  return *value.start == 'i' && integer(value.start, value.end, number, &negative) && !negative;
}

bool bencode_string(struct value value, struct value *bytes) { return string(value.start, value.end, bytes) != NULL; }

bool bencode_next(struct value list, const char **at, struct value *element) {
  if (*list.start != 'l') return false;
  element->start = *at ? *at : list.start + 1;
  if (*element->start == 'e') return false;
  *at = element->end = skip(element->start, list.end);
  return true;
}

bool bencode_get(struct value dictionary, const char *key, struct value *value) {
  if (*dictionary.start != 'd') return false;
  for (const char *at = dictionary.start + 1; *at != 'e';) {
    struct value name;
    value->start = string(at, dictionary.end, &name);
    value->end = at = skip(value->start, dictionary.end);
    if (bencode_length(name) == strlen(key) && memcmp(name.start, key, strlen(key)) == 0) return true;
  }
  return false;
}

void make_printable(char *text) {
  for (; *text; text++)
    if (*text < ' ' || *text > '~') *text = '?';
}

char *bencode_printable(struct value bytes) {
  char *copy = strndup(bytes.start, bencode_length(bytes));
  if (copy) make_printable(copy);
  return copy;
}
