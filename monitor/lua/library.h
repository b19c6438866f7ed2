/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* What scripts find in Lua: its own libraries without what reaches outside, `redis', cjson, bit, cmsgpack. */
#ifndef FL_LUA_LIBRARY_H
#define FL_LUA_LIBRARY_H
#include <lua.h>
#include <stdbool.h>
#include <stddef.h>

/* Into a new state. */
void fl_library_open(lua_State *l);
/* Of the script that runs now. */
struct fl_script_state {
  bool resp3, read_only; /* what it has asked for; what it says of itself */
};
extern struct fl_script_state fl_script;
/* Pushes the text's function, or why it has none. */
int fl_library_load(lua_State *l, const char *text, size_t length, const char *name);

int fl_open_cmsgpack(lua_State *l);
#endif
