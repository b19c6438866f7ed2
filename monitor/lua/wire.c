/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#define _GNU_SOURCE
#include "wire.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* RESIDENT: so much memory of a message stays with us. */
enum { FIRST = 16384, RESIDENT = 1 << 20 };

struct message {
  uint8_t *data;
  size_t length, room;
};
static struct message heard, said;
static bool full;

static void make_room(struct message *m, size_t length) {
  size_t room = m->room ? m->room : FIRST;
  if (length <= m->room) return;
  while (room < length) room *= 2;
  m->data = realloc(m->data, room);
  if (!m->data) _exit(1);
  m->room = room;
}
static void shrink(struct message *m) {
  if (m->room <= RESIDENT) return;
  free(m->data);
  *m = (struct message){0};
}

void fl_wire_rest(void) {
  shrink(&heard);
  shrink(&said);
}

static void read_all(uint8_t *to, size_t n) {
  while (n > 0) {
    ssize_t got = read(FL_LUA_FD, to, n);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) _exit(0);
    to += got;
    n -= (size_t)got;
  }
}

uint32_t fl_wire_u32(const uint8_t *b) {
  return (uint32_t)b[0] << 24 | (uint32_t)b[1] << 16 | (uint32_t)b[2] << 8 | b[3];
}

/* Mostly all of it comes at once, and nothing comes behind it. */
struct fl_wire_message fl_wire_hear(void) {
  size_t had = 0;
  shrink(&heard);
  make_room(&heard, FIRST);
  while (had < FL_LUA_HEAD) {
    ssize_t got = read(FL_LUA_FD, heard.data + had, heard.room - had);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) _exit(0);
    had += (size_t)got;
  }
  size_t length = FL_LUA_HEAD + (size_t)fl_wire_u32(heard.data + 1);
  if (length > FL_LUA_HEAD + FL_LUA_MOST || had > length) _exit(1);
  make_room(&heard, length);
  read_all(heard.data + had, length - had);
  return (struct fl_wire_message){heard.data[0], heard.data + FL_LUA_HEAD, length - FL_LUA_HEAD};
}

void fl_wire_begin(uint8_t what) {
  shrink(&said);
  make_room(&said, FL_LUA_HEAD);
  said.data[0] = what;
  said.length = FL_LUA_HEAD;
  full = false;
}

void fl_wire_add(const void *data, size_t length) {
  if (full || length > FL_LUA_HEAD + FL_LUA_ANSWER - said.length) {
    full = true;
    return;
  }
  make_room(&said, said.length + length);
  if (length > 0) memcpy(said.data + said.length, data, length);
  said.length += length;
}

void fl_wire_print(const char *format, ...) {
  char text[128];
  va_list some;
  va_start(some, format);
  vsnprintf(text, sizeof text, format, some);
  va_end(some);
  fl_wire_add(text, strlen(text));
}

size_t fl_wire_length(void) { return said.length - FL_LUA_HEAD; }

bool fl_wire_is_full(void) { return full; }

void fl_wire_say(void) {
  size_t at = 0, length = said.length - FL_LUA_HEAD;
  for (int i = 0; i < 4; i++) said.data[1 + i] = (uint8_t)(length >> 8 * (3 - i));
  while (at < said.length) {
    ssize_t n = write(FL_LUA_FD, said.data + at, said.length - at);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) _exit(0);
    at += (size_t)n;
  }
}
