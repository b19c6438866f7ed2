/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "gate_trusted.h"

#include <openssl/rand.h>
#include <openssl/sha.h>
#include <stdlib.h>
#include <string.h>

enum { KEY = 34, EDGE = 68, VALUE = 256, DEPTH = 256, DIGEST_AT = 1 + KEY, ENTRY = 1 + KEY + VALUE + 12 + 32 };

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

static void note_change(struct fl_gate *gate, uint32_t s) {
  if (gate->changed[s]) return;
  gate->changed[s] = 1;
  gate->pending[gate->pending_count++] = s;
}

static void read_fresh(struct fl_gate *gate, uint32_t s) {
  const uint8_t *value = slot(gate, s)->value.data;
  if (value[0] != 1) return;
  for (unsigned d = 0; d < 2; d++) {
    const uint8_t *edge = value + edge_at(value, d);
    if (edge[0]) memcpy(gate->fresh[s][d], edge + DIGEST_AT, 32);
  }
}

struct fl_gate *fl_gate_new(uint32_t slots, uint64_t first_epoch, const uint8_t *root, size_t length,
                            const uint8_t digest[32], const char **why) {
  static const uint8_t empty[] = {1, 0, 0};
  uint8_t key[16], copy[VALUE], found[32];
  *why = "a root that is not what was sealed";
  if (!root) root = empty, length = sizeof empty;
  if (length > VALUE) return NULL;
  memcpy(copy, root, length);
  SHA256(copy, length, found);
  if (digest && memcmp(found, digest, sizeof found) != 0) return NULL;
  struct fl_monitor_view value = {copy, length};
  struct fl_gate *gate = calloc(1, sizeof *gate);
  *why = "no memory, no randomness, or a processor without AES instructions";
  if (!gate) return NULL;
  gate->fresh = calloc(slots, sizeof *gate->fresh);
  gate->changed = calloc(slots, 1);
  gate->pending = calloc((size_t)slots + 1, sizeof *gate->pending);
  gate->next = calloc(slots, sizeof *gate->next);
  bool ok = gate->fresh && gate->changed && gate->pending && gate->next && RAND_priv_bytes(key, sizeof key) == 1 &&
            fl_monitor_secret(&gate->secret, key) &&
            fl_monitor_init(&gate->verifier, 0, DEPTH, slots, first_epoch, value);
  OPENSSL_cleanse(key, sizeof key);
  if (!ok) {
    fl_gate_free(gate);
    return NULL;
  }
  fl_monitor_init_aggregate(&gate->aggregate, 1, first_epoch);
  read_fresh(gate, 0);
  if (!digest) note_change(gate, 0); /* it was never sealed */
  return gate;
}

static void put_be(uint8_t *b, uint64_t n, int bytes) {
  for (int i = 0; i < bytes; i++) b[i] = (uint8_t)(n >> 8 * (bytes - 1 - i));
}

void fl_gate_log(struct fl_gate *gate, uint64_t incarnation,
                 void (*log)(void *context, const uint8_t *bytes, size_t length), void *context) {
  uint8_t header[54 + VALUE] = {0x89, 'F', 'L', 'M', 'O', 'N', 13, 10};
  const struct fl_monitor_state_Slot *root = slot(gate, 0);
  put_be(header + 8, 3, 2);  /* version */
  put_be(header + 12, 1, 2); /* threads */
  put_be(header + 14, DEPTH, 2);
  put_be(header + 16, gate->verifier.thread.slots, 4);
  RAND_bytes(header + 20, 16);
  put_be(header + 36, fl_gate_epoch(gate), 8);
  put_be(header + 44, incarnation, 8);
  put_be(header + 52, root->value.len, 2);
  memcpy(header + 54, root->value.data, root->value.len);
  log(context, header, 54 + root->value.len);
  gate->log = log;
  gate->log_context = context;
}

void fl_gate_free(struct fl_gate *gate) {
  if (!gate) return;
  free(gate->fresh);
  free(gate->changed);
  free(gate->pending);
  free(gate->next);
  OPENSSL_cleanse(&gate->secret, sizeof gate->secret);
  free(gate);
}

/* ---- Entries ---- */

struct entry { size_t length; uint8_t data[ENTRY]; };
static void put8(struct entry *e, uint8_t n) { e->data[e->length++] = n; }
static void put16(struct entry *e, uint32_t n) { put8(e, (uint8_t)(n >> 8)), put8(e, (uint8_t)n); }
static void put_bytes(struct entry *e, const uint8_t *data, size_t length) {
  memcpy(e->data + e->length, data, length);
  e->length += length;
}
/* Of a run of a function: an operand that is in a slot, or a key that is absent, as a slot shows. */
static void put_operand(struct entry *e, const uint8_t *absent, uint32_t s) {
  put8(e, absent != NULL);
  if (absent) put_bytes(e, absent, KEY);
  put16(e, s);
}
enum { RUN = 7, REMOVE = 8, GET = 0, PUT = 1, DELETE = 2 };
static void begin_run(struct entry *e, uint8_t function, const uint8_t *absent, uint32_t s) {
  put8(e, RUN);
  put8(e, function);
  put8(e, 1);
  put_operand(e, absent, s);
}

static const char *const reasons[] = {
  "a slot out of range", "an empty slot", "a slot that is taken", "one slot twice", "not a record of the tree",
  "not a data record", "not below its parent", "a new record with a value", "a value of the wrong kind",
  "a record that is not what was stored", "a record that left to Blum", "a record that is in the cache",
  "an edge that leads elsewhere", "a record with children", "a parent that is not its own", "the root", "an old epoch",
  "the counter is at its end", "too many records", "the epoch is at its end", "a time that is not later",
  "a record of the tree", "a record of Blum", "an epoch that is not over", "a call that makes no sense",
  "a key that is not absent", "a key that is not in the cache", "a value too large", "too many answers",
  "a record that is needed", "a malformed record", "too many operands"};

enum fl_gate_status fl_gate_refuse(struct fl_gate *gate, const char *why) {
  if (!gate->why) gate->why = why;
  return FL_GATE_REFUSED;
}

const char *fl_gate_refused(const struct fl_gate *gate) { return gate->why; }
void fl_gate_figures(const struct fl_gate *gate, uint64_t *answers, uint64_t *entries) {
  *answers = gate->answers;
  *entries = gate->entries;
}

/* One entry: all of it is taken, and nothing else is. */
static enum fl_gate_status feed(struct fl_gate *gate, const struct entry *e) {
  if (gate->why) return FL_GATE_REFUSED;
  struct fl_monitor_Progress p;
  gate->out.len = 0;
  if (!fl_monitor_verify(&gate->verifier, &gate->secret, (struct fl_monitor_view){e->data, e->length}, &gate->out, &p))
    return fl_gate_refuse(gate, "the monitor trapped");
  if (p.status.tag == FL_MONITOR_Status_refused) {
    unsigned n = p.status.u.refused.tag;
    return fl_gate_refuse(gate, n < sizeof reasons / sizeof *reasons ? reasons[n] : "an entry");
  }
  if (p.taken != e->length) return fl_gate_refuse(gate, "an entry that was not taken whole");
  gate->entries++;
  if (gate->log) gate->log(gate->log_context, e->data, e->length);
  return FL_GATE_OK;
}

/* ---- What changed since the last seal ---- */

/* Slots that are free again are in `pending` still, and may be taken once more: so that it has room for all, those go.
   */
static void forget_gone(struct fl_gate *gate) {
  uint32_t kept = 0;
  for (uint32_t i = 0; i < gate->pending_count; i++)
    if (gate->changed[gate->pending[i]] == 1) {
      gate->changed[gate->pending[i]] = 2;
      gate->pending[kept++] = gate->pending[i];
    }
  for (uint32_t i = 0; i < kept; i++) gate->changed[gate->pending[i]] = 1;
  gate->pending_count = kept;
}
static void make_room(struct fl_gate *gate) {
  if (gate->pending_count + 2 > gate->verifier.thread.slots) forget_gone(gate);
}

bool fl_gate_changed(const struct fl_gate *gate, uint32_t s) { return gate->changed[s] != 0; }
bool fl_gate_anything_changed(const struct fl_gate *gate) {
  for (uint32_t i = 0; i < gate->pending_count; i++)
    if (gate->changed[gate->pending[i]]) return true;
  return false;
}

/* ---- Records come and go ---- */

enum fl_gate_status fl_gate_add(struct fl_gate *gate, const uint8_t key[34], const uint8_t *value, size_t length,
                                uint32_t s, uint32_t s2) {
  uint8_t copy[VALUE];
  if (gate->why) return FL_GATE_REFUSED;
  if (length > VALUE) return fl_gate_refuse(gate, "a value too large");
  memcpy(copy, value, length);
  if (length == 0 || fl_gate_value_size(copy, length) != length) return fl_gate_refuse(gate, "a malformed record");
  if (s > 0xffff || s2 > 0xffff) return fl_gate_refuse(gate, "a slot out of range");
  struct entry e = {0};
  put8(&e, 0);
  put_bytes(&e, key, KEY);
  put_bytes(&e, copy, length);
  put16(&e, s);
  put16(&e, s2);
  /* Either the record is below the parent's edge already, or the edge is new, or is cut. */
  unsigned direction = 2;
  for (unsigned d = 0; fl_gate_occupied(gate, s2) && d < 2; d++) {
    const uint8_t *edge = fl_gate_edge(gate, s2, d);
    if (edge && memcmp(edge, key, KEY) == 0) direction = d;
  }
  bool was_there = direction < 2;
  make_room(gate);
  if (feed(gate, &e) != FL_GATE_OK) return FL_GATE_REFUSED;
  read_fresh(gate, s);
  gate->changed[s] = 0;
  if (was_there) {
    /* The record's digest was checked against its edge. Had the edge been sealed with another one, it would be in the
     * cache. */
    return FL_GATE_OK;
  }
  unsigned up = slot(gate, s)->up;
  if (slot(gate, s)->value.data[0] == 1)
    for (unsigned d = 0; d < 2; d++)
      if (fl_gate_edge(gate, s, d)) memcpy(gate->fresh[s][d], gate->fresh[s2][up], 32);
  memset(gate->fresh[s2][up], 0, 32);
  note_change(gate, s);
  note_change(gate, s2);
  return FL_GATE_OK;
}

enum fl_gate_status fl_gate_evict(struct fl_gate *gate, uint32_t s, uint32_t s2) {
  if (gate->why) return FL_GATE_REFUSED;
  if (!fl_gate_occupied(gate, s) || !fl_gate_occupied(gate, s2)) return fl_gate_refuse(gate, "an empty slot");
  struct entry e = {0};
  put8(&e, 2);
  put16(&e, s);
  put16(&e, s2);
  unsigned up = slot(gate, s)->up;
  make_room(gate);
  if (feed(gate, &e) != FL_GATE_OK) return FL_GATE_REFUSED;
  gate->changed[s] = 0;
  const uint8_t *value = slot(gate, s2)->value.data;
  const uint8_t *digest = value + edge_at(value, up) + DIGEST_AT;
  if (memcmp(gate->fresh[s2][up], digest, 32) != 0) {
    memcpy(gate->fresh[s2][up], digest, 32);
    note_change(gate, s2);
  }
  return FL_GATE_OK;
}

enum fl_gate_status fl_gate_remove(struct fl_gate *gate, uint32_t s, uint32_t s2) {
  if (gate->why) return FL_GATE_REFUSED;
  if (!fl_gate_occupied(gate, s) || !fl_gate_occupied(gate, s2)) return fl_gate_refuse(gate, "an empty slot");
  struct entry e = {0};
  put8(&e, REMOVE);
  put16(&e, s);
  put16(&e, s2);
  unsigned up = slot(gate, s)->up, only = 2;
  for (unsigned d = 0; d < 2; d++)
    if (fl_gate_edge(gate, s, d)) only = d;
  make_room(gate);
  if (feed(gate, &e) != FL_GATE_OK) return FL_GATE_REFUSED;
  gate->changed[s] = 0;
  if (only < 2) memcpy(gate->fresh[s2][up], gate->fresh[s][only], 32);
  else memset(gate->fresh[s2][up], 0, 32);
  note_change(gate, s2);
  return FL_GATE_OK;
}

/* ---- Answers ---- */

static size_t be16(const uint8_t *b) { return (size_t)b[0] << 8 | b[1]; }

/* The one answer to the run that was fed: of this function, about this key, with this argument. Its result. */
static enum fl_gate_status answer(struct fl_gate *gate, uint8_t function, const uint8_t key[34],
                                  const uint8_t *argument, size_t argument_length, const uint8_t **result,
                                  size_t *length) {
  enum { OPERANDS = 21, HEAD = 22, ARGUMENT = HEAD + KEY };
  const uint8_t *r = gate->out.data;
  size_t n = gate->out.len;
  if (n < ARGUMENT + 2 || r[0] != function || r[OPERANDS] != 1 || memcmp(r + HEAD, key, KEY) != 0)
    return fl_gate_refuse(gate, "an answer about something else");
  size_t m = be16(r + ARGUMENT);
  if (m != argument_length || n < ARGUMENT + 2 + m + 2 ||
      (m > 0 && memcmp(r + ARGUMENT + 2, argument, m) != 0))
    return fl_gate_refuse(gate, "an answer about something else");
  const uint8_t *at = r + ARGUMENT + 2 + m;
  if (n != ARGUMENT + 2 + m + 2 + be16(at)) return fl_gate_refuse(gate, "an answer of the wrong length");
  gate->answers++;
  *result = at + 2;
  *length = be16(at);
  return FL_GATE_OK;
}

enum fl_gate_status fl_gate_get(struct fl_gate *gate, uint32_t s, const uint8_t key[34], const uint8_t **datum,
                                size_t *length) {
  struct entry e = {0};
  const uint8_t *r;
  size_t n;
  if (s > 0xffff) return fl_gate_refuse(gate, "a slot out of range");
  begin_run(&e, GET, NULL, s);
  put16(&e, 0);
  if (feed(gate, &e) != FL_GATE_OK || answer(gate, GET, key, NULL, 0, &r, &n) != FL_GATE_OK) return FL_GATE_REFUSED;
  *datum = NULL;
  *length = 0;
  if (n == 1 && r[0] == 0) return FL_GATE_OK;
  if (n < 3 || r[0] != 1 || n != 3 + be16(r + 1)) return fl_gate_refuse(gate, "an answer of the wrong length");
  *datum = r + 3;
  *length = n - 3;
  return FL_GATE_OK;
}

enum fl_gate_status fl_gate_absent(struct fl_gate *gate, uint32_t s, const uint8_t key[34]) {
  struct entry e = {0};
  const uint8_t *r;
  size_t n;
  if (s > 0xffff) return fl_gate_refuse(gate, "a slot out of range");
  begin_run(&e, GET, key, s);
  put16(&e, 0);
  if (feed(gate, &e) != FL_GATE_OK || answer(gate, GET, key, NULL, 0, &r, &n) != FL_GATE_OK) return FL_GATE_REFUSED;
  return n == 1 && r[0] == 0 ? FL_GATE_OK : fl_gate_refuse(gate, "an answer of the wrong length");
}

enum fl_gate_status fl_gate_put(struct fl_gate *gate, uint32_t s, const uint8_t key[34], const uint8_t *datum,
                                size_t length) {
  struct entry e = {0};
  const uint8_t *r;
  size_t n;
  if (gate->why) return FL_GATE_REFUSED;
  /* Before it is written: in the wrong slot it would be a put that nobody asked for. */
  if (!fl_gate_occupied(gate, s) || memcmp(fl_gate_key(gate, s), key, KEY) != 0)
    return fl_gate_refuse(gate, "an answer about something else");
  if (length > FL_GATE_DATUM) return fl_gate_refuse(gate, "a value too large");
  begin_run(&e, datum ? PUT : DELETE, NULL, s);
  put16(&e, (uint32_t)length);
  if (datum) put_bytes(&e, datum, length);
  make_room(gate);
  if (feed(gate, &e) != FL_GATE_OK) return FL_GATE_REFUSED;
  note_change(gate, s);
  if (answer(gate, datum ? PUT : DELETE, key, datum, length, &r, &n) != FL_GATE_OK) return FL_GATE_REFUSED;
  return n == (datum ? 0 : 1) ? FL_GATE_OK : fl_gate_refuse(gate, "an answer of the wrong length");
}

/* ---- Epochs ---- */

uint64_t fl_gate_epoch(const struct fl_gate *gate) { return gate->verifier.thread.epoch; }

enum fl_gate_status fl_gate_close_epoch(struct fl_gate *gate, uint64_t *epoch) {
  *epoch = fl_gate_epoch(gate);
  const struct entry next = {1, {5}}, verify = {1, {6}};
  if (feed(gate, &next) != FL_GATE_OK || feed(gate, &verify) != FL_GATE_OK) return FL_GATE_REFUSED;
  bool done = false;
  uint64_t certified = 0;
  if (!fl_monitor_publish(&gate->verifier, &gate->secret, &gate->aggregate, &done) || !done ||
      !fl_monitor_certify(&gate->aggregate, &certified))
    return fl_gate_refuse(gate, "the monitor trapped");
  if (certified <= *epoch) return fl_gate_refuse(gate, "an epoch does not certify");
  return FL_GATE_OK;
}

/* ---- Seals ---- */

/* The value of slot s with the digests that its children have now. */
static size_t flushed(const struct fl_gate *gate, uint32_t s, uint8_t value[VALUE]) {
  size_t n = slot(gate, s)->value.len;
  memcpy(value, slot(gate, s)->value.data, n);
  if (value[0] == 1)
    for (unsigned d = 0; d < 2; d++) {
      uint8_t *edge = value + edge_at(value, d);
      if (edge[0]) memcpy(edge + DIGEST_AT, gate->fresh[s][d], 32);
    }
  return n;
}

void fl_gate_seal(struct fl_gate *gate, uint8_t digest[32],
                  void (*each)(void *context, uint32_t s, const uint8_t *value, size_t length), void *context) {
  uint32_t first[DEPTH + 1];
  uint8_t value[VALUE];
  memset(first, 0xff, sizeof first);
  forget_gone(gate);
  for (uint32_t i = 0; i < gate->pending_count; i++) {
    uint32_t s = gate->pending[i], n = digits(fl_gate_key(gate, s));
    gate->next[s] = first[n];
    first[n] = s;
  }
  gate->pending_count = 0;
  /* The deepest first: each tells its parent, which lies above. */
  for (uint32_t n = DEPTH; n > 0; n--)
    for (uint32_t s = first[n]; s != FL_GATE_NONE; s = gate->next[s]) {
      size_t length = flushed(gate, s, value);
      uint32_t parent = slot(gate, s)->parent;
      gate->changed[s] = 0;
      each(context, s, value, length);
      SHA256(value, length, gate->fresh[parent][slot(gate, s)->up]);
      if (!gate->changed[parent]) {
        uint32_t m = digits(fl_gate_key(gate, parent));
        gate->changed[parent] = 1;
        gate->next[parent] = first[m];
        first[m] = parent;
      }
    }
  size_t length = flushed(gate, 0, value);
  if (gate->changed[0]) each(context, 0, value, length);
  gate->changed[0] = 0;
  SHA256(value, length, digest);
}
