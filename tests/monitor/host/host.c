/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The host over stores that are honest and stores that lie, beside an array that says what is right.
 *   host honest SEED OPERATIONS [LOG]     all answers are right; restarts and seals too; LOG.001, LOG.002 and so on
 *                                         get the monitor's logs, one for each run, or LOG.001.0, LOG.001.1 if it has
 *                                         several threads; and which epoch was sealed last
 *   host lies SEED LIES                   until so many lies were told: no answer is wrong
 *   host tamper SEED LIES                 the records of Blum are what lies: nothing is certified after that
 * All with MODE=merkle (or hybrid, blum) and THREADS=1 in the environment; short keys if KEYS=short; in Merkle mode
 * with one thread, each run with a cache in so many parts, or one, if PARTS=2 (or more). */
#include "fl_host.h"
#include "gate_trusted.h"
#include "lying_store.h"
#include "walk.h"
#include "whole.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* More than there are slots, whether leaves are in them or not. */
enum { KEYS = 1200, MERKLE_KEYS = 450, LARGE = 1200 };

struct right { bool there; uint8_t data[LARGE]; size_t length; uint64_t expires; };
static struct right right[KEYS], sealed[KEYS];
static struct lying lying = {.random = 88172645463325252u};
static uint64_t now = 1000;
static enum fl_host_mode mode;
static uint32_t threads = 1, parts = 1;
static uint64_t foreseen;
static bool short_keys, tampered; /* after that an answer may be wrong */

static void die(const char *what) {
  fprintf(stderr, "host: %s\n", what);
  exit(1);
}
static void wrong(const char *what) {
  if (!tampered) die(what);
}
static unsigned key_count(void) { return mode == FL_HOST_MERKLE && parts == 1 ? MERKLE_KEYS : KEYS; }
static uint64_t dice(uint64_t n) { return lying_random(&lying) % n; }
static size_t name(char text[32], unsigned k) { return (size_t)snprintf(text, 32, "key:%u", k); }

static bool is_there(const struct right *r) { return r->there && (!r->expires || now < r->expires); }
static bool is_what(const struct right *r, const uint8_t *data, size_t length, uint64_t expires) {
  return r->length == length && memcmp(r->data, data, length) == 0 && r->expires == expires;
}

/* The record at or after a place, beside all of ours; those whose time is over may be there. */
static enum fl_host_status next(struct fl_host *h) {
  static uint8_t places[KEYS][34];
  static struct fl_host_record found;
  uint8_t from[32];
  char key[32];
  for (unsigned k = 0; !places[KEYS - 1][0] && k < KEYS; k++) {
    size_t n = name(key, k);
    if (short_keys) fl_value_short_key(places[k], (const uint8_t *)key, n);
    else fl_value_key(places[k], (const uint8_t *)key, n);
  }
  memcpy(from, places[dice(KEYS)] + 2, 32);
  if (dice(3) == 0) fl_host_after(from);
  if (dice(9) == 0) memset(from, dice(2) ? 0 : 255, 32);
  enum fl_host_status status = fl_host_next(h, from, &found);
  if (mode != FL_HOST_MERKLE && status != FL_HOST_NO_WALK) wrong("a walk where there is none");
  if (status != FL_HOST_OK) return found.there ? die("a record with an error"), status : status;
  unsigned first = KEYS;
  for (unsigned k = 0; k < KEYS; k++)
    if (memcmp(places[k] + 2, from, 32) >= 0 && (is_there(&right[k]) || (found.there && right[k].there &&
        memcmp(places[k] + 2, found.place, 32) == 0)) &&
        (first == KEYS || memcmp(places[k], places[first], 34) < 0))
      first = k;
  if (!found.there) return first == KEYS ? status : (wrong("a record is left out"), status);
  if (first == KEYS || memcmp(found.place, places[first] + 2, 32) != 0) wrong("not the next record");
  else if (found.name_length != name(key, first) || memcmp(found.name, key, found.name_length) != 0)
    wrong("another one's name");
  else if (!is_what(&right[first], found.data, found.length, found.expires)) wrong("another value");
  return status;
}

/* Several changes as one: once all is prepared, the store cannot fail in the middle. */
static enum fl_host_status together(struct fl_host *h) {
  enum { SOME = 400 };
  unsigned some[SOME], count = mode == FL_HOST_MERKLE ? SOME : SOME / 8; /* where it is done more often */
  char key[32];
  enum fl_host_status status = fl_host_together_begin(h);
  for (unsigned i = 0; i < count && status == FL_HOST_OK; i++) {
    some[i] = (unsigned)dice(KEYS);
    size_t n = name(key, some[i]);
    status = fl_host_prepare(h, key, n);
  }
  struct lying was_lying = lying;
  lying.kind = LIE_FAIL;
  lying.one_in = 1;
  for (unsigned i = 0; i < count && status == FL_HOST_OK; i++) {
    struct right *r = &right[some[i]];
    size_t n = name(key, some[i]);
    bool was = is_there(r), erase = dice(3) == 0;
    status = erase ? fl_host_delete(h, key, n, now, &was) : fl_host_put(h, key, n, key, n, 0);
    if (status == FL_HOST_STORE) die("a store is asked between changes that are one step");
    if (status != FL_HOST_OK) break;
    if (erase && was != is_there(r)) wrong("a wrong answer: deleted in one step");
    *r = (struct right){.there = !erase, .length = n};
    memcpy(r->data, key, n);
  }
  was_lying.random = lying.random;
  lying = was_lying;
  fl_host_together_end(h);
  return status;
}

/* What is said to come may come or not, and has changed meanwhile or not. */
static void soon(struct fl_host *h) {
  enum { SOME = 80 };
  static char text[SOME][32];
  struct fl_host_name names[SOME];
  size_t count = (size_t)dice(SOME + 1);
  for (size_t i = 0; i < count; i++) {
    unsigned k = (unsigned)dice(key_count());
    names[i] = (struct fl_host_name){text[i], name(text[i], k)};
  }
  size_t away = fl_host_soon(h, names, count);
  if (away > count || away > FL_HOST_SOON) die("more is to come than was said");
  foreseen += away;
}

/* One operation with one key; what it comes to. An answer that is wrong ends the program. */
static enum fl_host_status one(struct fl_host *host) {
  struct fl_host *h = fl_host_thread(host, (uint32_t)dice(threads));
  char key[32];
  if (dice(8) == 0) soon(h);
  unsigned k = (unsigned)dice(key_count());
  size_t n = name(key, k);
  struct right *r = &right[k];
  bool there = r->there && (!r->expires || now < r->expires);
  enum fl_host_status status;
  switch (dice(14)) {
  case 11:
    status = dice(30) ? next(h) : FL_HOST_NO_WALK;
    return status == FL_HOST_NO_WALK ? together(h) : status;
  default: {
    struct fl_host_value v;
    status = fl_host_get(h, key, n, now, &v);
    if (status != FL_HOST_OK) return v.data ? die("data with an error"), status : status;
    if (!v.data != !there) wrong("a wrong answer: there or not");
    if (there && v.data && (v.length != r->length || memcmp(v.data, r->data, v.length) != 0))
      wrong("a wrong answer: the value");
    if (there && v.expires != r->expires) wrong("a wrong answer: its time");
    return status;
  }
  case 5: case 6: case 7: {
    static uint8_t data[LARGE];
    size_t length = dice(8) ? dice(40) : dice(LARGE);
    for (size_t i = 0; i < length; i++) data[i] = (uint8_t)lying_random(&lying);
    uint64_t expires = dice(10) ? 0 : now + dice(50) + 1;
    status = fl_host_put(h, key, n, data, length, expires);
    if (status == FL_HOST_OK) {
      *r = (struct right){.there = true, .length = length, .expires = expires};
      memcpy(r->data, data, length);
    }
    return status;
  }
  case 10: {
    bool was;
    uint64_t expires = dice(2) ? 0 : now + dice(50) + 1;
    status = fl_host_touch(h, key, n, now, expires, &was);
    if (status == FL_HOST_OK && was != there) wrong("a wrong answer: touched");
    if (status == FL_HOST_OK && was) r->expires = expires;
    return status;
  }
  case 12: { /* in the middle, behind the end, beyond what there is room for */
    uint8_t more[40];
    size_t at = dice(4) ? dice(300) : dice(8) ? dice(LARGE - sizeof more) : FL_VALUE_MOST - 35 + dice(100), whole = 0;
    size_t m = at < LARGE ? dice(sizeof more) : FL_VALUE_MOST + 1 - at + dice(3) * 1000;
    if (at > FL_VALUE_MOST) m = dice(2);
    for (size_t i = 0; i < sizeof more; i++) more[i] = (uint8_t)dice(256);
    status = fl_host_splice(h, key, n, now, at, more, m, &whole);
    if (status == FL_HOST_TOO_LARGE) return at < LARGE ? wrong("there is room"), status : FL_HOST_OK;
    if (status != FL_HOST_OK) return status;
    size_t old = there ? r->length : 0, end = at + m > old ? at + m : old;
    if (at >= LARGE || whole != end) wrong("a wrong answer: a length");
    if (at > old) memset(r->data + old, 0, at - old);
    memcpy(r->data + at, more, m);
    r->length = end;
    if (!there) r->expires = 0;
    r->there = true;
    return status;
  }
  case 8: {
    bool was;
    status = fl_host_delete(h, key, n, now, &was);
    if (status == FL_HOST_OK && was != there) wrong("a wrong answer: deleted");
    if (status == FL_HOST_OK) r->there = false;
    return status;
  }
  case 9: {
    int64_t sum, by = (int64_t)dice(100) - 50;
    char text[32] = "", *end = text;
    if (there && r->length < 20) memcpy(text, r->data, r->length);
    int64_t old = strtoll(text, &end, 10);
    char back[32];
    bool number = !there || (r->length > 0 && r->length < 20 && snprintf(back, 32, "%" PRId64, old) == (int)r->length &&
                             memcmp(back, r->data, r->length) == 0);
    status = fl_host_add(h, key, n, now, by, &sum);
    if (status == FL_HOST_OVERFLOW) return wrong("a sum that fits"), status;
    if (status == FL_HOST_NO_NUMBER) return number ? wrong("a number that is one"), status : FL_HOST_OK;
    if (status != FL_HOST_OK) return status;
    if (!number || sum != (there ? old : 0) + by) wrong("a wrong answer: a sum");
    r->length = (size_t)snprintf((char *)r->data, 32, "%" PRId64, sum);
    if (!there) r->expires = 0;
    r->there = true;
    return status;
  }
  }
}

/* The logs of the present run: PATH, its number, and the thread's. */
static FILE *logs[1 + FL_HOST_THREADS];
static void open_logs(const char *path, unsigned run) {
  uint32_t count = mode == FL_HOST_MERKLE && threads == 1 ? 1 : 1 + threads;
  for (uint32_t i = 0; path && i < count; i++) {
    char name[4096];
    snprintf(name, sizeof name, count == 1 ? "%s.%03u" : "%s.%03u.%u", path, run, i);
    if (!(logs[i] = fopen(name, "wb"))) die("the log");
  }
}
static void close_logs(void) {
  for (uint32_t i = 0; i <= FL_HOST_THREADS; i++) {
    if (logs[i] && fclose(logs[i]) != 0) die("the log");
    logs[i] = NULL;
  }
}
static void write_log(void *context, uint32_t thread, const uint8_t *entry, size_t length) {
  (void)context;
  fwrite(entry, 1, length, logs[thread]);
}
static struct fl_store *kept; /* outlives its hosts */
static void keep_open(void *context) { (void)context; }
static void path(void *context, const uint8_t *key, size_t key_length, const uint8_t leaf[32],
                 bool (*each)(void *, const uint8_t *, size_t, const uint8_t *, size_t), void *mine) {
  (void)context;
  fl_store_walk(kept, key, key_length, leaf, each, mine);
}
static void paths(void *context, const struct fl_store_way *ways, size_t count,
                  bool (*each)(void *, const uint8_t *, size_t, const uint8_t *, size_t), void *mine) {
  for (size_t i = 0; i < count; i++) path(context, ways[i].key, ways[i].key_length, ways[i].leaf, each, mine);
}
static struct fl_host *begin_over(struct fl_store *store, bool log, unsigned run) {
  struct fl_host *h = fl_host_new(&(struct fl_host_options){.slots = 512, .near = dice(2) ? 0 : 64, .mode = mode,
                                      .threads = threads, .parts = dice(3) ? parts : 1, .short_keys = short_keys,
                                      .incarnation = run,
                                      .thread_log = log ? write_log : NULL}, store);
  if (!h) die("cannot begin");
  return h;
}
static struct fl_host *begin(bool log, unsigned run) {
  bool walks = dice(2);
  kept->path = walks ? path : NULL;
  kept->paths = walks ? paths : NULL;
  return begin_over(kept, log, run);
}

static void honest(uint64_t operations, const char *path) {
  unsigned restarts = 0, seals = 0;
  bool log = path != NULL;
  open_logs(path, 1);
  kept = fl_store_memory();
  kept->close = keep_open;
  struct fl_host *h = begin(log, 1);
  struct fl_host_seal seal = {0};
  if (fl_host_start(h, NULL) != FL_HOST_OK) die("an empty store");
  for (uint64_t i = 0; i < operations; i++) {
    now += dice(3);
    if (one(h) != FL_HOST_OK) die(fl_host_why(h) ? fl_host_why(h) : "an error without reason");
    if (dice(60) == 0) {
      uint64_t certified, epoch = fl_host_receipt(h).epoch;
      if (fl_host_certify(fl_host_thread(h, (uint32_t)dice(threads)), &certified) != FL_HOST_OK)
        die(fl_host_why(h) ? fl_host_why(h) : "an epoch");
      if (certified <= epoch || certified != fl_host_certified(h)) die("an epoch that is not certified");
    }
    if (dice(20) == 0) {
      bool changed = fl_host_changed(h);
      fl_host_settle(h, (uint32_t)dice(dice(2) ? 10 : 1000));
      if (fl_host_changed(h) != changed) die("a part of a commit that is taken for all of it");
    }
    if (dice(200) == 0) {
      if (fl_host_commit(h, &seal) != FL_HOST_OK) die("a commit");
      memcpy(sealed, right, sizeof right);
      seals++;
      if (fl_host_changed(h) || fl_host_settle(h, 1) != 0) die("a change after a commit");
      /* (Only runs of one thread are audited one after the other.) */
      if (dice(2) == 0 && !logs[1]) { /* what came after the seal is lost, nothing else */
        for (unsigned j = 0; j < dice(50); j++) one(h);
        fl_host_free(h);
        memcpy(right, sealed, sizeof right);
        restarts++;
        close_logs();
        open_logs(path, 1 + restarts);
        h = begin(log, 1 + restarts);
        if (fl_host_start(h, &seal) != FL_HOST_OK) die(fl_host_why(h) ? fl_host_why(h) : "a restart");
      }
    }
  }
  if (fl_host_commit(h, &seal) != FL_HOST_OK) die("a commit");
  fl_host_free(h);
  bool foresees = mode == FL_HOST_MERKLE && threads == 1 && !short_keys;
  if (restarts > 10 && (foreseen > 0) != foresees) die("what is to come is fetched, or not");
  /* Another root is none of ours. */
  seal.root[31] ^= 1;
  h = begin(false, 0);
  if (fl_host_start(h, &seal) != FL_HOST_LIE || !fl_host_why(h)) die("a start from another root");
  fl_host_free(h);
  close_logs();
  printf("%" PRIu64 " operations, %u seals, %u restarts, sealed before epoch %" PRIu64 "\n", operations, seals,
         restarts, seal.epoch);
  struct { struct fl_store *s; void (*close)(void *); } again = {fl_store_memory(), NULL};
  again.s->close(again.s->context);
}

static void lies(uint64_t wanted) {
  uint64_t rounds = 0, caught = 0, answers = 0, failed = 0;
  const char *reasons[64] = {0};
  uint64_t times[64] = {0};
  while (lying.told < wanted) {
    memset(right, 0, sizeof right);
    lying.one_in = 0;
    struct fl_store *store = lying_store(&lying);
    struct fl_host *h = begin_over(store, false, 0);
    struct fl_host_seal seal;
    uint64_t certified;
    if (fl_host_start(h, NULL) != FL_HOST_OK) die("cannot begin");
    for (unsigned i = 0; i < 900; i++) {
      if (one(h) != FL_HOST_OK) die("an honest store is refused");
      if (i % 90 == 0 && fl_host_commit(h, &seal) != FL_HOST_OK) die("a commit");
    }
    lying.one_in = 1 + (unsigned)dice(300);
    for (unsigned i = 0; i < 2000 && !fl_host_why(h); i++) {
      enum fl_host_status status = one(h);
      answers += status == FL_HOST_OK;
      failed += status == FL_HOST_STORE;
      if (status == FL_HOST_LIE && !fl_host_why(h)) die("refused without a reason");
      if (dice(60) == 0) status = fl_host_certify(h, &certified);
      if (dice(20) == 0) fl_host_settle(h, (uint32_t)dice(300));
      if (dice(100) == 0) status = fl_host_commit(h, &seal);
      if (status != FL_HOST_OK && status != FL_HOST_LIE && status != FL_HOST_STORE) die("something else");
    }
    if (fl_host_why(h)) {
      caught++;
      for (unsigned i = 0; i < 64; i++)
        if (!reasons[i] || strcmp(reasons[i], fl_host_why(h)) == 0) {
          reasons[i] = fl_host_why(h);
          times[i]++;
          break;
        }
      /* For good. */
      for (unsigned i = 0; i < 20; i++)
        if (one(h) != FL_HOST_LIE) die("an answer after a refusal");
      if (fl_host_certify(h, &certified) != FL_HOST_LIE) die("an epoch after a refusal");
      if (fl_host_commit(h, &seal) != FL_HOST_LIE) die("a seal after a refusal");
    }
    fl_host_free(h);
    rounds++;
  }
  printf("%" PRIu64 " lies in %" PRIu64 " rounds: %" PRIu64 " ended by one, %" PRIu64
         " right answers in between, %" PRIu64
         " failures of the store\n", lying.told, rounds, caught, answers, failed);
  for (unsigned i = 0; i < 64 && reasons[i]; i++) printf("  %6" PRIu64 " %s\n", times[i], reasons[i]);
  /* Where there are several caches, little is asked of the store. */
  for (unsigned i = 1; threads == 1 && i < LIES; i++)
    if (lying.told_as[i] == 0) die("a kind of lie was never told");
}

/* ---- Lies about what is in Blum ---- */

enum { TAMPER_BIT, TAMPER_COUNTER, TAMPER_EPOCH, TAMPER_THREAD, TAMPER_OLD, TAMPER_SWAP, TAMPER_DROP, TAMPER_LENGTH,
    TAMPER_KEY, TAMPER_LEFT, TAMPER_STAYS, TAMPER_SLOT, TAMPERS };
static const char *const tampers[TAMPERS] = {"another datum", "another counter", "another epoch", "another thread",
    "an old version", "two data exchanged", "a record dropped", "another length", "another key",
    "one that stays is said to have left", "one that left is said to stay", "another slot"};

/* In Blum, or in the cache of a thread of the monitor. What else is said of the latter nobody looks at. */
static struct fl_record *any_record(struct fl_host *h, struct fl_shard **shard, bool cached) {
  struct fl_records *all = h->whole->records;
  uint64_t shards = (uint64_t)1 << all->bits, first = dice(shards);
  for (uint64_t i = 0; i < shards; i++) {
    struct fl_shard *s = *shard = &all->shards[(first + i) % shards];
    uint64_t from = s->size ? dice(s->size) : 0;
    for (uint64_t j = 0; j < s->size; j++) {
      struct fl_record *r = &s->all[(from + j) % s->size];
      if (r->taken && !r->null && r->length > 0 && r->cached == cached) return r;
    }
  }
  return NULL;
}
static uint8_t *datum_of(struct fl_record *r) { return r->length > FL_RECORD_HERE ? r->there : r->here; }

/* False: there was nothing to lie about. */
static bool tamper(struct fl_host *h, unsigned kind, struct fl_record *old, const uint8_t *old_datum) {
  struct fl_shard *s, *s2;
  bool cached = kind == TAMPER_LEFT || kind == TAMPER_SLOT;
  struct fl_record *r = any_record(h, &s, cached), *r2 = any_record(h, &s2, cached);
  if (!r || !r2) return false;
  switch (kind) {
  case TAMPER_BIT: datum_of(r)[dice(r->length)] ^= (uint8_t)(1u << dice(8)); return true;
  case TAMPER_COUNTER: r->counter += dice(2) ? 1 : UINT32_MAX; return true;
  case TAMPER_EPOCH: r->epoch += dice(2) ? 1 : UINT64_MAX; return true;
  case TAMPER_THREAD: r->thread ^= 1; return true;
  case TAMPER_OLD: { /* as it was: with the time of then */
    uint64_t hash;
    s = fl_records_shard(h->whole->records, old->key, &hash);
    r = fl_record_find(s, old->key, hash);
    if (!r || r->null || r->cached) return false;
    if (r->epoch == old->epoch && r->counter == old->counter && r->thread == old->thread) return false;
    uint8_t *room;
    if (!fl_record_room(old->length, &room)) die("memory");
    fl_record_write(r, old_datum, old->length, room);
    r->epoch = old->epoch, r->counter = old->counter, r->thread = old->thread;
    return true;
  }
  case TAMPER_SWAP:
    if (r == r2 || r->length != r2->length || memcmp(datum_of(r), datum_of(r2), r->length) == 0) return false;
    for (unsigned i = 0; i < r->length; i++) {
      uint8_t x = datum_of(r)[i];
      datum_of(r)[i] = datum_of(r2)[i];
      datum_of(r2)[i] = x;
    }
    return true;
  case TAMPER_DROP: fl_record_remove(s, r); return true;
  case TAMPER_LENGTH:
    if (r->length > FL_RECORD_HERE || r->length < 2) return false;
    r->length--;
    return true;
  case TAMPER_LEFT: r->cached = 0; return true;
  case TAMPER_STAYS: r->cached = r->used = 1; return true;
  case TAMPER_SLOT:
    r->counter ^= (uint32_t)(1 + dice(500));
    if (dice(2)) r->thread = (uint16_t)dice(100);
    return true;
  default: /* a record that nobody knows is there in its place */
    r->key[31] ^= 1;
    return true;
  }
}

static void tamper_all(uint64_t wanted) {
  uint64_t told[TAMPERS] = {0}, at_once = 0, answers = 0;
  for (uint64_t n = 0; n < wanted;) {
    memset(right, 0, sizeof right);
    tampered = false;
    kept = fl_store_memory();
    struct fl_host *h = begin(false, 0);
    struct fl_host_seal seal;
    uint64_t certified, sure = 0;
    if (fl_host_start(h, NULL) != FL_HOST_OK) die("cannot begin");
    struct fl_record old = {0};
    uint8_t old_datum[FL_VALUE_DATUM] = {0};
    unsigned kind = (unsigned)(n % TAMPERS), before = 200 + (unsigned)dice(1500), after = (unsigned)dice(200);
    for (unsigned i = 0; i < before; i++) {
      if (one(h) != FL_HOST_OK) die("an honest host is refused");
      struct fl_shard *s;
      struct fl_record *r = i == before - 1 - dice(100) ? any_record(h, &s, false) : NULL;
      if (r) {
        old = *r;
        memcpy(old_datum, datum_of(r), r->length);
      }
      if (dice(100) == 0 && fl_host_certify(h, &sure) != FL_HOST_OK) die("an honest epoch");
      if (dice(500) == 0 && fl_host_commit(h, &seal) != FL_HOST_OK) die("an honest commit");
    }
    if (fl_host_certified(h) < sure) die("an epoch that is not certified any more");
    sure = fl_host_certified(h);
    if (tamper(h, kind, &old, old_datum)) {
      tampered = true;
      told[kind]++, n++;
      for (unsigned i = 0; i < after; i++) answers += one(h) == FL_HOST_OK;
      at_once += fl_host_why(h) != NULL;
      /* A record that stays, and is not looked for, has nothing to do with an epoch's end. */
      bool certify = kind != TAMPER_SLOT && dice(2);
      enum fl_host_status status = certify ? fl_host_certify(h, &certified) : fl_host_commit(h, &seal);
      if (status != FL_HOST_LIE || !fl_host_why(h)) {
        fprintf(stderr, "host: %s, with %u operations after it\n", tampers[kind], after);
        die("a lie is certified");
      }
      if (fl_host_certified(h) != sure) die("an epoch is certified after a lie");
      if (one(h) != FL_HOST_LIE || fl_host_certify(h, &certified) != FL_HOST_LIE) die("an answer after a refusal");
    }
    fl_host_free(h);
  }
  printf("%" PRIu64 " lies, none certified: %" PRIu64 " noticed before their epoch ended; %" PRIu64
         " provisional answers after them\n", wanted, at_once, answers);
  for (unsigned i = 0; i < TAMPERS; i++) {
    printf("  %6" PRIu64 " %s\n", told[i], tampers[i]);
    if (wanted >= 10 * TAMPERS && told[i] == 0) die("a kind of lie was never told");
  }
}

int main(int argc, char **argv) {
  if (argc < 4) return 2;
  lying.random += strtoull(argv[2], NULL, 10) * 0x9e3779b97f4a7c15u;
  const char *which = getenv("MODE"), *count = getenv("THREADS"), *keys = getenv("KEYS"), *most = getenv("PARTS");
  if (which && strcmp(which, "hybrid") == 0) mode = FL_HOST_HYBRID;
  if (which && strcmp(which, "blum") == 0) mode = FL_HOST_BLUM;
  if (count) threads = (uint32_t)atoi(count);
  if (most) parts = (uint32_t)atoi(most);
  short_keys = keys && strcmp(keys, "short") == 0;
  if (strcmp(argv[1], "honest") == 0) honest(strtoull(argv[3], NULL, 10), argc > 4 ? argv[4] : NULL);
  else if (strcmp(argv[1], "tamper") == 0) tamper_all(strtoull(argv[3], NULL, 10));
  else lies(strtoull(argv[3], NULL, 10));
  return 0;
}
