/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* A log for each OS thread, one lock: threads LOG... (with headers, in the threads' order) prints how many epochs
   certify. */
#include "secret_trusted.h"

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

enum { HEADER = 36, MOST = 64 };

static fl_monitor_state_Secret secret;
static struct fl_monitor_Aggregate aggregate;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static atomic_bool stop; /* somebody failed: do not wait for them */
struct job { const char *path; unsigned number; pthread_t thread; const char *trouble; };

static const char *work(struct job *j) {
  FILE *f = fopen(j->path, "rb");
  struct fl_monitor_Verifier *v = malloc(sizeof *v);
  struct fl_monitor_bytes65536 *out = malloc(sizeof *out);
  static const size_t most = 1 << 26;
  uint8_t *log = malloc(most);
  if (!f || !v || !out || !log) return "cannot begin";
  size_t size = fread(log, 1, most, f);
  fclose(f);
  uint32_t depth = (uint32_t)log[14] << 8 | log[15], slots = (uint32_t)log[17] << 16 | (uint32_t)log[18] << 8 | log[19];
  const char *trouble = NULL;
  if (size < HEADER || !fl_monitor_init(v, (uint16_t)j->number, depth, slots, 0,
    (struct fl_monitor_view){(const uint8_t *)"\1\0\0", 3})) trouble = "cannot begin";
  for (size_t at = HEADER; !trouble && !stop;) {
    struct fl_monitor_Progress p;
    out->len = 0;
    if (!fl_monitor_verify(v, &secret, (struct fl_monitor_view){log + at, size - at}, out, &p)) trouble = "a trap";
    at += p.taken;
    if (p.status.tag == FL_MONITOR_Status_refused) trouble = "refused";
    if (p.status.tag == FL_MONITOR_Status_more) break;
    /* only an entry of this thread ends that, and the next one here is another */
    if (p.status.tag == FL_MONITOR_Status_wait) trouble = "an epoch too far ahead";
    if (p.status.tag == FL_MONITOR_Status_close) {
      bool done = true;
      uint64_t certified;
      pthread_mutex_lock(&lock);
      if (!fl_monitor_publish(v, &secret, &aggregate, &done) || !fl_monitor_certify(&aggregate, &certified))
        trouble = "a trap";
      if (!done && aggregate.broken) trouble = "an epoch does not certify"; /* no use waiting */
      pthread_mutex_unlock(&lock);
      if (!done) sched_yield();
    }
  }
  free(log);
  free(out);
  free(v);
  return trouble;
}
static void *run(void *job) {
  struct job *j = job;
  j->trouble = work(j);
  if (j->trouble) stop = true;
  return NULL;
}

int main(int argc, char **argv) {
  static struct job jobs[MOST];
  unsigned n = (unsigned)argc - 1;
  if (n < 1 || n > MOST || !fl_monitor_secret(&secret, (const uint8_t *)"a secret of ours")) return 2;
  fl_monitor_init_aggregate(&aggregate, n, 0);
  for (unsigned i = 0; i < n; i++) {
    jobs[i].path = argv[i + 1];
    jobs[i].number = i;
    if (pthread_create(&jobs[i].thread, NULL, run, &jobs[i])) return 2;
  }
  int status = 0;
  for (unsigned i = 0; i < n; i++) {
    pthread_join(jobs[i].thread, NULL);
    if (jobs[i].trouble) fprintf(stderr, "%s: %s\n", jobs[i].path, jobs[i].trouble), status = 1;
  }
  printf("%u\n", (unsigned)aggregate.certified);
  return status;
}
