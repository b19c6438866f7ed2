/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Store, host and monitor in one process and on the same threads: YCSB's A (half gets, half puts), keys of 8 bytes by
 * Zipf's law of .99, values of 8 bytes. Prints nanoseconds of processor time an operation, of the second of two rounds.
 *   blum merkle|hybrid|blum|apart|table|lean|parts RECORDS OPERATIONS THREADS
 * All threads ask for the same keys alike; apart: Blum, each thread for keys of its own. Records that one thread alone
 * asks for more than once in an epoch stay in its cache, as many as there are slots (65,536), and cost one entry
 * instead of three: how many an operation took is printed.
 * table: the host's table of records, with its locks if there are several threads, and nothing verified: the store
 * alone. lean: the checks of Blum in C without parsing, cache or answers. parts: what hash, lock, copy and receipt cost
 * each. */
#define _POSIX_C_SOURCE 200809L
#include "fl_host.h"
#include "records.h"

#include <inttypes.h>
#include <math.h>
#include <openssl/sha.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { MOST = 16, EPOCH = 1000000 };

static double zeta, eta, alpha;
static uint64_t records, operations;
static uint32_t threads;
static bool apart;
static void begin_zipf(void) {
  const double theta = .99;
  for (uint64_t i = 1; i <= records; i++) zeta += 1 / pow((double)i, theta);
  alpha = 1 / (1 - theta);
  eta = (1 - pow(2 / (double)records, 1 - theta)) / (1 - (1 + pow(.5, theta)) / zeta);
}
static uint64_t zipf(uint64_t *state) {
  *state ^= *state << 13;
  *state ^= *state >> 7;
  *state ^= *state << 17;
  double u = (double)(*state >> 11) / 9007199254740992.0, uz = u * zeta;
  if (uz < 1) return 0;
  if (uz < 1 + pow(.5, .99)) return 1;
  uint64_t k = (uint64_t)((double)records * pow(eta * u - eta + 1, alpha));
  return k < records ? k : records - 1;
}
static uint64_t scattered(uint64_t i) { return i * 0x9e3779b97f4a7c15u; }

static void die(const char *what) {
  fprintf(stderr, "blum: %s\n", what);
  exit(1);
}
static double cpu(clockid_t clock) {
  struct timespec t;
  clock_gettime(clock, &t);
  return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}
static void report(const char *what, double seconds, uint64_t count) {
  printf("%-44s %9.1f ns\n", what, 1e9 * seconds / (double)count);
  fflush(stdout);
}

struct worker {
  pthread_t thread;
  uint32_t number;
  uint64_t *keys;
  double spent;
  uint64_t sum;
};
static struct worker workers[MOST];
static void make_keys(void) {
  for (uint32_t i = 0; i < threads; i++) {
    uint64_t state = 88172645463325252u + i;
    workers[i].number = i;
    workers[i].keys = malloc(operations * sizeof *workers[i].keys);
    if (!workers[i].keys) die("memory");
    for (uint64_t n = 0; n < operations; n++) {
      uint64_t k = zipf(&state);
      if (apart) k = k / threads * threads + i;
      workers[i].keys[n] = scattered(k < records ? k : i);
    }
  }
}
static double run(void *(*work)(void *)) {
  double spent = 0;
  for (uint32_t i = 0; i < threads; i++)
    if (pthread_create(&workers[i].thread, NULL, work, &workers[i]) != 0) die("a thread");
  for (uint32_t i = 0; i < threads; i++) {
    pthread_join(workers[i].thread, NULL);
    spent += workers[i].spent;
  }
  return spent;
}

/* ---- Behind the monitor ---- */

static struct fl_host *host;
static void *verified(void *arg) {
  struct worker *w = arg;
  struct fl_host *h = fl_host_thread(host, w->number);
  struct fl_host_value v;
  double begin = cpu(CLOCK_THREAD_CPUTIME_ID);
  for (uint64_t i = 0; i < operations; i++) {
    enum fl_host_status s = i % 2 ? fl_host_get(h, &w->keys[i], 8, 0, &v) : fl_host_put(h, &w->keys[i], 8, &i, 8, 0);
    if (s != FL_HOST_OK || (i % 2 && !v.data)) die(fl_host_why(h) ? fl_host_why(h) : "an answer");
  }
  w->spent = cpu(CLOCK_THREAD_CPUTIME_ID) - begin;
  return NULL;
}

static void monitored(enum fl_host_mode mode, const char *name) {
  struct fl_host_seal seal;
  struct fl_host_value v;
  struct fl_host_figures before, after;
  uint64_t certified;
  host = fl_host_new(&(struct fl_host_options){.slots = 65536, .mode = mode, .threads = threads, .short_keys = true},
                     fl_store_memory());
  if (!host || fl_host_start(host, NULL) != FL_HOST_OK) die("cannot begin");
  for (uint64_t i = 0; i < records; i++) {
    uint64_t key = scattered(i);
    if (fl_host_put(host, &key, 8, &key, 8, 0) != FL_HOST_OK) die("a put");
    if ((i + 1) % EPOCH == 0 && fl_host_commit(host, &seal) != FL_HOST_OK) die("a commit");
  }
  if (fl_host_commit(host, &seal) != FL_HOST_OK) die("a commit");
  if (mode == FL_HOST_BLUM) /* all of them, once: then they have left the tree */
    for (uint64_t i = 0; i < records; i++) {
      uint64_t key = scattered(i);
      if (fl_host_get(host, &key, 8, 0, &v) != FL_HOST_OK) die("a get");
    }
  run(verified);
  if (fl_host_certify(host, &certified) != FL_HOST_OK) die("an epoch");
  fl_host_figures(host, &before);
  double spent = run(verified);
  fl_host_figures(host, &after);
  char what[80];
  snprintf(what, sizeof what, "%s, %" PRIu32 " thread%s", name, threads, threads > 1 ? "s" : "");
  report(what, spent, operations * threads);
  printf("    %.2f entries an operation, %" PRIu64 " records in Blum\n",
         (double)(after.entries - before.entries) / (double)(operations * threads), after.in_blum);
  double begin = cpu(CLOCK_PROCESS_CPUTIME_ID);
  if (fl_host_certify(host, &certified) != FL_HOST_OK || certified < 2) die("an epoch");
  double scan = cpu(CLOCK_PROCESS_CPUTIME_ID) - begin;
  if (after.in_blum > 0) report("    the end of the epoch, a record", scan, after.in_blum);
  uint64_t epoch = records > EPOCH ? records : EPOCH;
  snprintf(what, sizeof what, "    with one epoch for %" PRIu64 " operations", epoch);
  report(what, spent / (double)(operations * threads) + scan / (double)epoch, 1);
  fl_host_free(host);
}

/* ---- The store alone: the same table, locks and copies ---- */

static struct fl_records *table;
static void key_of(uint8_t key[32], uint64_t k) {
  memset(key, 0, 32);
  memcpy(key, &k, 8);
  key[31] = 8;
}
static void *plain(void *arg) {
  struct worker *w = arg;
  double begin = cpu(CLOCK_THREAD_CPUTIME_ID);
  for (uint64_t i = 0; i < operations; i++) {
    uint8_t key[32], datum[9] = {0};
    uint64_t hash;
    key_of(key, w->keys[i]);
    struct fl_shard *s = fl_records_shard(table, key, &hash);
    if (threads > 1) fl_lock(&s->lock);
    struct fl_record *r = fl_record_find(s, key, hash);
    if (!r) die("a key is gone");
    if (i % 2) {
      memcpy(datum, r->here, 9);
      w->sum += datum[1];
    } else {
      memcpy(datum + 1, &i, 8);
      fl_record_write(r, datum, 9, NULL);
    }
    if (threads > 1) fl_unlock(&s->lock);
  }
  w->spent = cpu(CLOCK_THREAD_CPUTIME_ID) - begin;
  return NULL;
}
static void alone(void) {
  table = fl_records_new(10);
  if (!table) die("memory");
  for (uint64_t i = 0; i < records; i++) {
    uint8_t key[32], datum[9] = {0};
    uint64_t hash;
    key_of(key, scattered(i));
    struct fl_shard *s = fl_records_shard(table, key, &hash);
    if (!fl_record_reserve(s)) die("memory");
    fl_record_write(fl_record_add(s, key, hash), datum, 9, NULL);
  }
  run(plain);
  report("the store alone", run(plain), operations * threads);
  fl_records_free(table);
}

/* ---- The checks of Blum, lean: clock, two keyed hashes of 80 bytes in batches of 16, sums ---- */

static void lean(void) {
  struct side {
    struct fl_monitor_state_Sum sum;
    uint64_t count;
    uint32_t waiting;
    uint8_t messages[16 * 80];
  };
  static struct side sides[2];
  fl_monitor_state_Secret secret;
  uint8_t master[16] = {1};
  uint32_t counter = (uint32_t)records + 1;
  struct {
    uint64_t value;
    uint32_t counter;
  } *all = malloc(records * sizeof *all);
  uint64_t sum = 0;
  if (!all || !fl_monitor_secret(&secret, master)) die("memory, or no AES");
  for (uint64_t i = 0; i < records; i++) all[i].value = i, all[i].counter = (uint32_t)i;
  uint64_t state = 88172645463325252u, *keys = workers[0].keys;
  for (uint64_t i = 0; i < operations; i++) keys[i] = zipf(&state) * 0x9e3779b1u % records;
  double begin = cpu(CLOCK_THREAD_CPUTIME_ID);
  for (uint64_t i = 0; i < operations; i++) {
    for (int out = 0; out < 2; out++) {
      struct side *s = &sides[out];
      uint8_t *m = s->messages + 80 * s->waiting;
      if (out) {
        if (i % 2)
          sum += all[keys[i]].value;
        else
          all[keys[i]].value = i;
        all[keys[i]].counter = ++counter;
      } else if (all[keys[i]].counter >= counter) {
        counter = all[keys[i]].counter + 1;
      }
      memset(m, 0, 80);
      m[0] = 12, m[2] = 1, m[4] = 8;
      memcpy(m + 5, &all[keys[i]].value, 8);
      m[40] = 1;
      memcpy(m + 42, &keys[i], 8);
      memcpy(m + 74, &all[keys[i]].counter, 4);
      s->count++;
      if (++s->waiting < 16) continue;
      fl_prf_sum(&secret, 0, (struct fl_monitor_view){s->messages, sizeof s->messages}, &s->sum);
      s->waiting = 0;
    }
  }
  report("lean checks of Blum, in C", cpu(CLOCK_THREAD_CPUTIME_ID) - begin, operations);
  if (sum == 42 && sides[0].sum.low == sides[1].sum.low) puts("");
  free(all);
}

/* ---- What its parts cost ---- */

static void parts(void) {
  fl_monitor_state_Secret secret;
  uint8_t bytes[16 * 80] = {1}, digest[32], copy[80];
  struct fl_monitor_state_Sum sum = {0, 0};
  struct fl_lock lock = {false};
  volatile uint64_t kept = 0;
  if (!fl_monitor_secret(&secret, bytes)) die("no AES");
#define TIMED(what, per, call)                                              \
  do {                                                                      \
    double begin = cpu(CLOCK_THREAD_CPUTIME_ID);                            \
    for (uint64_t i = 0; i < operations; i++) call;                         \
    report(what, cpu(CLOCK_THREAD_CPUTIME_ID) - begin, operations * (per)); \
  } while (0)
  TIMED("keyed hash of an element, 16 at once", 16,
        fl_prf_sum(&secret, 0, (struct fl_monitor_view){bytes, sizeof bytes}, &sum));
  TIMED("a key's SHA-256 (not with short_keys)", 1, (bytes[0]++, SHA256(bytes, 8, digest)));
  TIMED("a lock, taken and left", 1, (fl_lock(&lock), fl_unlock(&lock)));
  TIMED("a copy of an element", 1, (bytes[1]++, memcpy(copy, bytes, sizeof copy), kept += copy[1]));
  TIMED(
      "a receipt, written and read", 1,
      (memcpy(bytes + 100, digest, 22), memcpy(bytes + 122, copy, 34), memcpy(copy, bytes + 100, 56), kept += copy[9]));
}

int main(int argc, char **argv) {
  if (argc != 5) return 2;
  records = strtoull(argv[2], NULL, 10);
  operations = strtoull(argv[3], NULL, 10);
  threads = (uint32_t)atoi(argv[4]);
  if (records < 2 || operations < 2 || threads < 1 || threads > MOST || threads > records) return 2;
  apart = strcmp(argv[1], "apart") == 0;
  begin_zipf();
  make_keys();
  if (strcmp(argv[1], "merkle") == 0)
    monitored(FL_HOST_MERKLE, "Merkle");
  else if (strcmp(argv[1], "hybrid") == 0)
    monitored(FL_HOST_HYBRID, "hybrid");
  else if (strcmp(argv[1], "blum") == 0)
    monitored(FL_HOST_BLUM, "Blum");
  else if (apart)
    monitored(FL_HOST_BLUM, "Blum, each thread with keys of its own");
  else if (strcmp(argv[1], "table") == 0)
    alone();
  else if (strcmp(argv[1], "lean") == 0)
    lean();
  else
    parts();
  for (uint32_t i = 0; i < threads; i++) free(workers[i].keys);
  return 0;
}
