/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Messages (pipe.h), and what is put together of one. */
#ifndef FL_LUA_WIRE_H
#define FL_LUA_WIRE_H
#include "pipe.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The message that came last; until the next one. */
struct fl_wire_message {
  uint8_t what;
  const uint8_t *data;
  size_t length;
};
/* The next one. Does not come back when there is no other side any more. */
struct fl_wire_message fl_wire_hear(void);

/* What is said next: begun, added to, said. */
void fl_wire_begin(uint8_t what);
void fl_wire_add(const void *data, size_t length);
void fl_wire_print(const char *format, ...) __attribute__((format(printf, 1, 2))); /* 127 characters at most */
size_t fl_wire_length(void);
bool fl_wire_is_full(void); /* it has more than an answer may have: some of it is left out */
void fl_wire_say(void);
/* Between two scripts: what large messages took is given back. */
void fl_wire_rest(void);

uint32_t fl_wire_u32(const uint8_t *at);
#endif
