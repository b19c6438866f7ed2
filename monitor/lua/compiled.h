/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Texts that were compiled, so that one that comes again is not. Each run loads what is kept into a state that knows of
 * no run before. */
#ifndef FL_COMPILED_H
#define FL_COMPILED_H
#include <lua.h>
#include <stddef.h>

/* As fl_library_load; `digits' are those of the text's digest, or of what it is a part of. */
int fl_compiled_load(lua_State *l, const char *digits, const char *text, size_t length, const char *name);
size_t fl_compiled_bytes(void); /* that are kept */
#endif
