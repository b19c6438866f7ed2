/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The calls of fl_host.h that the other programs here do not make, each with what it promises.
 *   calls full|commit|compared|refused|figures MODE THREADS [short]
 *   calls gates
 *   calls near
 *   calls lmdb FOLDER */
#include "fl_host.h"
#include "fl_store_lmdb.h"
#include "visit_trusted.h"
#include "whole.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static enum fl_host_mode mode;
static uint32_t threads;
static bool short_keys;
#define MUST(what)                                                                        \
  do {                                                                                    \
    if (!(what)) {                                                                        \
      fprintf(stderr, "calls: line %d: %s\n", __LINE__, #what);                           \
      exit(1);                                                                            \
    }                                                                                     \
  } while (0)

/* A store that outlives its hosts, and may refuse a batch. */
static struct fl_store *inner;
static unsigned refusals, commits;
static enum fl_store_result inner_get(void *c, const uint8_t *key, size_t n, uint8_t *value, size_t *length) {
  (void)c;
  return inner->get(inner->context, key, n, value, length);
}
static bool inner_commit(void *c, const struct fl_store_change *changes, size_t count) {
  (void)c;
  commits++;
  if (refusals > 0) return refusals--, false;
  return inner->commit(inner->context, changes, count);
}
static void stays(void *c) { (void)c; }
static struct fl_store outer = {NULL, inner_get, NULL, inner_commit, stays, NULL, false};

static struct fl_host *begin(struct fl_store *store, const struct fl_host_seal *from) {
  struct fl_host *h = fl_host_new(&(struct fl_host_options){.slots = 512, .mode = mode, .threads = threads,
                                  .short_keys = short_keys}, store);
  MUST(h);
  MUST(fl_host_start(h, from) == FL_HOST_OK);
  return h;
}
static enum fl_host_status put(struct fl_host *h, unsigned key, unsigned value) {
  return fl_host_put(h, &key, sizeof key, &value, sizeof value, 0);
}
static bool holds(struct fl_host *h, unsigned key, unsigned value) {
  struct fl_host_value v;
  return fl_host_get(h, &key, sizeof key, 0, &v) == FL_HOST_OK && v.length == sizeof value &&
         memcmp(v.data, &value, sizeof value) == 0;
}

static void at_the_end(struct fl_gate *g) {
  g->verifier.thread.counter = g->waiting.clock.counter = UINT32_MAX - 10;
}

/* The last times of an epoch are given away: what comes then is FULL, and nothing is done, until the epoch ends. */
static void full(void) {
  enum { KEYS = 20 };
  struct fl_host *h = begin(fl_store_memory(), NULL);
  unsigned value[KEYS], times_full = 0;
  uint64_t certified, epochs = 0;
  for (unsigned k = 0; k < KEYS; k++) MUST(put(h, k, value[k] = k) == FL_HOST_OK);
  for (unsigned i = 0; i < 200; i++) {
    struct fl_host *mine = fl_host_thread(h, i % threads);
    unsigned k = i * 7 % KEYS;
    if (i % 50 == 0) /* as if so much had been done in this epoch */
      for (uint32_t t = 0; t < threads; t++) {
        struct fl_gate *g = fl_host_thread(h, t)->gate;
        MUST(fl_gate_take(g) == FL_GATE_OK);
        at_the_end(g);
        if (i % 100 == 0) at_the_end(h->whole->trunk->gate);
      }
    enum fl_host_status s = put(mine, k, value[k] + 1);
    MUST(s == FL_HOST_OK || s == FL_HOST_FULL);
    if (s == FL_HOST_OK) value[k]++;
    if (s != FL_HOST_FULL) continue;
    times_full++;
    struct fl_host_value v; /* nothing else is done either, and nothing is a lie */
    MUST(fl_host_get(mine, &k, sizeof k, 0, &v) == FL_HOST_FULL && !v.data);
    MUST(fl_host_why(h) == NULL);
    MUST(fl_host_certify(mine, &certified) == FL_HOST_OK && certified > epochs);
    epochs = certified;
    MUST(holds(mine, k, value[k]));
  }
  MUST(times_full >= (threads == 1 ? 1 : 4)); /* what stays with the only thread needs no times */
  for (unsigned k = 0; k < KEYS; k++) MUST(holds(h, k, value[k]));
  MUST(fl_host_certify(h, &certified) == FL_HOST_OK && certified == fl_host_certified(h));
  fl_host_free(h);
}

/* What is said of a record that stays with a thread of the monitor is an answer at once, and is compared with the
 * monitor's when that takes it: when as many wait as may, and before the epoch ends. */
static struct fl_record *any_record(struct fl_host *h, const struct fl_record *but) {
  for (size_t i = 0; i < (size_t)1 << h->whole->records->bits; i++)
    for (uint64_t j = 0; j < h->whole->records->shards[i].size; j++) {
      struct fl_record *r = &h->whole->records->shards[i].all[j];
      if (r->taken && r != but) return r;
    }
  return NULL;
}
static void compared(void) {
  for (unsigned asked = 1; mode != FL_HOST_MERKLE && asked <= 1 + FL_GATE_WAITING; asked += FL_GATE_WAITING) {
    struct fl_host *h = begin(fl_store_memory(), NULL);
    struct fl_host_value v;
    uint64_t certified;
    unsigned key = 5;
    for (unsigned i = 0; i < 3; i++) MUST(put(h, key, 7) == FL_HOST_OK && holds(h, key, 7));
    struct fl_record *r = any_record(h, NULL);
    MUST(r && r->cached && fl_host_certify(h, &certified) == FL_HOST_OK && holds(h, key, 7));
    MUST(fl_gate_take(h->gate) == FL_GATE_OK);
    r->here[1] ^= 1;
    for (unsigned i = 0; i < FL_GATE_WAITING && i < asked; i++) MUST(holds(h, key, 6) && fl_host_why(h) == NULL);
    if (asked > FL_GATE_WAITING) MUST(fl_host_get(h, &key, sizeof key, 0, &v) == FL_HOST_LIE && !v.data);
    uint64_t before = certified;
    MUST(fl_host_certify(h, &certified) == FL_HOST_LIE && fl_host_certified(h) == before);
    MUST(strcmp(fl_host_why(h), "an answer that is not what was said") == 0);
    fl_host_free(h);
  }
}

/* A put through another record's slot is noticed when it has been taken; nothing is certified then. */
static void wrong_slot(void) {
  for (unsigned written = 1; mode != FL_HOST_MERKLE && written <= 100; written += 99) { /* short, and not */
    struct fl_host *h = begin(fl_store_memory(), NULL);
    uint64_t certified, before;
    static const uint8_t value[100];
    unsigned keys[2] = {5, 6};
    for (unsigned i = 0; i < 3; i++)
      for (unsigned k = 0; k < 2; k++) MUST(put(h, keys[k], 7) == FL_HOST_OK && holds(h, keys[k], 7));
    struct fl_record *r = any_record(h, NULL), *other = any_record(h, r);
    MUST(r && other && r->cached && other->cached && r->counter != other->counter);
    MUST(fl_host_certify(h, &before) == FL_HOST_OK && fl_gate_take(h->gate) == FL_GATE_OK);
    uint32_t slot = r->counter;
    r->counter = other->counter;
    other->counter = slot;
    MUST(fl_host_put(h, &keys[0], sizeof keys[0], value, written, 0) == FL_HOST_OK && fl_host_why(h) == NULL);
    MUST(fl_host_certify(h, &certified) == FL_HOST_LIE && fl_host_certified(h) == before);
    MUST(strcmp(fl_host_why(h), "an answer that is not what was said") == 0);
    fl_host_free(h);
  }
}

/* A commit in its parts, while answers go on; one that the store refuses is brought again. */
static void commit(void) {
  enum { KEYS = 60 };
  struct fl_host_seal seal, other;
  size_t count;
  inner = fl_store_memory();
  struct fl_host *h = begin(&outer, NULL);
  for (unsigned k = 0; k < KEYS; k++) MUST(put(fl_host_thread(h, k % threads), k, k) == FL_HOST_OK);
  MUST(fl_host_changed(h) && !fl_host_committing(h));
  MUST(fl_host_commit_begin(h, &seal) == FL_HOST_OK && seal.changed && seal.epoch >= 1);
  MUST(fl_host_committing(h) && !fl_host_changed(h));
  MUST(fl_host_commit_begin(h, &other) == FL_HOST_STORE); /* one at a time */
  MUST(fl_host_commit_with(h, (const uint8_t *)"seal", 4, seal.root, 32) == FL_HOST_OK);
  for (unsigned k = 0; k < KEYS; k += 2) /* of the next batch */
    MUST(holds(h, k, k) && put(h, k, 1000 + k) == FL_HOST_OK && holds(fl_host_thread(h, threads - 1), k, 1000 + k));
  const struct fl_store_change *batch = fl_host_commit_batch(h, &count);
  unsigned own = 0, leaves = 0;
  for (size_t i = 0; i < count; i++) {
    own += batch[i].key_length == 4 && memcmp(batch[i].key, "seal", 4) == 0 && batch[i].value_length == 32 &&
           memcmp(batch[i].value, seal.root, 32) == 0;
    leaves += batch[i].key[0] == 'l';
    for (size_t j = 0; j < i; j++) /* no key is there twice */
      MUST(batch[i].key_length != batch[j].key_length || memcmp(batch[i].key, batch[j].key, batch[i].key_length) != 0);
  }
  MUST(own == 1 && leaves == KEYS);
  MUST(inner->commit(inner->context, batch, count));
  fl_host_commit_end(h);
  MUST(!fl_host_committing(h) && fl_host_changed(h));

  refusals = 2;
  commits = 0;
  MUST(fl_host_commit(h, &other) == FL_HOST_STORE && fl_host_committing(h));
  for (unsigned k = 0; k < KEYS; k++) MUST(holds(h, k, k % 2 ? k : 1000 + k));
  MUST(fl_host_commit(h, &other) == FL_HOST_STORE && fl_host_commit(h, &other) == FL_HOST_OK && commits == 3);
  MUST(!fl_host_committing(h) && memcmp(seal.root, other.root, 32) != 0);
  seal = other; /* as its begin said, not the calls after it */
  fl_host_free(h);

  h = begin(&outer, &seal);
  for (unsigned k = 0; k < KEYS; k++) MUST(holds(h, k, k % 2 ? k : 1000 + k));
  MUST(fl_host_commit(h, &other) == FL_HOST_OK && memcmp(seal.root, other.root, 32) == 0); /* nothing was written */
  fl_host_free(h);
  inner->close(inner->context);
}

/* Whoever finds a lie elsewhere says so: nothing is answered any more, and the first reason stays. */
static void refused(void) {
  struct fl_host *h = begin(fl_store_memory(), NULL);
  struct fl_host_value v;
  struct fl_host_seal seal;
  int64_t sum;
  bool was;
  uint64_t certified;
  unsigned key = 5;
  MUST(put(h, key, 1) == FL_HOST_OK && fl_host_certify(h, &certified) == FL_HOST_OK);
  MUST(fl_host_why(h) == NULL);
  fl_host_refuse(fl_host_thread(h, threads - 1), "a seal that is none");
  fl_host_refuse(h, "something later");
  for (uint32_t t = 0; t < threads; t++) {
    struct fl_host *mine = fl_host_thread(h, t);
    MUST(put(mine, key, 2) == FL_HOST_LIE);
    MUST(fl_host_get(mine, &key, sizeof key, 0, &v) == FL_HOST_LIE && !v.data);
    MUST(fl_host_delete(mine, &key, sizeof key, 0, &was) == FL_HOST_LIE && !was);
    MUST(fl_host_touch(mine, &key, sizeof key, 0, 9, &was) == FL_HOST_LIE && !was);
    MUST(fl_host_add(mine, &key, sizeof key, 0, 1, &sum) == FL_HOST_LIE);
    MUST(fl_host_certify(mine, &certified) == FL_HOST_LIE);
    MUST(strcmp(fl_host_why(mine), "a seal that is none") == 0);
  }
  MUST(fl_host_commit(h, &seal) == FL_HOST_LIE && fl_host_commit_begin(h, &seal) == FL_HOST_LIE);
  fl_host_free(h);

  h = fl_host_new(&(struct fl_host_options){.slots = 512, .mode = mode, .threads = threads}, fl_store_memory());
  MUST(h);
  fl_host_refuse(h, "before it began");
  MUST(strcmp(fl_host_why(h), "before it began") == 0 && put(h, key, 1) == FL_HOST_LIE);
  fl_host_free(h);
}

/* The gate itself, whoever asks: after a refusal anywhere in the run no gate gives an answer, provisional or not. */
static void gates(void) {
  static const uint8_t key[FL_KEY] = {1, 0, 77}, datum[] = "datum";
  const char *why = NULL;
  struct fl_gates *all = fl_gates_new(3, 512, 0);
  struct fl_gate *tree = fl_gate_new(all, NULL, 0, NULL, &why), *one = fl_gate_another(all, 1, false),
                 *two = fl_gate_another(all, 2, false);
  MUST(tree && one && two);
  struct fl_gate_visit v = {.key = key, .datum = datum, .length = 5, .stamp = {0, 7, 0}};
  MUST(fl_gate_visit(one, &v) == FL_GATE_OK && one->waiting.visits == 1);
  struct fl_gate_receipt told = one->receipt;
  struct fl_gate_visit in_slot = {.key = key, .datum = datum, .length = 5, .slot = 3, .cached = true};
  MUST(fl_gate_refuse(two, "something seen elsewhere") == FL_GATE_REFUSED);
  MUST(fl_gate_visit(one, &v) == FL_GATE_REFUSED && fl_gate_visit(one, &in_slot) == FL_GATE_REFUSED);
  MUST(fl_gate_visit(two, &v) == FL_GATE_REFUSED && two->waiting.visits == 0);
  MUST(one->waiting.visits == 1 && told.index == one->receipt.index && told.counter == one->receipt.counter);
  MUST(fl_gate_take(one) == FL_GATE_REFUSED && one->answers == 0);
  fl_gate_free(two);
  fl_gate_free(one);
  fl_gate_free(tree);
  fl_gates_free(all);
}

static void figures(void) {
  enum { KEYS = 300 };
  struct fl_host *h = begin(fl_store_memory(), NULL);
  struct fl_host_figures f, g;
  struct fl_host_seal seal;
  uint64_t certified;
  for (unsigned k = 0; k < KEYS; k++) MUST(put(fl_host_thread(h, k % threads), k, k) == FL_HOST_OK);
  for (unsigned k = 0; k < KEYS; k++) MUST(holds(h, k, k));
  fl_host_figures(h, &f);
  MUST(f.answers == 2 * KEYS && f.entries >= 2 * KEYS);
  MUST(f.in_blum == (mode == FL_HOST_MERKLE ? 0 : KEYS));
  MUST(f.cached > 0 && f.cached <= 512 * (threads + 1));
  uint64_t epoch = f.epoch;
  MUST(fl_host_certify(h, &certified) == FL_HOST_OK);
  fl_host_figures(h, &f);
  MUST(f.epoch == epoch + 1 && certified == f.epoch && f.answers == 2 * KEYS);
  MUST(fl_host_commit(h, &seal) == FL_HOST_OK && seal.epoch == f.epoch + 1);
  fl_host_figures(h, &g);
  MUST(g.pending_bytes == 0 && g.in_blum == 0 && g.epoch == f.epoch + 1);
  MUST(holds(h, 1, 1) && put(h, KEYS, 0) == FL_HOST_OK);
  fl_host_figures(h, &g);
  MUST(g.answers == 2 * KEYS + 2 && g.in_blum == (mode == FL_HOST_MERKLE ? 0 : 1));
  fl_host_free(h);
}

/* What is kept beside the cache takes memory in its order: places are given out one after the other, each once, however
 * the records' hashes lie. (The pages of a table that is filled here and there were all had at once, a third of a
 * second long, when the cache was full for the first time.) What was deleted gives its place to others. */
static void near_places(const struct fl_tree *t) {
  uint32_t ways = (t->near_mask + 1) * FL_TREE_WAYS, given = 0;
  bool *seen = calloc(ways + 1, sizeof *seen);
  MUST(seen);
  for (uint32_t i = 0; i < ways; i++) {
    uint32_t place = t->near_ways[i].place;
    MUST(place <= t->near_places && (place > 0 || t->near_ways[i].tag == 0));
    if (place == 0) continue;
    MUST(!seen[place]);
    seen[place] = true;
    given++;
  }
  MUST(given == t->near_places);
  free(seen);
}
static void near(uint32_t room) {
  enum { KEYS = 2000 };
  struct fl_store *store = fl_store_memory();
  struct fl_host *h = fl_host_new(&(struct fl_host_options){.slots = 512, .near = room}, store);
  MUST(h && fl_host_start(h, NULL) == FL_HOST_OK);
  struct fl_tree *t = h->whole->trunk;
  struct fl_host_figures f;
  bool was;
  MUST(t->near_places == 0);
  for (unsigned k = 0; k < KEYS; k++) MUST(put(h, k, k) == FL_HOST_OK);
  near_places(t);
  uint32_t most = (t->near_mask + 1) * FL_TREE_WAYS, first = t->near_places;
  MUST(first > 0 && first <= 2 * KEYS && first <= most);
  for (unsigned k = 0; k < KEYS; k += 2)
    MUST(fl_host_delete(h, &k, sizeof k, 0, &was) == FL_HOST_OK && was);
  near_places(t);
  for (unsigned k = 0; k < KEYS; k += 2) MUST(put(h, k, k + 1) == FL_HOST_OK);
  for (unsigned k = 0; k < KEYS; k++) MUST(holds(h, k, k % 2 ? k : k + 1));
  near_places(t);
  fl_host_figures(h, &f);
  MUST(t->near_places <= most && (room < 4 * KEYS || f.fetched == 1)); /* the root's, at the start */
  fl_host_free(h);
}

/* LMDB: all names of fl_store.h, of fronts of equal and of other digits, have records of their own. */
static void names(const char *folder) {
  enum { DIGITS = 256, SHAPES = 4, MOST = SHAPES * (DIGITS + 3) + 1 };
  static const char others[] = "lvk";
  static uint8_t keys[MOST][FL_STORE_KEY], read[FL_STORE_VALUE];
  static struct fl_store_change all[MOST];
  const char *why = NULL;
  size_t count = 0, length;
  for (unsigned shape = 0; shape < SHAPES; shape++) {
    uint8_t bits[32];
    for (unsigned i = 0; i < 32; i++) bits[i] = (uint8_t)(shape == 0 ? 0 : shape == 1 ? 0xff : shape == 2 ? i : 37 * i);
    for (unsigned d = 0; d < DIGITS; d++) {
      uint8_t *key = keys[count];
      key[0] = 'n', key[2] = (uint8_t)d;
      memcpy(key + 3, bits, (d + 7) / 8);
      if (d % 8) key[2 + (d + 7) / 8] &= (uint8_t)(0xff00 >> d % 8);
      if (d == 0 && shape > 0) continue; /* the root is the root */
      all[count++].key_length = 3 + (d + 7) / 8;
    }
    for (const char *other = others; *other; other++) {
      keys[count][0] = (uint8_t)*other;
      memcpy(keys[count] + 1, bits, 32);
      all[count++].key_length = 33;
    }
  }
  keys[count][0] = 's';
  all[count++].key_length = 1;
  for (size_t i = 0; i < count; i++) all[i].key = all[i].value = keys[i], all[i].value_length = all[i].key_length;
  struct fl_store *store = fl_store_lmdb(folder, &why);
  MUST(store && store->commit(store->context, all, count));
  size_t different = 0;
  for (size_t i = 0; i < count; i++) {
    bool again = false; /* among fronts of zeros and of a sequence that begins with them */
    for (size_t j = 0; j < i && !again; j++)
      again = all[i].key_length == all[j].key_length && memcmp(keys[i], keys[j], all[i].key_length) == 0;
    different += !again;
    MUST(store->get(store->context, keys[i], all[i].key_length, read, &length) == FL_STORE_FOUND);
    MUST(length == all[i].key_length && memcmp(read, keys[i], length) == 0);
  }
  for (size_t i = 0; i < count; i++) all[i].value = NULL;
  MUST(different > 900 && store->commit(store->context, all, 1));
  for (size_t i = 1; i < count; i++) /* one is gone, and no other with it */
    MUST(store->get(store->context, keys[i], all[i].key_length, read, &length) == FL_STORE_FOUND);
  MUST(store->get(store->context, keys[0], all[0].key_length, read, &length) == FL_STORE_ABSENT);
  uint8_t none[] = {'n', 1, 0};
  struct fl_store_change wrong = {.key = none, .value = none, .key_length = 3, .value_length = 3};
  MUST(!store->commit(store->context, &wrong, 1));
  store->close(store->context);
}

/* LMDB: what was committed is there when it is opened again, and a root from before is refused. */
static void lmdb(const char *folder) {
  char file[4096];
  const char *why = NULL;
  struct fl_host_seal first, second;
  threads = 1;
  for (unsigned round = 0; round < 2; round++) {
    struct fl_store *store = fl_store_lmdb(folder, &why);
    MUST(store);
    struct fl_host *h = begin(store, round ? &first : NULL);
    if (round == 0) {
      for (unsigned k = 0; k < 900; k++) MUST(put(h, k, k) == FL_HOST_OK);
      static char large[60000];
      memset(large, 7, sizeof large);
      MUST(fl_host_put(h, "large", 5, large, sizeof large, 0) == FL_HOST_OK);
      MUST(fl_host_commit(h, &first) == FL_HOST_OK);
      MUST(put(h, 0, 77) == FL_HOST_OK); /* and is lost */
    } else {
      struct fl_host_value v;
      bool was;
      unsigned gone = 3;
      for (unsigned k = 0; k < 900; k++) MUST(holds(h, k, k));
      MUST(fl_host_get(h, "large", 5, 0, &v) == FL_HOST_OK && v.length == 60000 && v.data[59999] == 7);
      MUST(fl_host_delete(h, &gone, sizeof gone, 0, &was) == FL_HOST_OK && was);
      MUST(fl_host_delete(h, "large", 5, 0, &was) == FL_HOST_OK && was);
      MUST(fl_host_commit(h, &second) == FL_HOST_OK);
    }
    fl_host_free(h);
  }
  struct fl_store *store = fl_store_lmdb(folder, &why);
  MUST(store);
  struct fl_host *h = fl_host_new(&(struct fl_host_options){.slots = 512}, store);
  MUST(h && fl_host_start(h, &first) == FL_HOST_LIE);
  fl_host_free(h);
  store = fl_store_lmdb(folder, &why);
  MUST(store);
  h = begin(store, &second);
  unsigned gone = 3;
  struct fl_host_value v;
  MUST(holds(h, 2, 2) && fl_host_get(h, &gone, sizeof gone, 0, &v) == FL_HOST_OK && !v.data);
  MUST(fl_host_get(h, "large", 5, 0, &v) == FL_HOST_OK && !v.data);
  fl_host_free(h);

  snprintf(file, sizeof file, "%s/data.mdb", folder); /* a file, where a folder should be */
  why = NULL;
  MUST(!fl_store_lmdb(file, &why) && why && *why);
}

int main(int argc, char **argv) {
  if (argc == 3 && strcmp(argv[1], "lmdb") == 0) return lmdb(argv[2]), 0;
  if (argc == 3 && strcmp(argv[1], "names") == 0) return names(argv[2]), 0;
  if (argc == 2 && strcmp(argv[1], "gates") == 0) return gates(), 0;
  if (argc == 2 && strcmp(argv[1], "near") == 0) return near(64), near(1 << 16), 0;
  if (argc != 4 && argc != 5) return 2;
  short_keys = argc == 5;
  mode = strcmp(argv[2], "hybrid") == 0 ? FL_HOST_HYBRID : strcmp(argv[2], "blum") == 0 ? FL_HOST_BLUM : FL_HOST_MERKLE;
  threads = (uint32_t)atoi(argv[3]);
  if (strcmp(argv[1], "full") == 0) full();
  else if (strcmp(argv[1], "commit") == 0) commit();
  else if (strcmp(argv[1], "compared") == 0) compared(), wrong_slot();
  else if (strcmp(argv[1], "refused") == 0) refused();
  else if (strcmp(argv[1], "figures") == 0) figures();
  else return 2;
  return 0;
}
