/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "gate_trusted.h"

#include "bytes.h"
#include "digest.h"
#include "entries_trusted.h"
#include "pages.h"

#include <openssl/rand.h>
#include <stdlib.h>
#include <string.h>

enum { KEY = FL_GATE_KEY, EDGE = 68, VALUE = 256, DEPTH = 256, DIGEST_AT = 1 + KEY, MARK_AT = EDGE - 1 };
/* At most so many bytes. ENTRY is any; ANSWER, to a visit: its head, key, argument and result. */
enum { ADD_BLUM = 1 + KEY + VALUE + 16, RUN_ONE = 8 + VALUE, EVICT_BLUM = 15, ENTRY = 320 };
enum { ANSWER = 22 + KEY + 2 + FL_GATE_DATUM + 2 + 3 + FL_GATE_DATUM };
_Static_assert(ENTRY >= ADD_BLUM && ENTRY >= RUN_ONE, "room for an entry");
_Static_assert(FL_GATE_ENTRIES >= FL_GATE_WAITING * (ADD_BLUM + RUN_ONE + EVICT_BLUM) &&
                   FL_GATE_ANSWERS >= FL_GATE_WAITING * ANSWER,
               "room for what waits");
_Static_assert(FL_GATE_ANSWERS <= FL_MONITOR_OUTPUT - FL_MONITOR_operation_RECEIPT, "all answers to it at once");

static unsigned digits(const uint8_t *key) { return (unsigned)key[0] << 8 | key[1]; }
static const struct fl_monitor_state_Slot *slot(const struct fl_gate *gate, uint32_t s) {
  return &gate->verifier.thread.cache.a[s];
}

/* ---- The cache, read ---- */

bool fl_gate_occupied(const struct fl_gate *gate, uint32_t s) {
  return s < gate->verifier.thread.slots && slot(gate, s)->how != FL_MONITOR_state_EMPTY;
}
const uint8_t *fl_gate_key(const struct fl_gate *gate, uint32_t s) { return slot(gate, s)->key.data; }
const uint8_t *fl_gate_value(const struct fl_gate *gate, uint32_t s, size_t *length) {
  *length = slot(gate, s)->value.len;
  return slot(gate, s)->value.data;
}
uint32_t fl_gate_parent(const struct fl_gate *gate, uint32_t s) { return slot(gate, s)->parent; }
uint32_t fl_gate_child(const struct fl_gate *gate, uint32_t s, unsigned direction) {
  return direction ? slot(gate, s)->right : slot(gate, s)->left;
}

/* Where in a Merkle value the edge in this direction is. */
static size_t edge_at(const uint8_t *value, unsigned direction) {
  return direction == 0 ? 1 : value[1] == 0 ? 2 : 1 + EDGE;
}
const uint8_t *fl_gate_edge(const struct fl_gate *gate, uint32_t s, unsigned direction) {
  const uint8_t *value = slot(gate, s)->value.data;
  if (value[0] != 1) return NULL;
  const uint8_t *edge = value + edge_at(value, direction);
  return edge[0] ? edge + 1 : NULL;
}

static size_t edge_size(const uint8_t *b, size_t length) {
  if (length < 1 || b[0] > 1) return 0;
  if (b[0] == 0) return 1;
  return length >= EDGE ? EDGE : 0;
}
/* How far a value reaches; that keys and marks in it are canonical, the monitor checks. */
size_t fl_gate_value_size(const uint8_t *b, size_t length) {
  if (length < 2 || b[0] > 1) return 0;
  if (b[0] == 0) {
    if (b[1] == 0) return 2;
    if (b[1] != 1 || length < 4) return 0;
    size_t n = 4 + ((size_t)b[2] << 8 | b[3]);
    return n <= length ? n : 0;
  }
  size_t left = edge_size(b + 1, length - 1);
  if (left == 0) return 0;
  size_t right = edge_size(b + 1 + left, length - 1 - left);
  return right ? 1 + left + right : 0;
}

/* ---- Its life ---- */

/* The deepest are sealed first: each then tells its parent, which lies above. */
static void note_change(struct fl_gate *gate, uint32_t s) {
  struct fl_gate_changed *c = &gate->changed[s];
  if (c->is) return;
  unsigned n = digits(slot(gate, s)->key.data);
  *c = (struct fl_gate_changed){gate->first[n], FL_GATE_NONE, (uint16_t)n, true};
  if (c->next != FL_GATE_NONE) gate->changed[c->next].before = s;
  gate->first[n] = s;
  gate->changed_count++;
}
/* It is as it was sealed, or gone. */
static void forget_change(struct fl_gate *gate, uint32_t s) {
  struct fl_gate_changed *c = &gate->changed[s];
  if (!c->is) return;
  if (c->next != FL_GATE_NONE) gate->changed[c->next].before = c->before;
  *(c->before != FL_GATE_NONE ? &gate->changed[c->before].next : &gate->first[c->digits]) = c->next;
  c->is = false;
  gate->changed_count--;
}

static void read_fresh(struct fl_gate *gate, uint32_t s) {
  const uint8_t *value = slot(gate, s)->value.data;
  if (value[0] != 1) return;
  for (unsigned d = 0; d < 2; d++) {
    const uint8_t *edge = value + edge_at(value, d);
    if (edge[0]) memcpy(gate->fresh[s][d], edge + DIGEST_AT, 32);
  }
}

struct fl_gates *fl_gates_new(uint32_t threads, uint32_t slots, uint64_t first_epoch) {
  uint8_t key[16];
  struct fl_gates *g = aligned_alloc(64, (sizeof *g + 63) / 64 * 64);
  if (!g) return NULL;
  memset(g, 0, sizeof *g);
  bool ok = RAND_priv_bytes(key, sizeof key) == 1 && fl_monitor_secret(&g->secret, key) &&
            RAND_bytes(g->run, sizeof g->run) == 1;
  OPENSSL_cleanse(key, sizeof key);
  if (!ok || pthread_mutex_init(&g->lock, NULL) != 0) {
    free(g);
    return NULL;
  }
  g->threads = threads;
  g->share = UINT32_MAX / threads;
  g->slots = slots;
  g->first_epoch = first_epoch;
  fl_monitor_init_aggregate(&g->aggregate, threads, first_epoch);
  return g;
}

void fl_gates_free(struct fl_gates *g) {
  if (!g) return;
  pthread_mutex_destroy(&g->lock);
  OPENSSL_cleanse(&g->secret, sizeof g->secret);
  free(g);
}

static struct fl_gate *begin(struct fl_gates *gates, uint16_t thread, bool tree, struct fl_monitor_view root) {
  struct fl_gate *gate = fl_pages_new(sizeof *gate);
  if (!gate) return NULL;
  gate->gates = gates;
  gate->secret = gates->secret;
  uint32_t slots = gates->slots;
  if (tree) {
    gate->fresh = calloc(slots, sizeof *gate->fresh);
    gate->changed = calloc(slots, sizeof *gate->changed);
    gate->first = malloc((DEPTH + 1) * sizeof *gate->first);
    for (unsigned n = 0; gate->first && n <= DEPTH; n++) gate->first[n] = FL_GATE_NONE;
  }
  if ((tree && !(gate->fresh && gate->changed && gate->first)) ||
      !fl_monitor_init(&gate->verifier, thread, DEPTH, slots, gates->first_epoch, root)) {
    fl_gate_free(gate);
    return NULL;
  }
  gate->waiting.clock.epoch = gates->first_epoch;
  return gate;
}

static const uint8_t empty_root[] = {1, 0, 0};

struct fl_gate *fl_gate_new(struct fl_gates *gates, const uint8_t *root, size_t length, const uint8_t digest[32],
                            const char **why) {
  uint8_t copy[VALUE], found[32];
  *why = "a root that is not what was sealed";
  if (!root) root = empty_root, length = sizeof empty_root;
  if (length > VALUE) return NULL;
  memcpy(copy, root, length);
  fl_digest(copy, length, found);
  if (digest && memcmp(found, digest, sizeof found) != 0) return NULL;
  /* Seals are about other things than roots, too (serve/redo_trusted.h). */
  if (copy[0] != 1 || fl_gate_value_size(copy, length) != length) return NULL;
  struct fl_gate *gate = begin(gates, 0, true, (struct fl_monitor_view){copy, length});
  *why = NULL;
  if (!gate) return NULL;
  memcpy(gates->root, copy, length);
  gates->root_length = length;
  read_fresh(gate, 0);
  if (!digest) note_change(gate, 0); /* it was never sealed */
  return gate;
}

struct fl_gate *fl_gate_another(struct fl_gates *gates, uint16_t thread, bool tree) {
  return begin(gates, thread, tree, (struct fl_monitor_view){empty_root, sizeof empty_root});
}

void fl_gate_free(struct fl_gate *gate) {
  if (!gate) return;
  free(gate->fresh);
  free(gate->changed);
  free(gate->first);
  OPENSSL_cleanse(&gate->secret, sizeof gate->secret);
  fl_pages_free(gate, sizeof *gate);
}

/* ---- Entries ---- */

enum { REMOVE = 8 };

static const char *const reasons[] = {"a slot out of range",
                                      "an empty slot",
                                      "a slot that is taken",
                                      "one slot twice",
                                      "not a record of the tree",
                                      "not a data record",
                                      "not below its parent",
                                      "a new record with a value",
                                      "a value of the wrong kind",
                                      "a record that is not what was stored",
                                      "a record that left to Blum",
                                      "a record that is in the cache",
                                      "an edge that leads elsewhere",
                                      "a record with children",
                                      "a parent that is not its own",
                                      "the root",
                                      "an old epoch",
                                      "the counter is at its end",
                                      "too many records",
                                      "the epoch is at its end",
                                      "a time that is not later",
                                      "a record of the tree",
                                      "a record of Blum",
                                      "an epoch that is not over",
                                      "a call that makes no sense",
                                      "a key that is not absent",
                                      "a key that is not in the cache",
                                      "a value too large",
                                      "too many answers",
                                      "a record that is needed",
                                      "a malformed record",
                                      "too many operands"};

enum fl_gate_status fl_gates_refuse(struct fl_gates *gates, const char *why) {
  const char *nothing = NULL;
  atomic_compare_exchange_strong(&gates->why, &nothing, why);
  return FL_GATE_REFUSED;
}
enum fl_gate_status fl_gate_refuse(struct fl_gate *gate, const char *why) { return fl_gates_refuse(gate->gates, why); }
static bool refused(const struct fl_gate *gate) { return fl_gates_refused(gate->gates) != NULL; }

/* Entries: all of them are taken, and nothing else is. */
static enum fl_gate_status take_bytes(struct fl_gate *gate, const uint8_t *data, size_t length) {
  struct fl_monitor_Progress p;
  gate->out.len = 0;
  if (!fl_monitor_verify(&gate->verifier, &gate->secret, (struct fl_monitor_view){data, length}, &gate->out, &p))
    return fl_gate_refuse(gate, "the monitor trapped");
  if (p.status.tag == FL_MONITOR_Status_refused) {
    unsigned n = p.status.u.refused.tag;
    return fl_gate_refuse(gate, n < sizeof reasons / sizeof *reasons ? reasons[n] : "an entry");
  }
  if (p.taken != length) return fl_gate_refuse(gate, "an entry that was not taken whole");
  if (gate->log) gate->log(gate->log_context, gate->verifier.thread.self, data, length);
  return FL_GATE_OK;
}

/* When nothing waits. */
static void read_clock(struct fl_gate *gate) {
  gate->waiting.clock = (struct fl_gate_clock){gate->verifier.thread.epoch, gate->verifier.thread.counter};
  gate->waiting.index = gate->verifier.thread.index;
}

enum fl_gate_status fl_gate_take(struct fl_gate *gate) {
  struct fl_gate_waiting *w = &gate->waiting;
  if (refused(gate)) return FL_GATE_REFUSED;
  if (w->visits == 0) return FL_GATE_OK;
  if (take_bytes(gate, w->log, w->length) != FL_GATE_OK) return FL_GATE_REFUSED;
  if (gate->out.len != w->answers_length || memcmp(gate->out.data, w->answers, w->answers_length) != 0)
    return fl_gate_refuse(gate, "an answer that is not what was said");
  gate->answers += w->visits;
  gate->entries += w->entries;
  w->visits = w->leaving = w->entries = w->length = w->answers_length = 0;
  read_clock(gate);
  return FL_GATE_OK;
}

/* So many entries, up to `end`, after those that wait. */
static enum fl_gate_status feed_some(struct fl_gate *gate, const uint8_t *data, const uint8_t *end, size_t count) {
  if (fl_gate_take(gate) != FL_GATE_OK) return FL_GATE_REFUSED;
  if (take_bytes(gate, data, (size_t)(end - data)) != FL_GATE_OK) return FL_GATE_REFUSED;
  gate->entries += count;
  read_clock(gate);
  return FL_GATE_OK;
}
static enum fl_gate_status feed(struct fl_gate *gate, const uint8_t *data, const uint8_t *end) {
  return feed_some(gate, data, end, 1);
}

/* ---- What changed since the last seal ---- */

bool fl_gate_changed(const struct fl_gate *gate, uint32_t s) { return gate->changed[s].is; }
bool fl_gate_anything_changed(const struct fl_gate *gate) { return gate->changed_count > 0; }

/* ---- Records come and go ---- */

static inline enum fl_gate_status tell(const struct fl_gate *gate, uint8_t kind, uint32_t s, uint32_t s2,
                                       const uint8_t *key, const uint8_t *bytes, size_t length) {
  const struct fl_gates *g = gate->gates;
  if (g->told)
    g->told(g->told_context, &(struct fl_gate_call){kind, gate->verifier.thread.self, s, s2, key, bytes, length});
  return FL_GATE_OK;
}

enum fl_gate_status fl_gate_add(struct fl_gate *gate, const uint8_t key[34], const uint8_t *value, size_t length,
                                uint32_t s, uint32_t s2) {
  uint8_t copy[VALUE];
  if (refused(gate)) return FL_GATE_REFUSED;
  if (length > VALUE) return fl_gate_refuse(gate, "a value too large");
  memcpy(copy, value, length);
  if (length == 0 || fl_gate_value_size(copy, length) != length) return fl_gate_refuse(gate, "a malformed record");
  if (s > 0xffff || s2 > 0xffff) return fl_gate_refuse(gate, "a slot out of range");
  uint8_t e[ENTRY], *at = fl_add16(fl_add16(fl_add_bytes(fl_add_key(fl_add8(e, 0), key), copy, length), s), s2);
  /* Either the record is below the parent's edge already, or the edge is new, or is cut. */
  unsigned direction = 2;
  for (unsigned d = 0; fl_gate_occupied(gate, s2) && d < 2; d++) {
    const uint8_t *edge = fl_gate_edge(gate, s2, d);
    if (edge && memcmp(edge, key, KEY) == 0) direction = d;
  }
  bool was_there = direction < 2;
  if (feed(gate, e, at) != FL_GATE_OK) return FL_GATE_REFUSED;
  read_fresh(gate, s);
  forget_change(gate, s);
  if (was_there) {
    /* The record's digest was checked against its edge. Had the edge been sealed with another one, it would be in the
     * cache. */
    return tell(gate, 'a', s, s2, key, copy, length);
  }
  unsigned up = slot(gate, s)->up;
  if (slot(gate, s)->value.data[0] == 1)
    for (unsigned d = 0; d < 2; d++)
      if (fl_gate_edge(gate, s, d)) memcpy(gate->fresh[s][d], gate->fresh[s2][up], 32);
  memset(gate->fresh[s2][up], 0, 32);
  note_change(gate, s);
  note_change(gate, s2);
  return tell(gate, 'a', s, s2, key, copy, length);
}

/* What is below a record of the tree in this direction may be a record that came from Blum, which has no parent. */
static unsigned direction_of(const struct fl_gate *gate, uint32_t s, uint32_t s2) {
  unsigned i = digits(fl_gate_key(gate, s2));
  return i < DEPTH ? (unsigned)fl_gate_key(gate, s)[2 + i / 8] >> (7 - i % 8) & 1 : 0;
}
static bool marked(const struct fl_gate *gate, uint32_t s, unsigned direction) {
  const uint8_t *edge = fl_gate_edge(gate, s, direction);
  return edge && edge[MARK_AT - 1] != 0;
}

enum fl_gate_status fl_gate_evict(struct fl_gate *gate, uint32_t s, uint32_t s2) {
  if (refused(gate)) return FL_GATE_REFUSED;
  if (!fl_gate_occupied(gate, s) || !fl_gate_occupied(gate, s2)) return fl_gate_refuse(gate, "an empty slot");
  uint8_t e[ENTRY], *at = fl_add16(fl_add16(fl_add8(e, 2), s), s2);
  unsigned up = direction_of(gate, s, s2);
  bool was_away = marked(gate, s2, up);
  if (feed(gate, e, at) != FL_GATE_OK) return FL_GATE_REFUSED;
  forget_change(gate, s);
  if (was_away) {
    gate->away--;
    note_change(gate, s2); /* the mark */
  }
  const uint8_t *value = slot(gate, s2)->value.data;
  const uint8_t *digest = value + edge_at(value, up) + DIGEST_AT;
  if (memcmp(gate->fresh[s2][up], digest, 32) != 0) {
    memcpy(gate->fresh[s2][up], digest, 32);
    note_change(gate, s2);
  }
  return tell(gate, 'e', s, s2, NULL, NULL, 0);
}

enum fl_gate_status fl_gate_remove(struct fl_gate *gate, uint32_t s, uint32_t s2) {
  if (refused(gate)) return FL_GATE_REFUSED;
  if (!fl_gate_occupied(gate, s) || !fl_gate_occupied(gate, s2)) return fl_gate_refuse(gate, "an empty slot");
  uint8_t e[ENTRY], *at = fl_add16(fl_add16(fl_add8(e, REMOVE), s), s2);
  unsigned up = direction_of(gate, s, s2), only = 2;
  for (unsigned d = 0; d < 2; d++)
    if (fl_gate_edge(gate, s, d)) only = d;
  bool was_away = marked(gate, s2, up);
  if (feed(gate, e, at) != FL_GATE_OK) return FL_GATE_REFUSED;
  forget_change(gate, s);
  gate->away -= was_away;
  if (only < 2)
    memcpy(gate->fresh[s2][up], gate->fresh[s][only], 32);
  else
    memset(gate->fresh[s2][up], 0, 32);
  note_change(gate, s2);
  return tell(gate, 'r', s, s2, NULL, NULL, 0);
}

/* ---- Answers ---- */

/* The one answer to the run that was fed: of this function, about this key, with this argument. Its result. */
static inline enum fl_gate_status answer(struct fl_gate *gate, uint8_t function, const uint8_t key[34],
                                         const uint8_t *argument, size_t argument_length, const uint8_t **result,
                                         size_t *length) {
  enum { OPERANDS = 21, HEAD = 22, ARGUMENT = HEAD + KEY };
  const uint8_t *r = gate->out.data;
  size_t n = gate->out.len;
  if (n < ARGUMENT + 2 || r[0] != function || r[OPERANDS] != 1 || !fl_same_key(r + HEAD, key))
    return fl_gate_refuse(gate, "an answer about something else");
  size_t m = fl_get16(r + ARGUMENT);
  if (m != argument_length || n < ARGUMENT + 2 + m + 2 || !fl_same(r + ARGUMENT + 2, argument, m))
    return fl_gate_refuse(gate, "an answer about something else");
  const uint8_t *at = r + ARGUMENT + 2 + m;
  size_t k = fl_get16(at);
  if (n != ARGUMENT + 2 + m + 2 + k) return fl_gate_refuse(gate, "an answer of the wrong length");
  gate->answers++;
  gate->receipt =
      (struct fl_gate_receipt){fl_get64(r + 1), fl_get64(r + 13), fl_get32(r + 9), gate->verifier.thread.self};
  *result = at + 2;
  *length = k;
  return FL_GATE_OK;
}

static enum fl_gate_status read_datum(struct fl_gate *gate, const uint8_t *r, size_t n, const uint8_t **datum,
                                      size_t *length) {
  *datum = NULL;
  *length = 0;
  if (n == 1 && r[0] == 0) return FL_GATE_OK;
  if (n < 3 || r[0] != 1 || n != 3u + fl_get16(r + 1)) return fl_gate_refuse(gate, "an answer of the wrong length");
  *datum = r + 3;
  *length = n - 3;
  return FL_GATE_OK;
}

enum fl_gate_status fl_gate_get(struct fl_gate *gate, uint32_t s, const uint8_t key[34], const uint8_t **datum,
                                size_t *length) {
  uint8_t e[ENTRY];
  const uint8_t *r;
  size_t n;
  if (s > 0xffff) return fl_gate_refuse(gate, "a slot out of range");
  if (feed(gate, e, fl_add_run(e, FL_FUNCTION_GET, s, 0)) != FL_GATE_OK) return FL_GATE_REFUSED;
  if (answer(gate, FL_FUNCTION_GET, key, NULL, 0, &r, &n) != FL_GATE_OK) return FL_GATE_REFUSED;
  tell(gate, 'g', s, 0, key, NULL, 0);
  return read_datum(gate, r, n, datum, length);
}

enum fl_gate_status fl_gate_absent(struct fl_gate *gate, uint32_t s, const uint8_t key[34]) {
  const uint8_t *r;
  size_t n;
  if (s > 0xffff) return fl_gate_refuse(gate, "a slot out of range");
  uint8_t e[ENTRY], *at = fl_add8(fl_add8(fl_add8(e, FL_ENTRY_RUN), FL_FUNCTION_GET), 1);
  at = fl_add8(at, 1); /* an operand that is absent, as a slot shows */
  at = fl_add16(fl_add16(fl_add_key(at, key), s), 0);
  if (feed(gate, e, at) != FL_GATE_OK) return FL_GATE_REFUSED;
  if (answer(gate, FL_FUNCTION_GET, key, NULL, 0, &r, &n) != FL_GATE_OK) return FL_GATE_REFUSED;
  if (n != 1 || r[0] != 0) return fl_gate_refuse(gate, "an answer of the wrong length");
  return tell(gate, 'n', s, 0, key, NULL, 0);
}

enum fl_gate_status fl_gate_put(struct fl_gate *gate, uint32_t s, const uint8_t key[34], const uint8_t *datum,
                                size_t length) {
  uint8_t e[ENTRY], *at;
  const uint8_t *r;
  size_t n;
  if (refused(gate)) return FL_GATE_REFUSED;
  /* Before it is written: in the wrong slot it would be a put that nobody asked for. */
  if (!fl_gate_occupied(gate, s) || memcmp(fl_gate_key(gate, s), key, KEY) != 0)
    return fl_gate_refuse(gate, "an answer about something else");
  if (length > FL_GATE_DATUM) return fl_gate_refuse(gate, "a value too large");
  uint8_t function = datum ? FL_FUNCTION_PUT : FL_FUNCTION_DELETE;
  at = fl_add_run(e, function, s, datum ? length : 0);
  if (datum) at = fl_add_bytes(at, datum, length);
  if (feed(gate, e, at) != FL_GATE_OK) return FL_GATE_REFUSED;
  note_change(gate, s);
  if (answer(gate, function, key, datum, length, &r, &n) != FL_GATE_OK) return FL_GATE_REFUSED;
  if (n != (datum ? 0 : 1)) return fl_gate_refuse(gate, "an answer of the wrong length");
  return tell(gate, datum ? 'p' : 'd', s, 0, key, datum, length);
}

/* ---- Blum ---- */

enum fl_gate_status fl_gate_to_blum(struct fl_gate *gate, uint32_t s, uint32_t s2, struct fl_gate_stamp *stamp) {
  if (refused(gate)) return FL_GATE_REFUSED;
  if (!fl_gate_occupied(gate, s) || !fl_gate_occupied(gate, s2)) return fl_gate_refuse(gate, "an empty slot");
  struct fl_gate_clock c = gate->waiting.clock;
  if (!fl_gate_leave_at(gate, &c, stamp)) return FL_GATE_FULL;
  uint8_t e[ENTRY], *at = fl_add_time(fl_add16(fl_add16(fl_add8(e, 4), s), s2), stamp->epoch, stamp->counter);
  if (feed(gate, e, at) != FL_GATE_OK) return FL_GATE_REFUSED;
  forget_change(gate, s);
  gate->away++;
  note_change(gate, s2); /* the mark */
  return FL_GATE_OK;
}

enum fl_gate_status fl_gate_from_blum(struct fl_gate *gate, const uint8_t key[34], const uint8_t *value, size_t length,
                                      uint32_t s, const struct fl_gate_stamp *stamp) {
  uint8_t copy[VALUE];
  if (refused(gate)) return FL_GATE_REFUSED;
  if (length > VALUE) return fl_gate_refuse(gate, "a value too large");
  memcpy(copy, value, length);
  if (length == 0 || fl_gate_value_size(copy, length) != length) return fl_gate_refuse(gate, "a malformed record");
  if (s > 0xffff) return fl_gate_refuse(gate, "a slot out of range");
  uint8_t e[ENTRY], *at = fl_add_left(fl_add_bytes(fl_add_key(fl_add8(e, 1), key), copy, length), s, stamp);
  if (feed(gate, e, at) != FL_GATE_OK) return FL_GATE_REFUSED;
  if (gate->fresh) {
    read_fresh(gate, s);
    forget_change(gate, s);
  }
  return FL_GATE_OK;
}

enum fl_gate_status fl_gate_leave(struct fl_gate *gate, uint32_t s, const uint8_t key[34],
                                  struct fl_gate_stamp *stamp) {
  uint8_t e[ENTRY];
  if (fl_gate_take(gate) != FL_GATE_OK) return FL_GATE_REFUSED;
  struct fl_gate_clock c = gate->waiting.clock;
  if (!fl_gate_occupied(gate, s) || !fl_same_key(fl_gate_key(gate, s), key))
    return fl_gate_refuse(gate, "a record that is not where it stays");
  if (!fl_gate_leave_at(gate, &c, stamp)) return FL_GATE_FULL;
  return feed(gate, e, fl_add_evict(e, s, stamp));
}

enum fl_gate_status fl_gate_restamp(struct fl_gate *gate, struct fl_gate_visit *visits, size_t count) {
  uint8_t e[FL_GATE_RESTAMP * (ADD_BLUM + EVICT_BLUM)], *at = e;
  struct fl_gate_stamp stamps[FL_GATE_RESTAMP];
  if (count == 0) return FL_GATE_OK;
  if (count > FL_GATE_RESTAMP) return fl_gate_refuse(gate, "too many records");
  if (fl_gate_take(gate) != FL_GATE_OK) return FL_GATE_REFUSED;
  struct fl_gate_clock c = gate->waiting.clock;
  for (size_t i = 0; i < count; i++) {
    if (visits[i].length > FL_GATE_DATUM) return fl_gate_refuse(gate, "a value too large");
    if (visits[i].stamp.counter == UINT32_MAX) return fl_gate_refuse(gate, "a time that is none");
    fl_gate_see(&c, &visits[i].stamp);
    if (!fl_gate_leave_at(gate, &c, &stamps[i])) return FL_GATE_FULL;
    at = fl_add_evict(fl_add_record(at, &visits[i], 0), 0, &stamps[i]);
  }
  if (feed_some(gate, e, at, 2 * count) != FL_GATE_OK) return FL_GATE_REFUSED;
  for (size_t i = 0; i < count; i++) visits[i].stamp = stamps[i];
  return FL_GATE_OK;
}

enum fl_gate_status fl_gate_pin(struct fl_gate *gate, uint32_t s, uint32_t s2, struct fl_gate *other) {
  struct fl_gate_stamp stamp;
  uint8_t key[KEY], value[VALUE], fresh[2][32];
  if (refused(gate)) return FL_GATE_REFUSED;
  if (!fl_gate_occupied(gate, s) || !other->fresh || other->gates != gate->gates)
    return fl_gate_refuse(gate, "an empty slot");
  bool changed = gate->changed[s].is;
  size_t length = slot(gate, s)->value.len;
  memcpy(key, fl_gate_key(gate, s), KEY);
  memcpy(value, slot(gate, s)->value.data, length);
  memcpy(fresh, gate->fresh[s], sizeof fresh);
  enum fl_gate_status status = fl_gate_to_blum(gate, s, s2, &stamp);
  if (status != FL_GATE_OK) return status;
  gate->pins++;
  other->above = s2;
  if (fl_gate_from_blum(other, key, value, length, 0, &stamp) != FL_GATE_OK) return FL_GATE_REFUSED;
  memcpy(other->fresh[0], fresh, sizeof fresh);
  if (changed) note_change(other, 0);
  return tell(gate, 'i', s, s2, NULL, NULL, other->verifier.thread.self);
}

/* ---- Epochs ---- */

uint64_t fl_gate_epoch(const struct fl_gate *gate) { return gate->verifier.thread.epoch; }

enum fl_gate_status fl_gate_advance(struct fl_gate *gate, uint64_t epoch) {
  static const uint8_t next = 5;
  if (fl_gate_take(gate) != FL_GATE_OK) return FL_GATE_REFUSED;
  while (fl_gate_epoch(gate) < epoch)
    if (feed(gate, &next, &next + 1) != FL_GATE_OK) return FL_GATE_REFUSED;
  return FL_GATE_OK;
}

enum fl_gate_status fl_gate_finish(struct fl_gate *gate) {
  static const uint8_t verify = 6;
  if (feed(gate, &verify, &verify + 1) != FL_GATE_OK) return FL_GATE_REFUSED;
  bool done = false;
  pthread_mutex_lock(&gate->gates->lock);
  bool ok = fl_monitor_publish(&gate->verifier, &gate->secret, &gate->gates->aggregate, &done);
  pthread_mutex_unlock(&gate->gates->lock);
  return ok && done ? FL_GATE_OK : fl_gate_refuse(gate, "the monitor trapped");
}

enum fl_gate_status fl_gates_certify(struct fl_gates *gates, uint64_t epoch, uint64_t *certified) {
  *certified = 0;
  pthread_mutex_lock(&gates->lock);
  bool ok = fl_monitor_certify(&gates->aggregate, certified);
  pthread_mutex_unlock(&gates->lock);
  if (!ok) return fl_gates_refuse(gates, "the monitor trapped");
  if (*certified <= epoch) return fl_gates_refuse(gates, "an epoch does not certify");
  return FL_GATE_OK;
}

/* ---- Seals ---- */

/* The value of slot s with the digests that its children have now, and all of them in the tree. */
static size_t flushed(const struct fl_gate *gate, uint32_t s, uint8_t value[VALUE]) {
  size_t n = slot(gate, s)->value.len;
  memcpy(value, slot(gate, s)->value.data, n);
  if (value[0] == 1)
    for (unsigned d = 0; d < 2; d++) {
      uint8_t *edge = value + edge_at(value, d);
      if (!edge[0]) continue;
      memcpy(edge + DIGEST_AT, gate->fresh[s][d], 32);
      edge[MARK_AT] = 0;
    }
  return n;
}

enum fl_gate_status fl_gate_sealed(struct fl_gate *gate, const struct fl_gate *other, const uint8_t digest[32]) {
  /* The edge to it: no other one of that key has the mark. First where it was pinned, as it mostly is there. */
  for (uint32_t i = 0; i <= gate->gates->slots; i++) {
    uint32_t s = i == 0 ? other->above : i - 1;
    for (unsigned d = 0; fl_gate_occupied(gate, s) && d < 2; d++)
      if (marked(gate, s, d) && memcmp(fl_gate_edge(gate, s, d), fl_gate_key(other, 0), KEY) == 0) {
        if (memcmp(gate->fresh[s][d], digest, 32) == 0) return FL_GATE_OK;
        memcpy(gate->fresh[s][d], digest, 32);
        note_change(gate, s);
        return FL_GATE_OK;
      }
  }
  return fl_gate_refuse(gate, "a part of the tree that is nowhere in it");
}

/* What came back from Blum is what went there: all of it in epochs that are certified. */
static bool settled(const struct fl_gate *gate) {
  const struct fl_monitor_state_Thread *t = &gate->verifier.thread;
  for (unsigned i = 0; i < FL_MONITOR_state_OPEN; i++)
    if (t->open.a[i].added.count != 0 || t->open.a[i].evicted.count != 0) return false;
  pthread_mutex_lock(&gate->gates->lock);
  uint64_t certified = gate->gates->aggregate.certified;
  pthread_mutex_unlock(&gate->gates->lock);
  return certified >= t->next;
}

/* One that changed, and nothing below it has: its parent has its digest then. Not the root, of all or of a part. */
static void settle(struct fl_gate *gate, uint32_t s,
                   void (*each)(void *context, uint32_t s, const uint8_t *value, size_t length), void *context) {
  uint8_t value[VALUE];
  size_t length = flushed(gate, s, value);
  uint32_t parent = slot(gate, s)->parent;
  forget_change(gate, s);
  each(context, s, value, length);
  fl_digest(value, length, gate->fresh[parent][slot(gate, s)->up]);
  note_change(gate, parent);
}

enum fl_gate_status fl_gate_seal(struct fl_gate *gate, uint8_t digest[32],
                                 void (*each)(void *context, uint32_t s, const uint8_t *value, size_t length),
                                 void *context) {
  uint8_t value[VALUE];
  if (refused(gate)) return FL_GATE_REFUSED;
  if (gate->away != gate->pins) return fl_gate_refuse(gate, "a seal while a record is in Blum");
  if (!settled(gate)) return fl_gate_refuse(gate, "a seal before its epoch is certified");
  for (uint32_t n = DEPTH; n > 0; n--)
    for (uint32_t s = gate->first[n], next; s != FL_GATE_NONE; s = next) {
      next = gate->changed[s].next;
      if (s != 0) settle(gate, s, each, context); /* the root of a part is in slot 0 */
    }
  size_t length = flushed(gate, 0, value);
  if (gate->changed[0].is) each(context, 0, value, length);
  forget_change(gate, 0);
  fl_digest(value, length, digest);
  return FL_GATE_OK;
}

uint32_t fl_gate_settle(struct fl_gate *gate, uint32_t *most,
                        void (*each)(void *context, uint32_t s, const uint8_t *value, size_t length), void *context) {
  if (refused(gate) || !gate->fresh || gate->away != gate->pins) return 0;
  uint32_t n = DEPTH;
  while (n > 0 && *most > 0) {
    uint32_t s = gate->first[n];
    if (s == 0) s = gate->changed[s].next; /* the root of a part waits for its seal */
    if (s == FL_GATE_NONE)
      n--;
    else
      settle(gate, s, each, context), --*most;
  }
  return gate->changed_count;
}
