/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "compiled.h"

#include "library.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* PLACES: one for each beginning of a digest. LONG: longer texts are not kept. MOST: bytes of all; with more, some are
 * forgotten. */
enum { PLACES = 1024, LONG = 64 << 10, MOST = 8 << 20 };

/* What lua_dump makes of a function, out of the scripts' reach: their memory is another. */
struct kept {
  char *text, *code;
  size_t length, size;
};
static struct kept kept[PLACES];
static size_t bytes;

static void forget(struct kept *k) {
  bytes -= k->length + k->size;
  free(k->text);
  free(k->code);
  *k = (struct kept){0};
}

static int write_code(lua_State *l, const void *data, size_t n, void *to) {
  struct kept *k = to;
  (void)l;
  char *more = realloc(k->code, k->size + n);
  if (!more) return 1;
  memcpy(more + k->size, data, n);
  k->code = more;
  k->size += n;
  bytes += n;
  return 0;
}

/* Of the function on top. Where there is no memory, it is not kept. */
static void keep(lua_State *l, struct kept *k, const char *text, size_t length) {
  forget(k);
  for (struct kept *other = kept; bytes > MOST && other < kept + PLACES; other++) forget(other);
  k->text = malloc(length);
  if (!k->text) return;
  memcpy(k->text, text, length);
  k->length = length;
  bytes += length;
  if (lua_dump(l, write_code, k) != 0) forget(k);
}

static const char *read_code(lua_State *l, void *from, size_t *n) {
  const struct kept **k = from;
  (void)l;
  const struct kept *one = *k;
  *k = NULL;
  *n = one ? one->size : 0;
  return one ? one->code : NULL;
}

int fl_compiled_load(lua_State *l, const char *digits, const char *text, size_t length, const char *name) {
  unsigned place = 0;
  for (int i = 0; i < 4; i++) place = place * 31 + (uint8_t)digits[i];
  struct kept *k = &kept[place % PLACES];
  if (length == 0 || length > LONG) return fl_library_load(l, text, length, name);
  if (k->code && k->length == length && memcmp(k->text, text, length) == 0) {
    const struct kept *from = k;
    return lua_load(l, read_code, &from, name);
  }
  int status = fl_library_load(l, text, length, name);
  if (status == 0) keep(l, k, text, length);
  return status;
}

size_t fl_compiled_bytes(void) { return bytes; }
