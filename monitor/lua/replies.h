/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Between what a command answers and what Lua has, both ways, as Redis does it. */
#ifndef FL_LUA_REPLIES_H
#define FL_LUA_REPLIES_H
#include <lua.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Pushes what is answered. False: that is no answer, and nothing is pushed. */
bool fl_reply_push(lua_State *l, const uint8_t *data, size_t length);
/* Pushes {err = CODE and text}: "-CODE text", or a text without code. */
void fl_reply_push_error(lua_State *l, const char *text, size_t length);
/* Adds the value on top to the message, and takes it away. `script3': the script speaks RESP3; `resp3': who is answered
 * does. */
void fl_reply_add(lua_State *l, bool script3, bool resp3);
/* An error in one line: -text. */
void fl_reply_add_error(const char *text, size_t length);
#endif
