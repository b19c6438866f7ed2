/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The process that runs scripts: fairlead-monitor-lua, started by fairlead-monitor-serve when there is one to run. It
 * has a socket to the server (pipe.h), and nothing else: no file, no other process, memory with a bound. What a script
 * wants done it asks the server for, a command at a time. How long a script may take is the server's to see to. */
#define _GNU_SOURCE
#include "arena.h"
#include "compiled.h"
#include "library.h"
#include "replies.h"
#include "sandbox_trusted.h"
#include "wire.h"

#include <lauxlib.h>
#include <malloc.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

/* ARENA: of a script's values. SPACE: of all that there is, messages and cjson's texts too. LEFT: so much memory that
 * libraries took and never gave back is left to the next process. */
enum { ARENA = 256 << 20, LEFT = 32 << 20 };
static const rlim_t SPACE = (rlim_t)1 << 30;
static const char FUNCTION[] = "@user_script";

struct run {
  uint8_t flags;
  bool only_compiled;
  const char *digits, *text;
  size_t text_length;
  uint32_t keys, words;
  const uint8_t *at, *end; /* of the words */
};

/* ---- What a text says of itself in its first line ---- */

static bool is_word(const char *at, size_t n, const char *word) {
  return n == strlen(word) && memcmp(at, word, n) == 0;
}

static void say_bad_line(lua_State *l, const char *what, const char *at, size_t n) {
  lua_pushliteral(l, "ERR ");
  lua_pushstring(l, what);
  lua_pushlstring(l, at, n);
  lua_concat(l, 3);
}

static bool read_flags(lua_State *l, const char *at, const char *end, bool *no_writes, bool *no_cluster) {
  while (at < end) {
    const char *comma = memchr(at, ',', (size_t)(end - at));
    size_t n = (size_t)((comma ? comma : end) - at);
    if (is_word(at, n, "no-writes"))
      *no_writes = true;
    else if (is_word(at, n, "no-cluster"))
      *no_cluster = true;
    else if (!is_word(at, n, "allow-oom") && !is_word(at, n, "allow-stale") &&
             !is_word(at, n, "allow-cross-slot-keys")) {
      say_bad_line(l, "Unexpected flag in script shebang: ", at, n);
      return false;
    }
    at += n + (comma != NULL);
  }
  return true;
}

/* #!lua flags=a,b. False: why not is on top. What is behind it is left, with its line end, so that lines keep their
 * numbers. */
static bool read_first_line(lua_State *l, struct run *r) {
  bool no_writes = false, no_cluster = false;
  if (r->text_length < 2 || memcmp(r->text, "#!", 2) != 0) return true;
  const char *end = memchr(r->text, '\n', r->text_length), *at = r->text;
  if (!end) {
    lua_pushliteral(l, "ERR Invalid script shebang");
    return false;
  }
  for (bool first = true; at < end; first = false) {
    while (at < end && (*at == ' ' || *at == '\t' || *at == '\r')) at++;
    const char *word = at;
    while (at < end && *at != ' ' && *at != '\t' && *at != '\r') at++;
    size_t n = (size_t)(at - word);
    if (first && !is_word(word, n, "#!lua")) {
      say_bad_line(l, "Unexpected engine in script shebang: ", word, n);
      return false;
    }
    if (first || n == 0) continue;
    if (n < 6 || memcmp(word, "flags=", 6) != 0) {
      say_bad_line(l, "Unknown lua shebang option: ", word, n);
      return false;
    }
    if (!read_flags(l, word + 6, at, &no_writes, &no_cluster)) return false;
  }
  r->text_length -= (size_t)(end - r->text);
  r->text = end;
  if (r->only_compiled) return true;
  if (no_cluster && r->flags & FL_LUA_SHARED) {
    lua_pushliteral(l, "ERR Can not run script on cluster, 'no-cluster' flag is set.");
    return false;
  }
  if (r->flags & FL_LUA_READ_ONLY && !no_writes) {
    lua_pushliteral(l, "ERR Can not execute a script with write flag using *_ro command.");
    return false;
  }
  fl_script.read_only = no_writes;
  return true;
}

/* ---- A script ---- */

/* The next `count' words, as a table of this name. */
static void set_words(lua_State *l, struct run *r, uint32_t count, const char *name) {
  lua_pushstring(l, name);
  lua_createtable(l, (int)count, 0);
  for (uint32_t i = 1; i <= count; i++) {
    if (r->end - r->at < 4) _exit(1);
    uint32_t n = fl_wire_u32(r->at);
    r->at += 4;
    if (n > (size_t)(r->end - r->at)) _exit(1);
    lua_pushlstring(l, (const char *)r->at, n);
    r->at += n;
    lua_rawseti(l, -2, (int)i);
  }
  lua_rawset(l, LUA_GLOBALSINDEX);
}

/* An error, with where it was raised: by a function of ours, or by the script. */
static int explain(lua_State *l) {
  lua_Debug where;
  bool known = lua_getstack(l, 1, &where) && lua_getinfo(l, "nSl", &where);
  if (known && strcmp(where.what, "C") == 0) known = lua_getstack(l, 2, &where) && lua_getinfo(l, "nSl", &where);
  if (!lua_istable(l, 1)) {
    const char *text = lua_tostring(l, 1);
    lua_createtable(l, 0, 3);
    lua_pushfstring(l, "ERR %s",
                    text                    ? text
                    : lua_isnoneornil(l, 1) ? "nil"
                    : lua_isboolean(l, 1)   ? lua_toboolean(l, 1) ? "true" : "false"
                                            : luaL_typename(l, 1));
    lua_setfield(l, -2, "err");
    lua_replace(l, 1);
  }
  lua_settop(l, 1);
  if (known) {
    lua_pushliteral(l, "source");
    lua_pushstring(l, where.source);
    lua_rawset(l, 1);
    lua_pushliteral(l, "line");
    lua_pushinteger(l, where.currentline);
    lua_rawset(l, 1);
  }
  return 1;
}

/* What the table has there, as a string, or NULL; it stays on the stack. No function of a metatable is called. */
static const char *push_field(lua_State *l, int table, const char *name) {
  lua_pushstring(l, name);
  lua_rawget(l, table);
  return lua_tostring(l, -1);
}

/* The error on top is the answer. */
static void answer_error(lua_State *l, const struct run *r) {
  size_t n;
  if (!lua_istable(l, -1)) {
    const char *text = lua_tostring(l, -1);
    lua_pushfstring(l, "ERR Error running script ");
    lua_pushlstring(l, r->digits, FL_LUA_DIGITS);
    lua_pushfstring(l, ", %s", text ? text : "execution failure");
    lua_concat(l, 3);
    text = lua_tolstring(l, -1, &n);
    fl_reply_add_error(text, n);
    return;
  }
  int table = lua_gettop(l);
  if (!push_field(l, table, "err")) {
    lua_pushliteral(l, "ERR unknown error");
    lua_replace(l, -2);
  }
  const char *source = push_field(l, table, "source");
  push_field(l, table, "line");
  if (source && lua_isnumber(l, -1)) {
    lua_pushvalue(l, table + 1);
    lua_pushliteral(l, " script: ");
    lua_pushlstring(l, r->digits, FL_LUA_DIGITS);
    lua_pushfstring(l, ", on %s:%d.", source, (int)lua_tointeger(l, -4));
    lua_concat(l, 4);
  } else {
    lua_pushvalue(l, table + 1);
  }
  const char *text = lua_tolstring(l, -1, &n);
  fl_reply_add_error(text, n);
}

/* All of it, under protection: there may be no memory for any of it. */
static int perform(lua_State *l) {
  struct run *r = lua_touserdata(l, 1);
  lua_settop(l, 0);
  lua_pushcfunction(l, explain);
  bool begun = read_first_line(l, r);
  bool compiled = begun && fl_compiled_load(l, r->digits, r->text, r->text_length, FUNCTION) == 0;
  if (begun && !compiled) {
    lua_pushliteral(l, "ERR Error compiling script (new function): ");
    lua_insert(l, -2);
    lua_concat(l, 2);
  }
  if (!compiled) {
    size_t n;
    const char *text = lua_tolstring(l, -1, &n);
    fl_wire_begin('e');
    fl_reply_add_error(text, n);
    return 0;
  }
  if (r->only_compiled) {
    fl_wire_begin('v');
    fl_wire_add("+OK\r\n", 5);
    return 0;
  }
  set_words(l, r, r->keys, "KEYS");
  set_words(l, r, r->words - r->keys, "ARGV");
  int status = lua_pcall(l, 0, 1, 1);
  fl_wire_begin('v');
  if (status)
    answer_error(l, r);
  else
    fl_reply_add(l, fl_script.resp3, r->flags & FL_LUA_RESP3);
  return 0;
}

static void answer_instead(const char *text) {
  fl_wire_begin('v');
  fl_reply_add_error(text, strlen(text));
}

static void run(lua_State *l, const struct fl_wire_message *m) {
  struct run r = {.only_compiled = m->what == 'l'};
  if ((m->what != 'r' && m->what != 'l') || m->length < FL_LUA_RUN) _exit(1);
  r.flags = m->data[0];
  r.text_length = fl_wire_u32(m->data + 1 + FL_LUA_DIGITS);
  r.keys = fl_wire_u32(m->data + 1 + FL_LUA_DIGITS + 4);
  r.words = fl_wire_u32(m->data + 1 + FL_LUA_DIGITS + 8);
  if (r.text_length > m->length - FL_LUA_RUN || r.keys > r.words || r.words > m->length) _exit(1);
  /* What is heard next is written over this. */
  char *kept = malloc(m->length);
  if (!kept) _exit(1);
  memcpy(kept, m->data, m->length);
  r.digits = kept + 1;
  r.text = kept + FL_LUA_RUN;
  r.at = (const uint8_t *)r.text + r.text_length;
  r.end = (const uint8_t *)kept + m->length;
  fl_script = (struct fl_script_state){0};
  if (lua_cpcall(l, perform, &r) != 0)
    answer_instead("ERR the script has no more memory");
  else if (fl_wire_is_full())
    answer_instead("ERR the script's answer has more than 64 MiB");
  fl_wire_say();
  free(kept);
  fl_arena_back();
  fl_wire_rest();
  struct mallinfo2 left = mallinfo2();
  if (left.uordblks + left.hblkhd > LEFT + fl_compiled_bytes()) _exit(0); /* large blocks are counted in hblkhd only */
}

int main(void) {
  struct rlimit space = {SPACE, SPACE}, none = {0, 0};
#ifndef __SANITIZE_ADDRESS__
  setrlimit(RLIMIT_AS, &space);
#endif
  setrlimit(RLIMIT_CORE, &none);
  if (!fl_gate_sandbox()) return 2;
  (void)space;
  if (!fl_arena_open(ARENA)) return 1;
  lua_State *l = lua_newstate(fl_arena_alloc, NULL);
  if (!l) return 1;
  lua_gc(l, LUA_GCSTOP, 0);
  fl_library_open(l);
  lua_settop(l, 0);
  lua_gc(l, LUA_GCCOLLECT, 0);
  lua_gc(l, LUA_GCRESTART, 0);
  if (!fl_arena_keep()) return 1;
  for (;;) {
    struct fl_wire_message m = fl_wire_hear();
    run(l, &m);
  }
}
