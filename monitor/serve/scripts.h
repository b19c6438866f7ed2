/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Scripts: their texts by the SHA-1 that clients ask for them with, and the one that runs (clean/scripts.fl). What a
 * script does it asks for one command at a time; it is as if they were queued, and EXEC did them. */
#ifndef FL_SCRIPTS_H
#define FL_SCRIPTS_H
#include "lua_process.h"
#include "pipe.h"
#include "serve.h"

/* Texts that are kept: the last ones. BYTES: of all of them. */
enum { FL_SCRIPTS_MOST = 4096, FL_SCRIPTS_BYTES = 32 << 20 };

struct client;
struct fl_scripts {
  struct fl_kept_script {
    char digits[FL_LUA_DIGITS];
    uint8_t *text; /* NULL: none is here */
    size_t length;
    uint16_t next; /* of those with the same beginning of a digest, and 1; 0: none */
  } kept[FL_SCRIPTS_MOST];
  uint16_t first[FL_SCRIPTS_MOST];
  unsigned oldest, count;
  size_t bytes;
  struct fl_lua_process process;
  /* The one that runs; NULL: none does. */
  struct client *client;
  struct fl_buffer request; /* as the process is told it */
  bool only_compiled;
  uint64_t began_ms, stops_ms; /* when it did; when it was seen that the server stops, 0: it was not */
  bool fresh, heard;           /* its process was started for it; has said something */
  bool answered;               /* what it said last is its answer */
  bool wrote, killed, is_new;  /* it has changed something; is to end; is not among those that are kept */
  bool waits;                  /* for what the process says; and others have their turns */
  /* What its client had before. */
  struct fl_buffer queue, collected, out;
  size_t queue_at, gathered_from;
  bool running, gathering, lost;
  /* Whose scripts the process has run, and how often users had been read again then. */
  const struct fl_user *user;
  uint64_t reloads;
};
#endif
