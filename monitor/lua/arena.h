/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* All memory of one Lua state, in one piece: it has a bound, and can be put back to what it was. So each script has a
 * state of its own, and making it costs as much as copying it. */
#ifndef FL_ARENA_H
#define FL_ARENA_H
#include <stdbool.h>
#include <stddef.h>

/* Of this many bytes. False: there is no memory. */
bool fl_arena_open(size_t size);
/* As Lua asks for it (lua_Alloc). */
void *fl_arena_alloc(void *context, void *block, size_t old_size, size_t new_size);
/* What it is now is what `back' puts it back to. False: no memory. */
bool fl_arena_keep(void);
void fl_arena_back(void);
#endif
