/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#define _GNU_SOURCE
#include "cluster_journal.h"

#include "digest.h"
#include "redis_slots.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

/* STEP_MS: without anything done in it, a step has failed. */
enum {
  HEAD = 48,
  FEW = 256 << 10,
  PIECE = 256 << 10,
  AT_ONCE = 500,
  AT_ONCE_BYTES = 1 << 20,
  STEP_MS = 5000,
  REST_MS = 500,
  AGAIN_MS = 50,
  KEY = 5
};
static const uint8_t magic[8] = "FLCLUS1\n";
static const uint64_t most = (uint64_t)1 << 32;

static void put64(uint8_t *b, uint64_t n) {
  for (int i = 0; i < 8; i++) b[i] = (uint8_t)(n >> 8 * (7 - i));
}
static uint64_t get64(const uint8_t *b) { return (uint64_t)fl_frame_u32(b) << 32 | fl_frame_u32(b + 4); }
static void piece_key(uint8_t key[KEY], uint32_t number) {
  key[0] = 'j';
  for (int i = 0; i < 4; i++) key[1 + i] = (uint8_t)(number >> 8 * (3 - i));
}
static uint32_t pieces_of(uint64_t bytes) { return bytes <= FEW ? 0 : (uint32_t)((bytes + PIECE - 1) / PIECE); }

static void pause_again(void) {
  struct timespec t = {0, AGAIN_MS * 1000000L};
  nanosleep(&t, NULL);
}

/* ---- Changes ---- */

/* So many of them, in one trip. */
static bool change_some(struct fl_redis_nodes *nodes, const struct fl_store_change *changes, size_t count,
                        int64_t until) {
  static char names[AT_ONCE][FL_REDIS_NAME];
  static struct fl_redis_word words[AT_ONCE][3];
  static struct fl_redis_question questions[AT_ONCE];
  for (size_t i = 0; i < count; i++) {
    const struct fl_store_change *c = &changes[i];
    size_t n = fl_redis_name(names[i], c->key, c->key_length);
    words[i][0] = (struct fl_redis_word){c->value ? "SET" : "DEL", 3};
    words[i][1] = (struct fl_redis_word){names[i], n};
    words[i][2] = (struct fl_redis_word){c->value, c->value_length};
    questions[i] =
        (struct fl_redis_question){.words = words[i], .count = c->value ? 3 : 2, .slot = fl_redis_slot(names[i], n)};
  }
  bool ok = fl_redis_nodes_ask(nodes, questions, count, until);
  for (size_t i = 0; i < count; i++) {
    ok = ok && questions[i].reply->type != REDIS_REPLY_ERROR;
    freeReplyObject(questions[i].reply);
  }
  return ok;
}

static bool change_all(struct fl_redis_nodes *nodes, const struct fl_store_change *changes, size_t count) {
  for (size_t from = 0, n; from < count; from += n) {
    size_t bytes = 0;
    for (n = 0; from + n < count && n < AT_ONCE && (n == 0 || bytes < AT_ONCE_BYTES); n++) {
      if (changes[from + n].key_length > FL_STORE_KEY) return false;
      bytes += changes[from + n].value_length;
    }
    if (!change_some(nodes, changes + from, n, fl_frame_until(STEP_MS))) return false;
  }
  return true;
}

/* All of them, on enough replicas. What a node had that was lost before it was on those is said again. */
static bool change(struct fl_redis_nodes *nodes, const struct fl_store_change *changes, size_t count, int64_t until) {
  for (;;) {
    fl_redis_nodes_begin(nodes);
    if (change_all(nodes, changes, count) && fl_redis_nodes_settle(nodes, fl_frame_until(STEP_MS))) return true;
    if (fl_redis_nodes_are_gone(nodes) || fl_frame_until(0) >= until) return false;
    pause_again();
  }
}

/* ---- The journal ---- */

static bool write_pieces(struct fl_cluster_journal *j, const uint8_t *bytes, size_t length, int64_t until) {
  uint32_t count = pieces_of(length);
  uint8_t(*keys)[KEY] = calloc(count, sizeof *keys);
  struct fl_store_change *all = calloc(count, sizeof *all);
  bool ok = keys && all;
  for (uint32_t i = 0; ok && i < count; i++) {
    size_t at = (size_t)i * PIECE, n = length - at < PIECE ? length - at : PIECE;
    piece_key(keys[i], i);
    all[i] = (struct fl_store_change){keys[i], bytes + at, KEY, (uint32_t)n};
  }
  ok = ok && change(j->nodes, all, count, until);
  if (j->pieces < count) j->pieces = count;
  free(keys);
  free(all);
  return ok;
}

bool fl_cluster_journal_commit(struct fl_cluster_journal *j, const struct fl_store_change *changes, size_t count) {
  struct fl_buffer *b = &j->bytes;
  int64_t until = fl_frame_until(STEP_MS);
  j->ended = false;
  b->length = 0;
  bool ok = fl_buffer_room(b, HEAD);
  b->length = HEAD;
  for (size_t i = 0; ok && i < count; i++) ok = fl_frame_add_change(b, &changes[i]);
  if (!ok || b->length - HEAD > most) return false;
  size_t length = b->length - HEAD;
  memcpy(b->data, magic, sizeof magic);
  put64(b->data + 8, length);
  fl_digest(b->data + HEAD, length, b->data + 16);
  if (pieces_of(length) > 0 && !write_pieces(j, b->data + HEAD, length, until)) return false;
  const struct fl_store_change head = {(const uint8_t *)"j", b->data, 1,
                                       (uint32_t)(pieces_of(length) > 0 ? HEAD : b->length)};
  j->ended = change(j->nodes, &head, 1, until) && change(j->nodes, changes, count, until);
  return j->ended;
}

void fl_cluster_journal_rest(struct fl_cluster_journal *j) {
  enum { SOME = 64 };
  uint8_t keys[SOME][KEY];
  if (!j->ended) return;
  struct fl_store_change gone[SOME] = {{(const uint8_t *)"j", NULL, 1, 0}};
  bool ok = change_some(j->nodes, gone, 1, fl_frame_until(REST_MS));
  /* The head first: one without its pieces is of a commit that was ended, and this one was. */
  while (ok && j->pieces > 0) {
    size_t n = 0;
    for (; n < SOME && n < j->pieces; n++) {
      piece_key(keys[n], j->pieces - 1 - (uint32_t)n);
      gone[n] = (struct fl_store_change){keys[n], NULL, KEY, 0};
    }
    ok = change_some(j->nodes, gone, n, fl_frame_until(REST_MS));
    if (ok) j->pieces -= (uint32_t)n;
  }
  j->ended = false;
}

/* ---- Again ---- */

/* False: nobody answered. *reply may be what no journal has. */
static bool look(struct fl_cluster_journal *j, const uint8_t *key, size_t length, int64_t until, redisReply **reply) {
  char name[FL_REDIS_NAME];
  const struct fl_redis_word words[] = {{"GET", 3}, {name, fl_redis_name(name, key, length)}};
  struct fl_redis_question q = {.words = words, .count = 2, .slot = fl_redis_slot(name, words[1].length)};
  bool ok = fl_redis_nodes_ask(j->nodes, &q, 1, until);
  *reply = q.reply;
  return ok;
}

/* The pieces that a head names, behind each other; `whole': all of them are there. */
static bool collect(struct fl_cluster_journal *j, uint64_t bytes, int64_t until, bool *whole) {
  *whole = true;
  for (uint32_t i = 0; *whole && i < pieces_of(bytes); i++) {
    uint8_t key[KEY];
    redisReply *r;
    piece_key(key, i);
    if (!look(j, key, KEY, until, &r)) return false;
    *whole = r->type == REDIS_REPLY_STRING && r->len <= PIECE && fl_buffer_add(&j->bytes, r->str, r->len);
    freeReplyObject(r);
  }
  return true;
}

static bool do_again(struct fl_cluster_journal *j, int64_t until) {
  const uint8_t *at = j->bytes.data, *end = at + j->bytes.length;
  struct fl_store_change *all = NULL, c;
  size_t count = 0, room = 0;
  for (; at < end && fl_frame_change(&at, end, &c); all[count++] = c) {
    if (count < room) continue;
    struct fl_store_change *more = realloc(all, (room = 2 * room + 64) * sizeof *more);
    if (!more) {
      free(all);
      return false;
    }
    all = more;
  }
  j->ended = at == end && change(j->nodes, all, count, until);
  free(all);
  return j->ended || at != end;
}

bool fl_cluster_journal_end(struct fl_cluster_journal *j, int64_t until) {
  uint8_t head[HEAD], digest[32];
  redisReply *r;
  bool whole = true;
  j->bytes.length = 0;
  if (!look(j, (const uint8_t *)"j", 1, until, &r)) return false;
  bool is_head = r->type == REDIS_REPLY_STRING && r->len >= HEAD && memcmp(r->str, magic, sizeof magic) == 0;
  bool refused = r->type == REDIS_REPLY_ERROR;
  if (is_head) memcpy(head, r->str, HEAD);
  bool memory = !is_head || fl_buffer_add(&j->bytes, r->str + HEAD, r->len - HEAD);
  freeReplyObject(r);
  if (!is_head || !memory) return memory && !refused;
  uint64_t bytes = get64(head + 8);
  if (bytes > most || !collect(j, bytes, until, &whole)) return bytes > most;
  fl_digest(j->bytes.data, j->bytes.length, digest);
  if (!whole || j->bytes.length != bytes || memcmp(digest, head + 16, sizeof digest) != 0) return true;
  j->pieces = pieces_of(bytes);
  if (!do_again(j, until)) return false;
  fl_cluster_journal_rest(j);
  return true;
}

void fl_cluster_journal_free(struct fl_cluster_journal *j) { free(j->bytes.data); }
