/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* What a client has sent, as far as the C around the protocol machine looks at it: arrays of bulk strings, and which of
 * their words are keys. */
#ifndef FL_SENT_H
#define FL_SENT_H
#include "serve.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct fl_sent {
  const uint8_t *at, *end;
};

/* A command's beginning: its name, and how many words it has. `known': there is such a command. */
struct fl_sent_command {
  struct fl_serve_option_table_Command known;
  size_t words, number; /* which word was read last: 0, its name */
  uint32_t many;        /* what its words so far say about where its keys are */
};

/* False: there is no beginning of an array of words here. */
bool fl_sent_begin(struct fl_sent *r, struct fl_sent_command *c);
/* The next word; how many are left is for who asks. False: it is not here, or not all of it. */
bool fl_sent_word(struct fl_sent *r, struct fl_sent_command *c, struct fl_serve_view *word);
/* Whether the word that was read last is one of its keys. */
bool fl_sent_is_key(const struct fl_sent_command *c);
#endif
