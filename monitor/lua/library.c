/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#define _GNU_SOURCE
#include "library.h"

#include "replies.h"
#include "sha1.h"
#include "wire.h"

#include <lauxlib.h>
#include <lualib.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int luaopen_cjson(lua_State *l);
int luaopen_bit(lua_State *l);

struct fl_script_state fl_script;

/* ---- Commands ---- */

static void push_error(lua_State *l, const char *text) { fl_reply_push_error(l, text, strlen(text)); }
static int raise(lua_State *l, const char *text) {
  push_error(l, text);
  return lua_error(l);
}

/* What is to be done, of all that is on the stack. False: it is no command, and why was pushed. */
static bool say_command(lua_State *l, uint8_t what) {
  int count = lua_gettop(l);
  uint8_t flags =
      (uint8_t)((fl_script.resp3 ? FL_LUA_CALL_RESP3 : 0) | (fl_script.read_only ? FL_LUA_CALL_READ_ONLY : 0));
  if (count == 0) {
    push_error(l, "Please specify at least one argument for this redis lib call");
    return false;
  }
  fl_wire_begin(what);
  fl_wire_add(&flags, 1);
  fl_wire_print("*%d\r\n", count);
  for (int i = 1; i <= count; i++) {
    char digits[64];
    size_t length;
    const char *text = digits;
    if (lua_type(l, i) == LUA_TNUMBER)
      length = (size_t)snprintf(digits, sizeof digits, "%.17g", lua_tonumber(l, i));
    else
      text = lua_tolstring(l, i, &length);
    if (!text) {
      push_error(l, "Lua redis lib command arguments must be strings or integers");
      return false;
    }
    fl_wire_print("$%zu\r\n", length);
    fl_wire_add(text, length);
    fl_wire_add("\r\n", 2);
  }
  if (fl_wire_is_full() || fl_wire_length() > FL_LUA_COMMAND) {
    push_error(l, "a command has at most 4194304 bytes");
    return false;
  }
  lua_settop(l, 0);
  fl_wire_say();
  return true;
}

static struct fl_wire_message hear_answer(void) {
  struct fl_wire_message m = fl_wire_hear();
  if (m.what != 'a') _exit(1);
  return m;
}

static int do_command(lua_State *l, bool raises) {
  if (!say_command(l, 'c')) return raises ? lua_error(l) : 1;
  struct fl_wire_message m = hear_answer();
  if (!fl_reply_push(l, m.data, m.length)) return raise(l, "the command's answer cannot be read");
  return raises && m.length > 0 && m.data[0] == '-' ? lua_error(l) : 1;
}
static int redis_call(lua_State *l) { return do_command(l, true); }
static int redis_pcall(lua_State *l) { return do_command(l, false); }

/* Whether the user may: yes, no, or there is no such command. */
static int redis_acl_check_cmd(lua_State *l) {
  if (!say_command(l, 'k')) return lua_error(l);
  struct fl_wire_message m = hear_answer();
  if (m.length < 2 || m.data[0] != ':') return raise(l, "Invalid command passed to redis.acl_check_cmd()");
  lua_pushboolean(l, m.data[1] == '1');
  return 1;
}

/* ---- The rest of `redis' ---- */

static int redis_sha1hex(lua_State *l) {
  char digits[40];
  size_t length;
  if (lua_gettop(l) != 1) return raise(l, "wrong number of arguments");
  const char *text = lua_tolstring(l, 1, &length);
  fl_sha1_hex(text ? text : "", text ? length : 0, digits);
  lua_pushlstring(l, digits, sizeof digits);
  return 1;
}

static bool is_one_string(lua_State *l) {
  if (lua_gettop(l) == 1 && lua_type(l, 1) == LUA_TSTRING) return true;
  push_error(l, "wrong number or type of arguments");
  return false;
}
static int redis_status_reply(lua_State *l) {
  if (!is_one_string(l)) return 1;
  lua_createtable(l, 0, 1);
  lua_pushvalue(l, 1);
  lua_setfield(l, -2, "ok");
  return 1;
}
static int redis_error_reply(lua_State *l) {
  size_t length;
  if (!is_one_string(l)) return 1;
  const char *text = lua_tolstring(l, 1, &length);
  if (*text != '-') {
    lua_pushliteral(l, "-");
    lua_insert(l, 1);
    lua_concat(l, 2);
    text = lua_tolstring(l, 1, &length);
  }
  fl_reply_push_error(l, text, length);
  return 1;
}

/* What is said is heard by nobody. */
static int redis_log(lua_State *l) {
  if (lua_gettop(l) < 2) return raise(l, "redis.log() requires two arguments or more.");
  if (!lua_isnumber(l, 1)) return raise(l, "First argument must be a number (log level).");
  lua_Number level = lua_tonumber(l, 1);
  return level >= 0 && level < 4 ? 0 : raise(l, "Invalid debug level.");
}
static int redis_setresp(lua_State *l) {
  if (lua_gettop(l) != 1) return raise(l, "redis.setresp() requires one argument.");
  lua_Number n = lua_tonumber(l, 1);
  if (!(n >= 2 && n < 4)) return raise(l, "RESP version must be 2 or 3.");
  fl_script.resp3 = n >= 3;
  return 0;
}
static int redis_set_repl(lua_State *l) {
  if (lua_gettop(l) != 1) return raise(l, "redis.set_repl() requires two arguments.");
  lua_Number n = lua_tonumber(l, 1);
  if (n >= 0 && n < 4) return 0;
  return raise(l, "Invalid replication flags. Use REPL_AOF, REPL_REPLICA, REPL_ALL or REPL_NONE.");
}
static int redis_replicate_commands(lua_State *l) {
  lua_pushboolean(l, 1);
  return 1;
}
static int redis_breakpoint(lua_State *l) {
  lua_pushboolean(l, 0); /* there is no debugger */
  return 1;
}
static int redis_debug(lua_State *l) {
  (void)l;
  return 0;
}

static void open_redis(lua_State *l) {
  static const luaL_Reg functions[] = {{"call", redis_call},
                                       {"pcall", redis_pcall},
                                       {"acl_check_cmd", redis_acl_check_cmd},
                                       {"sha1hex", redis_sha1hex},
                                       {"error_reply", redis_error_reply},
                                       {"status_reply", redis_status_reply},
                                       {"log", redis_log},
                                       {"setresp", redis_setresp},
                                       {"set_repl", redis_set_repl},
                                       {"replicate_commands", redis_replicate_commands},
                                       {"breakpoint", redis_breakpoint},
                                       {"debug", redis_debug},
                                       {NULL, NULL}};
  static const struct {
    const char *name;
    int number;
  } numbers[] = {
      {"LOG_DEBUG", 0}, {"LOG_VERBOSE", 1}, {"LOG_NOTICE", 2},   {"LOG_WARNING", 3}, {"REPL_NONE", 0},
      {"REPL_AOF", 1},  {"REPL_SLAVE", 2},  {"REPL_REPLICA", 2}, {"REPL_ALL", 3},    {"REDIS_VERSION_NUM", 0x00070000}};
  lua_newtable(l);
  luaL_register(l, NULL, functions);
  for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
    lua_pushinteger(l, numbers[i].number);
    lua_setfield(l, -2, numbers[i].name);
  }
  lua_pushliteral(l, "7.0.0");
  lua_setfield(l, -2, "REDIS_VERSION");
  lua_setglobal(l, "redis");
}

/* ---- math.random: the same numbers everywhere; one script goes on from the one before, as in Redis ---- */

static uint64_t seed = 0x1234abcd330e;
static lua_Number next_random(void) {
  enum { MOST = 0x7fffffff };
  seed = (seed * 0x5deece66d + 0xb) & 0xffffffffffff;
  return (lua_Number)((seed >> 17) % MOST) / MOST;
}
static int math_random(lua_State *l) {
  lua_Number r = next_random();
  int lo = 1, hi;
  switch (lua_gettop(l)) {
  case 0: lua_pushnumber(l, r); return 1;
  case 1:
    hi = luaL_checkint(l, 1);
    luaL_argcheck(l, lo <= hi, 1, "interval is empty");
    break;
  case 2:
    lo = luaL_checkint(l, 1);
    hi = luaL_checkint(l, 2);
    luaL_argcheck(l, lo <= hi, 2, "interval is empty");
    break;
  default: return luaL_error(l, "wrong number of arguments");
  }
  lua_pushnumber(l, floor(r * ((lua_Number)hi - lo + 1)) + lo);
  return 1;
}
static int math_randomseed(lua_State *l) {
  seed = (uint64_t)(uint32_t)luaL_checkint(l, 1) << 16 | 0x330e;
  return 0;
}

/* ---- In place of what Lua has ---- */

/* Bytes that are no text, but code, are not loaded: the interpreter believes them. */
struct piece {
  const char *text;
  size_t length;
  bool spaced;
};
static const char *next_piece(lua_State *l, void *of, size_t *length) {
  struct piece *p = of;
  (void)l;
  if (!p->spaced && p->length > 0 && *p->text == LUA_SIGNATURE[0]) {
    p->spaced = true;
    *length = 1;
    return " ";
  }
  const char *text = p->text;
  *length = p->length;
  p->spaced = true;
  p->text = NULL;
  p->length = 0;
  return *length > 0 ? text : NULL;
}
int fl_library_load(lua_State *l, const char *text, size_t length, const char *name) {
  struct piece p = {text, length, false};
  lua_pushstring(l, name); /* Lua 5.1's parser lets go of the string that it makes of it: CVE-2025-49844 */
  int status = lua_load(l, next_piece, &p, name);
  lua_remove(l, -2);
  return status;
}

static int loaded(lua_State *l, int status) {
  if (status == 0) return 1;
  lua_pushnil(l);
  lua_insert(l, -2);
  return 2;
}
static int lua_loadstring(lua_State *l) {
  size_t length;
  const char *text = luaL_checklstring(l, 1, &length);
  return loaded(l, fl_library_load(l, text, length, luaL_optstring(l, 2, text)));
}
static int lua_load_pieces(lua_State *l) {
  const char *name = luaL_optstring(l, 2, "=(load)");
  luaL_checktype(l, 1, LUA_TFUNCTION);
  lua_settop(l, 3);
  lua_newtable(l);
  int count = 0;
  size_t length;
  for (;;) {
    lua_pushvalue(l, 1);
    lua_call(l, 0, 1);
    if (lua_isnil(l, -1)) break;
    if (!lua_isstring(l, -1)) return luaL_error(l, "reader function must return a string");
    lua_tolstring(l, -1, &length);
    if (length == 0) break;
    lua_rawseti(l, 4, ++count);
  }
  lua_settop(l, 4);
  luaL_Buffer all;
  luaL_buffinit(l, &all);
  for (int i = 1; i <= count; i++) {
    lua_rawgeti(l, 4, i);
    luaL_addvalue(&all);
  }
  luaL_pushresult(&all);
  const char *text = lua_tolstring(l, -1, &length);
  return loaded(l, fl_library_load(l, text, length, name));
}

/* As of before Redis 7, an error of a command is its text. */
static int lua_pcall_text(lua_State *l) {
  luaL_checkany(l, 1);
  int status = lua_pcall(l, lua_gettop(l) - 1, LUA_MULTRET, 0);
  if (status != 0 && lua_istable(l, -1)) {
    lua_getfield(l, -1, "err");
    if (lua_isstring(l, -1))
      lua_replace(l, -2);
    else
      lua_pop(l, 1);
  }
  if (!lua_checkstack(l, 1)) return luaL_error(l, "stack overflow");
  lua_pushboolean(l, status == 0);
  lua_insert(l, 1);
  return lua_gettop(l);
}

/* Lua counts in an int what comes out, which overflows: CVE-2025-46817. */
static int lua_unpack_checked(lua_State *l) {
  luaL_checktype(l, 1, LUA_TTABLE);
  long long at = luaL_optint(l, 2, 1), end = lua_isnoneornil(l, 3) ? (int)lua_objlen(l, 1) : luaL_checkint(l, 3);
  long long count = at <= end ? end - at + 1 : 0;
  if (count > LUAI_MAXCSTACK || !lua_checkstack(l, (int)count)) return luaL_error(l, "too many results to unpack");
  for (; at <= end; at++) lua_rawgeti(l, 1, (int)at);
  return (int)count;
}

/* bit's makes a negative number of digits positive, which the least integer has not: CVE-2024-31449. */
static uint32_t bits_of(lua_State *l, int at) {
  double n = luaL_checknumber(l, at) + 6755399441055744.0; /* as bit does it: its last 32 bits are the integer's */
  uint64_t bits;
  memcpy(&bits, &n, sizeof bits);
  return (uint32_t)bits;
}
static int bit_tohex(lua_State *l) {
  uint32_t bits = bits_of(l, 1);
  int64_t count = lua_isnone(l, 2) ? 8 : (int32_t)bits_of(l, 2);
  const char *digits = count < 0 ? "0123456789ABCDEF" : "0123456789abcdef";
  char text[8];
  count = count < 0 ? -count : count;
  if (count > 8) count = 8;
  for (int64_t i = count; i > 0; bits >>= 4) text[--i] = digits[bits & 15];
  lua_pushlstring(l, text, (size_t)count);
  return 1;
}

static int no_such_global(lua_State *l) {
  return luaL_error(l, "Script attempted to access nonexistent global variable '%s'", luaL_optstring(l, 2, "?"));
}
static int no_new_global(lua_State *l) { return luaL_error(l, "Attempt to modify a readonly table"); }

/* Memory of its own that it keeps from one text to the next would outlive the script. */
static int keeps_no_buffer(lua_State *l) {
  lua_pushboolean(l, 0);
  return 1;
}

static void open_one(lua_State *l, const char *name, lua_CFunction open) {
  lua_pushcfunction(l, open);
  lua_pushstring(l, name);
  lua_call(l, 1, 0);
}
static void set_field(lua_State *l, const char *table, const char *name, lua_CFunction f) {
  lua_getglobal(l, table);
  lua_pushcfunction(l, f);
  lua_setfield(l, -2, name);
  lua_pop(l, 1);
}

void fl_library_open(lua_State *l) {
  /* newproxy: its __gc would be a script's code that runs while we read or write a message. */
  static const char *const away[] = {"dofile", "loadfile", "print", "getfenv", "setfenv", "newproxy"};
  open_one(l, "", luaopen_base);
  open_one(l, LUA_TABLIBNAME, luaopen_table);
  open_one(l, LUA_STRLIBNAME, luaopen_string);
  open_one(l, LUA_MATHLIBNAME, luaopen_math);
  lua_pushcfunction(l, luaopen_cjson); /* it returns its table, and sets nothing */
  lua_call(l, 0, 1);
  lua_getfield(l, -1, "encode_keep_buffer");
  lua_pushboolean(l, 0);
  lua_call(l, 1, 0);
  lua_pushcfunction(l, keeps_no_buffer);
  lua_setfield(l, -2, "encode_keep_buffer");
  lua_setglobal(l, "cjson");
  open_one(l, "bit", luaopen_bit);
  fl_open_cmsgpack(l);
  lua_setglobal(l, "cmsgpack");
  open_redis(l);
  for (size_t i = 0; i < sizeof away / sizeof *away; i++) {
    lua_pushnil(l);
    lua_setglobal(l, away[i]);
  }
  lua_register(l, "loadstring", lua_loadstring);
  lua_register(l, "load", lua_load_pieces);
  lua_register(l, "pcall", lua_pcall_text);
  lua_register(l, "unpack", lua_unpack_checked);
  set_field(l, "bit", "tohex", bit_tohex);
  set_field(l, "math", "random", math_random);
  set_field(l, "math", "randomseed", math_randomseed);
  lua_newtable(l);
  lua_pushcfunction(l, no_such_global);
  lua_setfield(l, -2, "__index");
  lua_pushcfunction(l, no_new_global);
  lua_setfield(l, -2, "__newindex");
  lua_setmetatable(l, LUA_GLOBALSINDEX);
}
