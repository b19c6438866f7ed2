/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Several threads, each with its handle, on the same keys at once, while epochs end and commits are made.
 *   threads SEED OPERATIONS [LOGS]     OPERATIONS for each thread; MODE and THREADS in the environment
 * Right is: of each key, every sum that fl_host_add answered is another one, and at last it is how often it was added
 * to; what a thread wrote under keys of its own it reads again; of all answers no two have one place in the history. */
#include "fl_host.h"
#include "gate_trusted.h"

#include <inttypes.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SHARED = 40, OWN = 60, MOST = 16 };

static struct fl_host *host;
static uint32_t threads;
static uint64_t operations, seed;
static FILE *logs[1 + FL_HOST_THREADS];

struct worker {
  pthread_t thread;
  uint32_t number;
  uint64_t random, added[SHARED];
  uint8_t *seen[SHARED]; /* of each sum: that we were told it */
  struct fl_host_receipt *receipts;
  uint64_t own[OWN];     /* what we wrote; 0: nothing */
};
static struct worker workers[MOST];

static void die(const char *what) {
  fprintf(stderr, "threads: %s%s%s\n", what, host && fl_host_why(host) ? ": " : "",
          host && fl_host_why(host) ? fl_host_why(host) : "");
  exit(1);
}
static uint64_t dice(struct worker *w, uint64_t n) {
  w->random ^= w->random << 13;
  w->random ^= w->random >> 7;
  return (w->random ^= w->random << 17) % n;
}
static void write_log(void *context, uint32_t thread, const uint8_t *entry, size_t length) {
  (void)context;
  fwrite(entry, 1, length, logs[thread]);
}

static void own(struct worker *w, struct fl_host *h) {
  char key[32], text[32];
  unsigned k = (unsigned)dice(w, OWN);
  size_t n = (size_t)snprintf(key, sizeof key, "own %u %u", w->number, k);
  struct fl_host_value v;
  bool was;
  switch (dice(w, 4)) {
  case 0:
    w->own[k] = 1 + dice(w, 1000000);
    if (fl_host_put(h, key, n, text, (size_t)snprintf(text, 32, "%" PRIu64, w->own[k]), 0) != FL_HOST_OK) die("a put");
    return;
  case 1:
    if (fl_host_delete(h, key, n, 0, &was) != FL_HOST_OK || was != (w->own[k] != 0)) die("a delete");
    w->own[k] = 0;
    return;
  default:
    if (fl_host_get(h, key, n, 0, &v) != FL_HOST_OK) die("a get");
    size_t length = (size_t)snprintf(text, 32, "%" PRIu64, w->own[k]);
    if (w->own[k] ? !v.data || v.length != length || memcmp(v.data, text, length) != 0 : v.data != NULL)
      die("a wrong answer");
  }
}

static void *work(void *arg) {
  struct worker *w = arg;
  struct fl_host *h = fl_host_thread(host, w->number);
  for (uint64_t i = 0; i < operations; i++) {
    char key[32];
    if (dice(w, 2)) {
      own(w, h);
    } else {
      unsigned k = (unsigned)dice(w, SHARED);
      int64_t sum;
      if (fl_host_add(h, key, (size_t)snprintf(key, 32, "shared %u", k), 0, 1, &sum) != FL_HOST_OK) die("an add");
      if (sum < 1 || (uint64_t)sum > threads * operations || w->seen[k][sum]++) die("a sum twice");
      w->added[k]++;
    }
    w->receipts[i] = fl_host_receipt(h);
    uint64_t certified;
    struct fl_host_seal seal;
    if (dice(w, 700) == 0 && fl_host_certify(h, &certified) != FL_HOST_OK) die("an epoch");
    if (w->number == 0 && dice(w, 1000) == 0 && fl_host_commit(h, &seal) != FL_HOST_OK) die("a commit");
  }
  return NULL;
}

static int order(const void *a, const void *b) {
  const struct fl_host_receipt *x = a, *y = b;
  if (x->epoch != y->epoch) return x->epoch < y->epoch ? -1 : 1;
  if (x->counter != y->counter) return x->counter < y->counter ? -1 : 1;
  if (x->thread != y->thread) return x->thread < y->thread ? -1 : 1;
  return x->index < y->index ? -1 : x->index > y->index;
}

int main(int argc, char **argv) {
  const char *which = getenv("MODE"), *count = getenv("THREADS");
  if (argc < 3 || !which || !count) return 2;
  seed = strtoull(argv[1], NULL, 10);
  operations = strtoull(argv[2], NULL, 10);
  threads = (uint32_t)atoi(count);
  if (threads < 1 || threads > MOST) return 2;
  for (uint32_t i = 0; argc > 3 && i <= threads; i++) {
    char name[512];
    snprintf(name, sizeof name, "%s%u", argv[3], i);
    if (!(logs[i] = fopen(name, "wb"))) die("a log");
  }
  host = fl_host_new(&(struct fl_host_options){.slots = 512, .threads = threads,
                         .mode = strcmp(which, "hybrid") == 0 ? FL_HOST_HYBRID
                                 : strcmp(which, "blum") == 0 ? FL_HOST_BLUM : FL_HOST_MERKLE,
                         .short_keys = strcmp(which, "blum") == 0,
                         .thread_log = argc > 3 ? write_log : NULL}, fl_store_memory());
  if (!host || fl_host_start(host, NULL) != FL_HOST_OK) die("cannot begin");
  struct fl_host_receipt *all = calloc(threads * operations, sizeof *all);
  for (uint32_t i = 0; i < threads; i++) {
    struct worker *w = &workers[i];
    w->number = i;
    w->random = (seed + i + 1) * 0x9e3779b97f4a7c15u;
    w->receipts = all + i * operations;
    for (unsigned k = 0; k < SHARED; k++) w->seen[k] = calloc(threads * operations + 1, 1);
    if (pthread_create(&w->thread, NULL, work, w) != 0) die("a thread");
  }
  for (uint32_t i = 0; i < threads; i++) pthread_join(workers[i].thread, NULL);
  for (unsigned k = 0; k < SHARED; k++) {
    uint64_t added = 0;
    int64_t sum = 0;
    char key[32];
    for (uint32_t i = 0; i < threads; i++) added += workers[i].added[k];
    for (uint64_t s = 1; s <= added; s++) {
      unsigned told = 0;
      for (uint32_t i = 0; i < threads; i++) told += workers[i].seen[k][s];
      if (told != 1) die("a sum that nobody was told, or two were");
    }
    if (fl_host_add(host, key, (size_t)snprintf(key, 32, "shared %u", k), 0, 0, &sum) != FL_HOST_OK ||
        (uint64_t)sum != added)
      die("a wrong sum");
    for (uint32_t i = 0; i < threads; i++) free(workers[i].seen[k]);
  }
  qsort(all, threads * operations, sizeof *all, order);
  for (uint64_t i = 1; i < threads * operations; i++)
    if (order(&all[i - 1], &all[i]) == 0) die("two answers in one place");
  uint64_t certified;
  struct fl_host_seal seal;
  if (fl_host_certify(host, &certified) != FL_HOST_OK || certified <= all[threads * operations - 1].epoch ||
      fl_host_commit(host, &seal) != FL_HOST_OK)
    die("the end");
  struct fl_host_figures f;
  fl_host_figures(host, &f);
  printf("%" PRIu64 " answers, %" PRIu64 " entries, %" PRIu64 " epochs certified\n", f.answers, f.entries, seal.epoch);
  fl_host_free(host);
  for (uint32_t i = 0; i <= threads; i++)
    if (logs[i] && fclose(logs[i]) != 0) die("a log");
  free(all);
  return 0;
}
