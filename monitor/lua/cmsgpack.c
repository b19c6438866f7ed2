/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* cmsgpack, as Redis' scripts have it: MessagePack of Lua's values. Numbers that are whole are integers; a table whose
 * keys are 1 to n is an array, any other one a map; what is deeper than DEEP tables is nil. */
#include "library.h"

#include <lauxlib.h>
#include <math.h>
#include <stdint.h>
#include <string.h>

enum { DEEP = 16 };

/* ---- To bytes ---- */

static void add_number(luaL_Buffer *b, uint8_t kind, uint64_t n, int bytes) {
  luaL_addchar(b, (char)kind);
  while (bytes-- > 0) luaL_addchar(b, (char)(n >> 8 * bytes));
}

/* In as few bytes as there may be: `kinds' has that of 1, 2, 4 and 8. */
static void add_sized(luaL_Buffer *b, const uint8_t kinds[4], uint64_t n) {
  if (n <= 0xff && kinds[0])
    add_number(b, kinds[0], n, 1);
  else if (n <= 0xffff)
    add_number(b, kinds[1], n, 2);
  else
    add_number(b, n <= 0xffffffff ? kinds[2] : kinds[3], n, n <= 0xffffffff ? 4 : 8);
}

static void add_whole(luaL_Buffer *b, int64_t n) {
  static const uint8_t positive[] = {0xcc, 0xcd, 0xce, 0xcf};
  if (n >= 0 && n <= 0x7f)
    luaL_addchar(b, (char)n);
  else if (n >= 0)
    add_sized(b, positive, (uint64_t)n);
  else if (n >= -32)
    luaL_addchar(b, (char)n);
  else if (n >= INT8_MIN)
    add_number(b, 0xd0, (uint64_t)n, 1);
  else if (n >= INT16_MIN)
    add_number(b, 0xd1, (uint64_t)n, 2);
  else
    add_number(b, n >= INT32_MIN ? 0xd2 : 0xd3, (uint64_t)n, n >= INT32_MIN ? 4 : 8);
}

static void add_float(luaL_Buffer *b, lua_Number n) {
  float small = (float)n;
  uint32_t bits32;
  uint64_t bits64;
  memcpy(&bits32, &small, sizeof bits32);
  memcpy(&bits64, &n, sizeof bits64);
  if ((lua_Number)small == n)
    add_number(b, 0xca, bits32, 4);
  else
    add_number(b, 0xcb, bits64, 8);
}

static void add_head(luaL_Buffer *b, uint8_t few, size_t most, const uint8_t kinds[4], size_t n) {
  if (n <= most)
    luaL_addchar(b, (char)(few | n));
  else
    add_sized(b, kinds, n);
}

/* How many there are, if the keys are 1 to n; -1: they are not. */
static long items_of(lua_State *l, int at) {
  long count = 0, last = 0;
  for (lua_pushnil(l); lua_next(l, at); count++) {
    lua_Number key = lua_tonumber(l, -2);
    lua_pop(l, 1);
    if (lua_type(l, -1) != LUA_TNUMBER || !(key > 0 && key <= INT32_MAX) || key != floor(key)) {
      lua_pop(l, 1);
      return -1;
    }
    if (key > (lua_Number)last) last = (long)key;
  }
  return last == count ? count : -1;
}

/* What is packed is kept in a table, piece by piece: a luaL_Buffer keeps what it has on the stack. */
static void flush(lua_State *l, int pieces, luaL_Buffer *b) {
  luaL_pushresult(b);
  lua_rawseti(l, pieces, (int)lua_objlen(l, pieces) + 1);
}

static void pack(lua_State *l, int pieces, int depth);

static void pack_table(lua_State *l, int pieces, int depth) {
  static const uint8_t arrays[] = {0, 0xdc, 0xdd, 0xdd}, maps[] = {0, 0xde, 0xdf, 0xdf};
  int at = lua_gettop(l);
  long count = items_of(l, at), pairs = 0;
  luaL_Buffer b;
  if (count < 0)
    for (lua_pushnil(l); lua_next(l, at); lua_pop(l, 1)) pairs++;
  luaL_buffinit(l, &b);
  if (count >= 0)
    add_head(&b, 0x90, 15, arrays, (size_t)count);
  else
    add_head(&b, 0x80, 15, maps, (size_t)pairs);
  flush(l, pieces, &b);
  for (long i = 1; i <= count; i++) {
    lua_rawgeti(l, at, (int)i);
    pack(l, pieces, depth + 1);
  }
  if (count >= 0) return;
  for (lua_pushnil(l); lua_next(l, at);) {
    lua_pushvalue(l, -2);
    pack(l, pieces, depth + 1);
    pack(l, pieces, depth + 1);
  }
}

/* The value on top, which goes. */
static void pack(lua_State *l, int pieces, int depth) {
  static const uint8_t strings[] = {0xd9, 0xda, 0xdb, 0xdb};
  int type = lua_type(l, -1);
  size_t length;
  luaL_Buffer b;
  luaL_checkstack(l, LUA_MINSTACK, "in function cmsgpack.pack"); /* a luaL_Buffer has half of it */
  if (type == LUA_TTABLE && depth < DEEP) {
    pack_table(l, pieces, depth);
    lua_pop(l, 1);
    return;
  }
  lua_Number n = type == LUA_TNUMBER ? lua_tonumber(l, -1) : 0;
  const char *text = type == LUA_TSTRING ? lua_tolstring(l, -1, &length) : NULL;
  luaL_buffinit(l, &b);
  if (text) {
    add_head(&b, 0xa0, 31, strings, length);
    luaL_addlstring(&b, text, length);
  } else if (type == LUA_TNUMBER) {
    if (n == floor(n) && n >= -9223372036854775808.0 && n < 9223372036854775808.0)
      add_whole(&b, (int64_t)n);
    else
      add_float(&b, n);
  } else if (type == LUA_TBOOLEAN) {
    luaL_addchar(&b, (char)(lua_toboolean(l, -1) ? 0xc3 : 0xc2));
  } else {
    luaL_addchar(&b, (char)0xc0);
  }
  flush(l, pieces, &b);
  lua_pop(l, 1);
}

/* All arguments, one behind the other. */
static int pack_all(lua_State *l) {
  int count = lua_gettop(l);
  luaL_Buffer all;
  if (count == 0) return luaL_argerror(l, 0, "MessagePack pack needs input.");
  lua_newtable(l);
  lua_insert(l, 1);
  for (int i = 2; i <= count + 1; i++) {
    lua_pushvalue(l, i);
    pack(l, 1, 0);
  }
  luaL_buffinit(l, &all);
  for (int i = 1, n = (int)lua_objlen(l, 1); i <= n; i++) {
    lua_rawgeti(l, 1, i);
    luaL_addvalue(&all);
  }
  luaL_pushresult(&all);
  return 1;
}

/* ---- From bytes ---- */

struct reader {
  const uint8_t *at, *end;
};

static uint64_t number(lua_State *l, struct reader *r, int bytes) {
  uint64_t n = 0;
  if (r->end - r->at < bytes) luaL_error(l, "Missing bytes in input.");
  while (bytes-- > 0) n = n << 8 | *r->at++;
  return n;
}

static void unpack(lua_State *l, struct reader *r);

static void unpack_text(lua_State *l, struct reader *r, uint64_t n) {
  if (n > (uint64_t)(r->end - r->at)) luaL_error(l, "Missing bytes in input.");
  lua_pushlstring(l, (const char *)r->at, (size_t)n);
  r->at += n;
}
static void unpack_items(lua_State *l, struct reader *r, uint64_t n, bool pairs) {
  lua_newtable(l);
  for (uint64_t i = 1; i <= n; i++) {
    unpack(l, r);
    if (!pairs) {
      lua_rawseti(l, -2, (int)i);
      continue;
    }
    unpack(l, r);
    lua_settable(l, -3); /* a key that is nil is an error of the script */
  }
}

static void unpack(lua_State *l, struct reader *r) {
  uint32_t bits32;
  uint64_t bits64;
  float small;
  lua_Number large;
  luaL_checkstack(l, 4, "too many return values at once; use unpack_one or unpack_limit instead.");
  uint8_t kind = (uint8_t)number(l, r, 1);
  if (kind <= 0x7f) {
    lua_pushnumber(l, kind);
  } else if (kind >= 0xe0) {
    lua_pushnumber(l, (int8_t)kind);
  } else if (kind <= 0x8f) {
    unpack_items(l, r, kind & 15, true);
  } else if (kind <= 0x9f) {
    unpack_items(l, r, kind & 15, false);
  } else if (kind <= 0xbf) {
    unpack_text(l, r, kind & 31);
  } else {
    switch (kind) {
    case 0xc0: lua_pushnil(l); break;
    case 0xc2: lua_pushboolean(l, 0); break;
    case 0xc3: lua_pushboolean(l, 1); break;
    case 0xca:
      bits32 = (uint32_t)number(l, r, 4);
      memcpy(&small, &bits32, sizeof small);
      lua_pushnumber(l, small);
      break;
    case 0xcb:
      bits64 = number(l, r, 8);
      memcpy(&large, &bits64, sizeof large);
      lua_pushnumber(l, large);
      break;
    case 0xcc: lua_pushnumber(l, (lua_Number)number(l, r, 1)); break;
    case 0xcd: lua_pushnumber(l, (lua_Number)number(l, r, 2)); break;
    case 0xce: lua_pushnumber(l, (lua_Number)number(l, r, 4)); break;
    case 0xcf: lua_pushnumber(l, (lua_Number)(int64_t)number(l, r, 8)); break; /* as Redis has it */
    case 0xd0: lua_pushnumber(l, (int8_t)number(l, r, 1)); break;
    case 0xd1: lua_pushnumber(l, (int16_t)number(l, r, 2)); break;
    case 0xd2: lua_pushnumber(l, (int32_t)number(l, r, 4)); break;
    case 0xd3: lua_pushnumber(l, (lua_Number)(int64_t)number(l, r, 8)); break;
    case 0xd9: unpack_text(l, r, number(l, r, 1)); break;
    case 0xda: unpack_text(l, r, number(l, r, 2)); break;
    case 0xdb: unpack_text(l, r, number(l, r, 4)); break;
    case 0xdc: unpack_items(l, r, number(l, r, 2), false); break;
    case 0xdd: unpack_items(l, r, number(l, r, 4), false); break;
    case 0xde: unpack_items(l, r, number(l, r, 2), true); break;
    case 0xdf: unpack_items(l, r, number(l, r, 4), true); break;
    default: luaL_error(l, "Bad data format in input.");
    }
  }
}

/* So many values from there on, or all that there are (most: 0); where the next one begins is the first result, -1: at
 * the end, unless all were asked for. */
static int unpack_some(lua_State *l, size_t most, long long from) {
  size_t length;
  const char *text = luaL_checklstring(l, 1, &length);
  if (from < 0 || (unsigned long long)from > length)
    return luaL_error(l, "Start offset %d greater than input length %d.", (int)from, (int)length);
  struct reader r = {(const uint8_t *)text + from, (const uint8_t *)text + length};
  bool all = most == 0;
  int count = 0;
  lua_settop(l, 1);
  if (!all) lua_pushnil(l);
  for (; r.at < r.end && (all || (size_t)count < most); count++) unpack(l, &r);
  if (all) return count;
  lua_pushnumber(l, r.at == r.end ? -1 : (lua_Number)((const char *)r.at - text));
  lua_replace(l, 2);
  return count + 1;
}
/* More than any text has bytes is as good as infinite, which is no integer; nor is what is no number. */
static long long whole(lua_Number n) { return n > 1e15 ? (long long)1e15 : n >= -1e15 ? (long long)n : -1; }
static int unpack_all(lua_State *l) { return unpack_some(l, 0, 0); }
static int unpack_one(lua_State *l) { return unpack_some(l, 1, whole(luaL_optnumber(l, 2, 0))); }
static int unpack_limit(lua_State *l) {
  lua_Number most = luaL_checknumber(l, 2);
  if (!(most >= 1)) return luaL_error(l, "a limit is above 0");
  return unpack_some(l, (size_t)whole(most), whole(luaL_optnumber(l, 3, 0)));
}

int fl_open_cmsgpack(lua_State *l) {
  static const luaL_Reg functions[] = {{"pack", pack_all},
                                       {"unpack", unpack_all},
                                       {"unpack_one", unpack_one},
                                       {"unpack_limit", unpack_limit},
                                       {NULL, NULL}};
  lua_newtable(l);
  luaL_register(l, NULL, functions);
  return 1;
}
