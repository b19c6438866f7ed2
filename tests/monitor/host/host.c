/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The host over stores that are honest and stores that lie, beside an array that says what is right.
 *   host honest SEED OPERATIONS [LOG]     all answers are right; restarts and seals too; LOG.001, LOG.002 and so on
 *                                         get the monitor's logs, one for each run; and which epoch was sealed last
 *   host lies SEED LIES [KIND]            until so many lies were told: no answer is wrong */
#include "fl_host.h"
#include "gate_trusted.h"
#include "lying_store.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { KEYS = 450, LARGE = 1200 };

struct right { bool there; uint8_t data[LARGE]; size_t length; uint64_t expires; };
static struct right right[KEYS], sealed[KEYS];
static struct lying lying = {.random = 88172645463325252u};
static uint64_t now = 1000;

static void die(const char *what) {
  fprintf(stderr, "host: %s\n", what);
  exit(1);
}
static uint64_t dice(uint64_t n) { return lying_random(&lying) % n; }
static size_t name(char text[32], unsigned k) { return (size_t)snprintf(text, 32, "key:%u", k); }

/* One operation with one key; what it comes to. An answer that is wrong ends the program. */
static enum fl_host_status one(struct fl_host *h) {
  char key[32];
  unsigned k = (unsigned)dice(KEYS);
  size_t n = name(key, k);
  struct right *r = &right[k];
  bool there = r->there && (!r->expires || now < r->expires);
  enum fl_host_status status;
  switch (dice(11)) {
  default: {
    struct fl_host_value v;
    status = fl_host_get(h, key, n, now, &v);
    if (status != FL_HOST_OK) return v.data ? die("data with an error"), status : status;
    if (!v.data != !there) die("a wrong answer: there or not");
    if (there && (v.length != r->length || memcmp(v.data, r->data, v.length) != 0)) die("a wrong answer: the value");
    if (there && v.expires != r->expires) die("a wrong answer: its time");
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
    if (status == FL_HOST_OK && was != there) die("a wrong answer: touched");
    if (status == FL_HOST_OK && was) r->expires = expires;
    return status;
  }
  case 8: {
    bool was;
    status = fl_host_delete(h, key, n, now, &was);
    if (status == FL_HOST_OK && was != there) die("a wrong answer: deleted");
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
    if (status == FL_HOST_NO_NUMBER) return number ? die("a number that is one"), status : FL_HOST_OK;
    if (status != FL_HOST_OK) return status;
    if (!number || sum != (there ? old : 0) + by) die("a wrong answer: a sum");
    r->length = (size_t)snprintf((char *)r->data, 32, "%" PRId64, sum);
    if (!there) r->expires = 0;
    r->there = true;
    return status;
  }
  }
}

static void write_log(void *file, const uint8_t *entry, size_t length) { fwrite(entry, 1, length, file); }
static struct fl_store *kept; /* outlives its hosts */
static void keep_open(void *context) { (void)context; }
/* The log of each run: PATH, and a number. */
static FILE *log_of(const char *path, unsigned run) {
  char name[4096];
  snprintf(name, sizeof name, "%s.%03u", path, run);
  FILE *log = fopen(name, "wb");
  if (!log) die("the log");
  return log;
}
static struct fl_host *begin(FILE *log, unsigned run) {
  struct fl_host *h = fl_host_new(&(struct fl_host_options){.slots = 512, .near = dice(2) ? 0 : 64,
      .log = log ? write_log : NULL, .log_context = log, .incarnation = run}, kept);
  if (!h) die("cannot begin");
  return h;
}

static void honest(uint64_t operations, const char *path) {
  unsigned restarts = 0, seals = 0;
  FILE *log = path ? log_of(path, 1) : NULL;
  kept = fl_store_memory();
  kept->close = keep_open;
  struct fl_host *h = begin(log, 1);
  struct fl_host_seal seal = {0};
  if (fl_host_start(h, NULL) != FL_HOST_OK) die("an empty store");
  for (uint64_t i = 0; i < operations; i++) {
    now += dice(3);
    if (one(h) != FL_HOST_OK) die(fl_host_why(h) ? fl_host_why(h) : "an error without reason");
    if (dice(200) == 0) {
      if (fl_host_commit(h, &seal) != FL_HOST_OK) die("a commit");
      memcpy(sealed, right, sizeof right);
      seals++;
      if (fl_host_changed(h)) die("a change after a commit");
      if (dice(4) == 0) { /* what came after the seal is lost, nothing else */
        for (unsigned j = 0; j < dice(50); j++) one(h);
        fl_host_free(h);
        memcpy(right, sealed, sizeof right);
        restarts++;
        if (log && fclose(log) != 0) die("the log");
        log = path ? log_of(path, 1 + restarts) : NULL;
        h = begin(log, 1 + restarts);
        if (fl_host_start(h, &seal) != FL_HOST_OK) die(fl_host_why(h) ? fl_host_why(h) : "a restart");
      }
    }
  }
  if (fl_host_commit(h, &seal) != FL_HOST_OK) die("a commit");
  fl_host_free(h);
  /* Another root is none of ours. */
  seal.root[31] ^= 1;
  h = begin(NULL, 0);
  if (fl_host_start(h, &seal) != FL_HOST_LIE || !fl_host_why(h)) die("a start from another root");
  fl_host_free(h);
  if (log && fclose(log) != 0) die("the log");
  printf("%" PRIu64 " operations, %u seals, %u restarts, sealed before epoch %" PRIu64 "\n", operations, seals,
         restarts, seal.epoch);
  struct { struct fl_store *s; void (*close)(void *); } again = {fl_store_memory(), NULL};
  again.s->close(again.s->context);
}

static void lies(uint64_t wanted, unsigned kind) {
  uint64_t rounds = 0, caught = 0, answers = 0, failed = 0;
  const char *reasons[64] = {0};
  uint64_t times[64] = {0};
  while (lying.told < wanted) {
    memset(right, 0, sizeof right);
    lying.one_in = 0;
    lying.kind = kind;
    struct fl_store *store = lying_store(&lying);
    struct fl_host *h = fl_host_new(&(struct fl_host_options){.slots = 512, .near = dice(2) ? 0 : 64}, store);
    struct fl_host_seal seal;
    if (!h || fl_host_start(h, NULL) != FL_HOST_OK) die("cannot begin");
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
      if (fl_host_commit(h, &seal) != FL_HOST_LIE) die("a seal after a refusal");
    }
    fl_host_free(h);
    rounds++;
  }
  printf("%" PRIu64 " lies in %" PRIu64 " rounds: %" PRIu64 " ended by one, %" PRIu64
         " right answers in between, %" PRIu64
         " failures of the store\n", lying.told, rounds, caught, answers, failed);
  for (unsigned i = 0; i < 64 && reasons[i]; i++) printf("  %6" PRIu64 " %s\n", times[i], reasons[i]);
  for (unsigned i = 1; i < LIES; i++)
    if (!kind && lying.told_as[i] == 0) die("a kind of lie was never told");
}

int main(int argc, char **argv) {
  if (argc < 4) return 2;
  lying.random += strtoull(argv[2], NULL, 10) * 0x9e3779b97f4a7c15u;
  if (strcmp(argv[1], "honest") == 0) honest(strtoull(argv[3], NULL, 10), argc > 4 ? argv[4] : NULL);
  else lies(strtoull(argv[3], NULL, 10), argc > 4 ? (unsigned)atoi(argv[4]) : 0);
  return 0;
}
