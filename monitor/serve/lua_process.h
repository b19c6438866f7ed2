/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The process that runs scripts, as the server has it (lua/pipe.h). It is started when there is something to run, and
 * again when it has ended. */
#ifndef FL_LUA_PROCESS_H
#define FL_LUA_PROCESS_H
#include "frames.h"

#include <sys/types.h>

struct fl_lua_process {
  pid_t pid; /* 0: there is none */
  int fd;
  struct fl_buffer heard; /* the message that is coming, its head too */
};

/* False: it cannot be started. `fresh': it was, now. */
bool fl_lua_start(struct fl_lua_process *p, bool *fresh);
/* False: it is not there any more, or does not take it. */
bool fl_lua_say(struct fl_lua_process *p, uint8_t what, const void *data, size_t length);
/* Its next message, to be waited for up to so many milliseconds; until the next call. */
enum fl_lua_heard { FL_LUA_SAID, FL_LUA_SILENT, FL_LUA_GONE };
enum fl_lua_heard fl_lua_hear(struct fl_lua_process *p, int wait_ms, uint8_t *what, uint8_t **data, size_t *length);
void fl_lua_end(struct fl_lua_process *p);
#endif
