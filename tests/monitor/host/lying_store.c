/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "lying_store.h"

#include "walk.h"

#include <stdlib.h>
#include <string.h>

/* Every version of every key, in order of commits; the newest one that counts has number <= `visible`. */
struct version { uint8_t key[FL_STORE_KEY]; size_t key_length; uint8_t *value; size_t length; unsigned commit;
    struct version *older; };
enum { TABLE = 1 << 15 };
struct store {
  struct fl_store store;
  struct lying *lying;
  struct version *table[TABLE], *all[1 << 17];
  size_t count;
  unsigned commits, visible;
};

uint64_t lying_random(struct lying *l) {
  l->random ^= l->random << 13;
  l->random ^= l->random >> 7;
  return l->random ^= l->random << 17;
}

static size_t bucket(const uint8_t *key, size_t length) {
  uint64_t h = 1469598103934665603u;
  for (size_t i = 0; i < length; i++) h = (h ^ key[i]) * 1099511628211u;
  return (h ^ h >> 32) % TABLE;
}
/* The newest version up to this commit; NULL: there is none, or it is deleted. */
static struct version *version_at(struct store *s, const uint8_t *key, size_t length, unsigned commit) {
  struct version *v = s->table[bucket(key, length)];
  for (; v; v = v->older)
    if (v->commit <= commit && v->key_length == length && memcmp(v->key, key, length) == 0) return v->value ? v : NULL;
  return NULL;
}

static unsigned tell(struct store *s, bool reading) {
  struct lying *l = s->lying;
  if (l->one_in == 0 || lying_random(l) % l->one_in) return LIE_NONE;
  unsigned kind = l->kind ? l->kind : 1 + (unsigned)(lying_random(l) % (LIES - 1));
  bool for_reading = kind != LIE_DROP;
  return for_reading == reading ? kind : LIE_NONE;
}
static void told(struct store *s, unsigned kind) { s->lying->told++, s->lying->told_as[kind]++; }

static enum fl_store_result get(void *context, const uint8_t *key, size_t key_length, uint8_t *value, size_t *length) {
  struct store *s = context;
  unsigned kind = tell(s, true);
  if (kind == LIE_SNAPSHOT && s->visible > 1) { /* from now on */
    s->visible -= 1 + (unsigned)(lying_random(s->lying) % (s->visible - 1 > 3 ? 3 : s->visible - 1));
    told(s, kind);
  }
  struct version *v = version_at(s, key, key_length, s->visible);
  if (kind == LIE_OLD && v)
    for (struct version *old = v->older; old; old = old->older)
      if (old->value && old->key_length == key_length && memcmp(old->key, key, key_length) == 0) {
        v = old;
        told(s, kind);
        break;
      }
  if (kind == LIE_SWAP && s->count > 0) {
    struct version *other = s->all[lying_random(s->lying) % s->count];
    if (other->value) v = other, told(s, kind);
  }
  if (kind == LIE_GONE && v) v = NULL, told(s, kind);
  if (kind == LIE_FAIL) {
    told(s, kind);
    return FL_STORE_FAILED;
  }
  if (!v) return FL_STORE_ABSENT;
  memcpy(value, v->value, v->length);
  *length = v->length;
  switch (kind) {
  case LIE_FLIP:
    if (v->length == 0) break;
    value[lying_random(s->lying) % v->length] ^= (uint8_t)(1u << lying_random(s->lying) % 8);
    told(s, kind);
    break;
  case LIE_CUT:
    if (v->length == 0) break;
    *length = lying_random(s->lying) % v->length;
    told(s, kind);
    break;
  case LIE_LONGER: {
    size_t more = lying_random(s->lying) % (FL_STORE_VALUE - v->length + 1);
    for (size_t i = 0; i < more; i++) value[v->length + i] = (uint8_t)lying_random(s->lying);
    *length = v->length + more;
    if (more) told(s, kind);
    break;
  }
  case LIE_NOISE:
    *length = lying_random(s->lying) % 300;
    for (size_t i = 0; i < *length; i++) value[i] = (uint8_t)lying_random(s->lying) & (lying_random(s->lying) % 2
        ? 0xff : 1);
    told(s, kind);
    break;
  default: break;
  }
  return FL_STORE_FOUND;
}

static void path(void *context, const uint8_t *key, size_t key_length, const uint8_t leaf[32],
                 bool (*each)(void *, const uint8_t *, size_t, const uint8_t *, size_t), void *mine) {
  struct store *s = context;
  fl_store_walk(&s->store, key, key_length, leaf, each, mine);
}

static void paths(void *context, const struct fl_store_way *ways, size_t count,
                  bool (*each)(void *, const uint8_t *, size_t, const uint8_t *, size_t), void *mine) {
  for (size_t i = 0; i < count; i++) path(context, ways[i].key, ways[i].key_length, ways[i].leaf, each, mine);
}

static bool commit(void *context, const struct fl_store_change *changes, size_t count) {
  struct store *s = context;
  if (s->visible == s->commits) s->visible++; /* a store that was set back stays so */
  s->commits++;
  for (size_t i = 0; i < count; i++) {
    if (tell(s, false) == LIE_DROP) {
      told(s, LIE_DROP);
      continue;
    }
    if (s->count == sizeof s->all / sizeof *s->all) return false;
    struct version *v = calloc(1, sizeof *v);
    struct version **head = &s->table[bucket(changes[i].key, changes[i].key_length)];
    memcpy(v->key, changes[i].key, changes[i].key_length);
    v->key_length = changes[i].key_length;
    v->length = changes[i].value_length;
    if (changes[i].value) memcpy(v->value = malloc(v->length + 1), changes[i].value, v->length);
    v->commit = s->commits;
    v->older = *head;
    *head = v;
    s->all[s->count++] = v;
  }
  return true;
}

static void close_store(void *context) {
  struct store *s = context;
  for (size_t i = 0; i < s->count; i++) {
    free(s->all[i]->value);
    free(s->all[i]);
  }
  free(s);
}

struct fl_store *lying_store(struct lying *lying) {
  struct store *s = calloc(1, sizeof *s);
  if (!s) return NULL;
  s->lying = lying;
  bool walks = lying_random(lying) % 2;
  s->store = (struct fl_store){s, get, walks ? path : NULL, commit, close_store, walks ? paths : NULL, false};
  return &s->store;
}
