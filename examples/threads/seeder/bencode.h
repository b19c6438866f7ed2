/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* BitTorrent's encoding of numbers, strings, lists and dictionaries (BEP 3). A value is a part of the text that it was
 * found in: nothing is allocated, nothing is copied. */
#ifndef SEEDER_BENCODE_H
#define SEEDER_BENCODE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Checked: from `start` to `end` there is exactly one value. */
struct value {
  const char *start, *end;
};

/* Whether the text is one value and nothing else. Only what this was true of may be handed to the functions below.
 * Nesting beyond BENCODE_DEPTH is refused; keys in the wrong order are not, as some programs write them. */
#define BENCODE_DEPTH 64
bool bencode_parse(const char *text, size_t length, struct value *value);

/* A number from 0 to 2^63 - 1. */
bool bencode_number(struct value value, uint64_t *number);

/* What is between the quotes, if there were any: not ended by a zero byte. */
bool bencode_string(struct value value, struct value *bytes);

/* The value of a key, the first if there are several. */
bool bencode_get(struct value dictionary, const char *key, struct value *value);

/* The elements of a list, one after the other: `at` is NULL before the first. */
bool bencode_next(struct value list, const char **at, struct value *element);

/* For messages: whatever a terminal might obey becomes a '?'. */
void make_printable(char *text);

/* Such a copy, up to the first zero byte; NULL: no memory. */
char *bencode_printable(struct value bytes);

static inline size_t bencode_length(struct value value) { return (size_t)(value.end - value.start); }

#endif
