/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#define _GNU_SOURCE
#include "replies.h"

#include "wire.h"

#include <lauxlib.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- From an answer ---- */

struct reader {
  const uint8_t *at, *end;
};

/* A line's text, without its end. */
static bool line(struct reader *r, const char **text, size_t *length) {
  const uint8_t *cr = memchr(r->at, '\r', (size_t)(r->end - r->at));
  if (!cr || r->end - cr < 2 || cr[1] != '\n') return false;
  *text = (const char *)r->at;
  *length = (size_t)(cr - r->at);
  r->at = cr + 2;
  return true;
}
static bool number(struct reader *r, long long *n) {
  const char *text;
  char *after;
  size_t length;
  if (!line(r, &text, &length) || length == 0) return false;
  *n = strtoll(text, &after, 10);
  return after == text + length;
}

static void push_error_pieces(lua_State *l, const char *code, size_t code_length, const char *text, size_t length) {
  while (length > 0 && (text[length - 1] == '\r' || text[length - 1] == '\n')) length--;
  while (length > 0 && (*text == '\r' || *text == '\n')) text++, length--;
  lua_createtable(l, 0, 1);
  lua_pushlstring(l, code, code_length);
  lua_pushliteral(l, " ");
  lua_pushlstring(l, text, length);
  lua_concat(l, 3);
  lua_setfield(l, -2, "err");
}

void fl_reply_push_error(lua_State *l, const char *text, size_t length) {
  const char *blank = memchr(text, ' ', length);
  if (length == 0 || *text != '-')
    push_error_pieces(l, "ERR", 3, text, length);
  else if (!blank)
    push_error_pieces(l, "ERR", 3, text + 1, length - 1);
  else
    push_error_pieces(l, text + 1, (size_t)(blank - text - 1), blank + 1, (size_t)(text + length - blank - 1));
}

static bool push(lua_State *l, struct reader *r);

static bool push_many(lua_State *l, struct reader *r, long long count, uint8_t kind) {
  if (count > r->end - r->at) return false; /* each has a byte, at least */
  if (kind != '*') lua_createtable(l, 0, 1);
  lua_createtable(l, kind == '*' ? (int)count : 0, kind == '*' ? 0 : (int)count);
  for (long long i = 0; i < count; i++) {
    if (!push(l, r)) return false;
    if (kind == '*') {
      lua_rawseti(l, -2, (int)i + 1);
      continue;
    }
    if (kind == '%' && !push(l, r)) return false;
    if (kind == '~') lua_pushboolean(l, 1);
    if (lua_isnil(l, -2))
      lua_pop(l, 2); /* no key of a table */
    else
      lua_rawset(l, -3);
  }
  if (kind != '*') lua_setfield(l, -2, kind == '%' ? "map" : "set");
  return true;
}

static void push_field(lua_State *l, const char *name, const char *text, size_t length) {
  lua_createtable(l, 0, 1);
  lua_pushlstring(l, text, length);
  lua_setfield(l, -2, name);
}

static bool push_string(lua_State *l, struct reader *r, uint8_t kind) {
  long long n;
  if (!number(r, &n)) return false;
  if (n < 0) {
    lua_pushboolean(l, 0);
    return true;
  }
  if (r->end - r->at < 2 || n > r->end - r->at - 2) return false;
  const char *text = (const char *)r->at;
  r->at += n + 2;
  if (kind == '$') {
    lua_pushlstring(l, text, (size_t)n);
    return true;
  }
  if (n < 4) return false;
  lua_createtable(l, 0, 1);
  push_field(l, "string", text + 4, (size_t)n - 4);
  lua_pushlstring(l, text, 3);
  lua_setfield(l, -2, "format");
  lua_setfield(l, -2, "verbatim_string");
  return true;
}

static bool push(lua_State *l, struct reader *r) {
  const char *text;
  size_t length;
  long long n;
  if (r->at == r->end || !lua_checkstack(l, 8)) return false;
  uint8_t kind = *r->at++;
  switch (kind) {
  case ':':
    if (!number(r, &n)) return false;
    lua_pushnumber(l, (lua_Number)n);
    return true;
  case '$':
  case '=': return push_string(l, r, kind);
  case '*':
  case '%':
  case '~':
    if (!number(r, &n)) return false;
    if (n >= 0) return push_many(l, r, n, kind);
    lua_pushboolean(l, 0);
    return true;
  default: break;
  }
  if (!line(r, &text, &length)) return false;
  switch (kind) {
  case '+': push_field(l, "ok", text, length); return true;
  case '-': fl_reply_push_error(l, text - 1, length + 1); return true;
  case '(': push_field(l, "big_number", text, length); return true;
  case '_': lua_pushnil(l); return true;
  case '#': lua_pushboolean(l, length == 1 && *text == 't'); return true;
  case ',':
    lua_createtable(l, 0, 1);
    lua_pushnumber(l, strtod(text, NULL));
    lua_setfield(l, -2, "double");
    return true;
  default: return false;
  }
}

bool fl_reply_push(lua_State *l, const uint8_t *data, size_t length) {
  struct reader r = {data, data + length};
  int top = lua_gettop(l);
  if (push(l, &r) && r.at == r.end) return true;
  lua_settop(l, top);
  return false;
}

/* ---- To an answer ---- */

static void add_bulk(const char *text, size_t length) {
  fl_wire_print("$%zu\r\n", length);
  fl_wire_add(text, length);
  fl_wire_add("\r\n", 2);
}
/* In one line, whatever is in it. */
static void add_text(const char *text, size_t length) {
  while (length > 0) {
    size_t n = 0;
    while (n < length && text[n] != '\r' && text[n] != '\n') n++;
    fl_wire_add(text, n);
    if (n < length) fl_wire_add(" ", 1), n++;
    text += n;
    length -= n;
  }
  fl_wire_add("\r\n", 2);
}
static void add_line(char kind, const char *text, size_t length) {
  fl_wire_add(&kind, 1);
  add_text(text, length);
}

void fl_reply_add_error(const char *text, size_t length) {
  while (length > 0 && (text[length - 1] == '\r' || text[length - 1] == '\n')) length--;
  add_line('-', text, length);
}

/* The field of the table on top, if it is of this type: it is pushed, and nothing otherwise. */
static bool has(lua_State *l, const char *name, int type) {
  lua_pushstring(l, name);
  lua_rawget(l, -2);
  if (lua_type(l, -1) == type) return true;
  lua_pop(l, 1);
  return false;
}

static void add_double(lua_Number n, bool resp3) {
  char text[40];
  if (isnan(n))
    strcpy(text, "nan");
  else if (isinf(n))
    strcpy(text, n > 0 ? "inf" : "-inf");
  else
    snprintf(text, sizeof text, "%.17g", n);
  if (resp3)
    fl_wire_print(",%s\r\n", text);
  else
    add_bulk(text, strlen(text));
}

/* Of the map or set on top, its pairs or members. */
static void add_pairs(lua_State *l, bool script3, bool resp3, bool map) {
  size_t count = 0;
  for (lua_pushnil(l); lua_next(l, -2); lua_pop(l, 1)) count++;
  if (resp3)
    fl_wire_print("%c%zu\r\n", map ? '%' : '~', count);
  else
    fl_wire_print("*%zu\r\n", map ? 2 * count : count);
  for (lua_pushnil(l); lua_next(l, -2);) {
    lua_pushvalue(l, -2);
    fl_reply_add(l, script3, resp3);
    if (map)
      fl_reply_add(l, script3, resp3);
    else
      lua_pop(l, 1);
  }
}

static void add_array(lua_State *l, bool script3, bool resp3) {
  int count = 0;
  for (;; count++) {
    lua_rawgeti(l, -1, count + 1);
    bool end = lua_isnil(l, -1);
    lua_pop(l, 1);
    if (end) break;
  }
  fl_wire_print("*%d\r\n", count);
  for (int i = 1; i <= count && !fl_wire_is_full(); i++) {
    lua_rawgeti(l, -1, i);
    fl_reply_add(l, script3, resp3);
  }
}

static bool add_verbatim(lua_State *l, bool resp3) {
  size_t length, form;
  if (!has(l, "format", LUA_TSTRING)) return false;
  const char *format = lua_tolstring(l, -1, &form);
  lua_pop(l, 1); /* the table has it still */
  if (!has(l, "string", LUA_TSTRING)) return false;
  const char *text = lua_tolstring(l, -1, &length);
  if (resp3) {
    char kind[4] = "   ";
    for (size_t i = 0; i < 3 && i < form && format[i] != '\r' && format[i] != '\n'; i++) kind[i] = format[i];
    fl_wire_print("=%zu\r\n%s:", length + 4, kind);
    fl_wire_add(text, length);
    fl_wire_add("\r\n", 2);
  } else {
    add_bulk(text, length);
  }
  lua_pop(l, 1);
  return true;
}

static void add_table(lua_State *l, bool script3, bool resp3) {
  size_t length;
  const char *text;
  if (has(l, "err", LUA_TSTRING)) {
    text = lua_tolstring(l, -1, &length);
    fl_reply_add_error(text, length);
  } else if (has(l, "ok", LUA_TSTRING)) {
    text = lua_tolstring(l, -1, &length);
    add_line('+', text, length);
  } else if (has(l, "double", LUA_TNUMBER)) {
    add_double(lua_tonumber(l, -1), resp3);
  } else if (has(l, "big_number", LUA_TSTRING)) {
    text = lua_tolstring(l, -1, &length);
    if (resp3)
      add_line('(', text, length);
    else
      fl_wire_print("$%zu\r\n", length), add_text(text, length);
  } else {
    if (has(l, "verbatim_string", LUA_TTABLE)) {
      bool is = add_verbatim(l, resp3);
      lua_pop(l, 1);
      if (is) return;
    }
    bool map = has(l, "map", LUA_TTABLE);
    if (map || has(l, "set", LUA_TTABLE))
      add_pairs(l, script3, resp3, map);
    else {
      add_array(l, script3, resp3);
      return;
    }
  }
  lua_pop(l, 1);
}

static long long whole(lua_Number n) {
  return n >= -9223372036854775808.0 && n < 9223372036854775808.0 ? (long long)n : (-9223372036854775807 - 1);
}

void fl_reply_add(lua_State *l, bool script3, bool resp3) {
  static const char deep[] = "ERR reached lua stack limit";
  size_t length;
  const char *text;
  if (fl_wire_is_full()) {
    lua_pop(l, 1);
    return;
  }
  if (!lua_checkstack(l, 6)) {
    fl_reply_add_error(deep, sizeof deep - 1);
    lua_pop(l, 1);
    return;
  }
  switch (lua_type(l, -1)) {
  case LUA_TSTRING:
    text = lua_tolstring(l, -1, &length);
    add_bulk(text, length);
    break;
  case LUA_TBOOLEAN:
    if (script3 && resp3)
      fl_wire_print("#%c\r\n", lua_toboolean(l, -1) ? 't' : 'f');
    else if (lua_toboolean(l, -1))
      fl_wire_print(":1\r\n");
    else
      fl_wire_print(script3 ? ":0\r\n" : resp3 ? "_\r\n" : "$-1\r\n");
    break;
  case LUA_TNUMBER: fl_wire_print(":%lld\r\n", whole(lua_tonumber(l, -1))); break;
  case LUA_TTABLE: add_table(l, script3, resp3); break;
  default: fl_wire_print(resp3 ? "_\r\n" : "$-1\r\n"); break;
  }
  lua_pop(l, 1);
}
