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
  struct fl_buffer heard;  /* the message that is coming, its head too */
  struct fl_buffer unsaid; /* what it has to be told still, all but its first bytes, which are said */
  size_t said;
};

/* False: it cannot be started. `fresh': it was, now. */
bool fl_lua_start(struct fl_lua_process *p, bool *fresh);
/* It is told when it reads; nothing is heard before. False: it is not there any more, or there is no memory. */
bool fl_lua_say(struct fl_lua_process *p, uint8_t what, const void *data, size_t length);
/* Its next message, to be waited for up to so many milliseconds; until the next call. */
enum fl_lua_heard { FL_LUA_SAID, FL_LUA_SILENT, FL_LUA_GONE };
enum fl_lua_heard fl_lua_hear(struct fl_lua_process *p, int wait_ms, uint8_t *what, uint8_t **data, size_t *length);
void fl_lua_heard(struct fl_lua_process *p); /* its message is not needed any more */
size_t fl_lua_holds(const struct fl_lua_process *p);
void fl_lua_end(struct fl_lua_process *p);
#endif
