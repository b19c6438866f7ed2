/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Store, host and monitor in one process: YCSB's A (half gets, half puts), keys by Zipf's law of .99, values of 8
 * bytes.
 *   store memory|lmdb:FOLDER RECORDS OPERATIONS    prints nanoseconds of processor time an operation: the store alone,
 *   and behind the monitor in Merkle mode, with a commit every 10,000 operations */
#define _POSIX_C_SOURCE 200809L
#include "fl_host.h"
#include "fl_store_lmdb.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static uint64_t random_state = 88172645463325252u;
static uint64_t next_random(void) {
  random_state ^= random_state << 13;
  random_state ^= random_state >> 7;
  return random_state ^= random_state << 17;
}
static double uniform(void) { return (double)(next_random() >> 11) / 9007199254740992.0; }

/* Gray et al., as YCSB has it. */
static double zeta, eta, alpha;
static uint64_t records;
static void begin_zipf(uint64_t n) {
  const double theta = .99;
  records = n;
  for (uint64_t i = 1; i <= n; i++) zeta += 1 / pow((double)i, theta);
  alpha = 1 / (1 - theta);
  eta = (1 - pow(2 / (double)n, 1 - theta)) / (1 - (1 + pow(.5, theta)) / zeta);
}
static uint64_t zipf(void) {
  double u = uniform(), uz = u * zeta;
  if (uz < 1) return 0;
  if (uz < 1 + pow(.5, .99)) return 1;
  uint64_t k = (uint64_t)((double)records * pow(eta * u - eta + 1, alpha));
  return k < records ? k : records - 1;
}

static double seconds(void) {
  struct timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}
static void die(const char *what) {
  fprintf(stderr, "store: %s\n", what);
  exit(1);
}
static struct fl_store *open_store(const char *name) {
  const char *why = "out of memory";
  struct fl_store *s = strncmp(name, "lmdb:", 5) == 0 ? fl_store_lmdb(name + 5, &why) : fl_store_memory();
  if (!s) die(why);
  return s;
}

static uint64_t *keys;
static void make_keys(uint64_t n) {
  keys = malloc(n * sizeof *keys);
  if (!keys) die("out of memory");
  for (uint64_t i = 0; i < n; i++) keys[i] = zipf() * 0x9e3779b97f4a7c15u; /* scattered */
}

/* A batch of one for each put would be unfair to LMDB: as many as the host writes at once. */
enum { BATCH = 10000 };

static void alone(const char *name, uint64_t operations) {
  struct fl_store *s = open_store(name);
  struct fl_store_change *batch = calloc(BATCH, sizeof *batch);
  uint64_t *values = calloc(BATCH, 8), sum = 0;
  static uint8_t value[FL_STORE_VALUE];
  size_t length, n = 0;
  if (!batch || !values) die("out of memory");
  for (int loading = 1; loading >= 0; loading--) {
    uint64_t count = loading ? records : operations;
    double begin = seconds();
    for (uint64_t i = 0; i < count; i++) {
      uint64_t key = i * 0x9e3779b97f4a7c15u;
      const uint64_t *where = loading ? &key : &keys[i];
      if (!loading && i % 2) {
        if (s->get(s->context, (const uint8_t *)where, 8, value, &length) != FL_STORE_FOUND) die("a key is gone");
        sum += value[0];
        continue;
      }
      values[n] = loading ? key : i;
      /* Loaded keys are on the stack: theirs is the value's place. */
      batch[n] =
          (struct fl_store_change){(const uint8_t *)(loading ? &values[n] : where), (const uint8_t *)&values[n], 8, 8};
      if (++n == BATCH || i + 1 >= count - 1) {
        if (!s->commit(s->context, batch, n)) die("a commit");
        n = 0;
      }
    }
    if (!loading) printf("%-28s %9.0f ns\n", "the store alone", 1e9 * (seconds() - begin) / (double)count);
  }
  if (sum == 42) puts("");
  s->close(s->context);
  free(batch);
  free(values);
}

static void monitored(const char *name, uint64_t operations) {
  struct fl_host *h = fl_host_new(&(struct fl_host_options){.slots = 65536}, open_store(name));
  struct fl_host_seal seal;
  struct fl_host_value v;
  struct fl_host_figures before, after;
  if (!h || fl_host_start(h, NULL) != FL_HOST_OK) die("cannot begin");
  for (uint64_t i = 0; i < records; i++) {
    uint64_t key = i * 0x9e3779b97f4a7c15u;
    if (fl_host_put(h, &key, 8, &key, 8, 0) != FL_HOST_OK) die("a put");
    if ((i + 1) % BATCH == 0 && fl_host_commit(h, &seal) != FL_HOST_OK) die("a commit");
  }
  if (fl_host_commit(h, &seal) != FL_HOST_OK) die("a commit");
  for (int warm = 1; warm >= 0; warm--) {
    fl_host_figures(h, &before);
    double begin = seconds();
    for (uint64_t i = 0; i < operations; i++) {
      enum fl_host_status status = i % 2 ? fl_host_get(h, &keys[i], 8, 0, &v) : fl_host_put(h, &keys[i], 8, &i, 8, 0);
      if (status != FL_HOST_OK || (i % 2 && !v.data)) die(fl_host_why(h) ? fl_host_why(h) : "an answer");
      if ((i + 1) % BATCH == 0 && fl_host_commit(h, &seal) != FL_HOST_OK) die("a commit");
    }
    fl_host_figures(h, &after);
    if (!warm)
      printf("%-28s %9.0f ns  (%.2f entries, %.2f records fetched an operation)\n", "behind the monitor",
             1e9 * (seconds() - begin) / (double)operations,
             (double)(after.entries - before.entries) / (double)operations,
             (double)(after.fetched - before.fetched) / (double)operations);
  }
  fl_host_free(h);
}

int main(int argc, char **argv) {
  if (argc != 5) return 2;
  uint64_t operations = strtoull(argv[4], NULL, 10);
  begin_zipf(strtoull(argv[3], NULL, 10));
  make_keys(operations);
  if (strcmp(argv[1], "alone") == 0)
    alone(argv[2], operations);
  else
    monitored(argv[2], operations);
  free(keys);
  return 0;
}
