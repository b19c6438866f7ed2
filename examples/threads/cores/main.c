/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Work for all cores: counts primes. Each thread takes the next part of the numbers, attached, where nobody takes the
 * same; works on it detached, beside the others; and adds what it found, attached again. There is no lock. */
#include <errno.h>
#include <fl_threads.h>
#include <stdio.h>
#include <stdlib.h>

#define PART 20000

static struct {
  uint64_t next, end, found;
  fl_scheduler *pool;
} work;

static uint64_t primes(uint64_t from, uint64_t to) {
  uint64_t count = 0;
  for (uint64_t n = from; n < to; n++) {
    uint64_t d = 2;
    while (d * d <= n && n % d != 0) d++;
    count += n > 1 && d * d > n;
  }
  return count;
}

static cps void worker(void) {
  while (work.next < work.end) {
    uint64_t from = work.next, to = work.end - from < PART ? work.end : from + PART, count;
    work.next = to;
    fl_detached_to(work.pool) { count = primes(from, to); }
    work.found += count;
  }
}

int main(int argc, char **argv) {
  char *end = "", *end2 = "";
  unsigned long cores = argc == 3 ? strtoul(argv[1], &end, 10) : 0;
  work.end = argc == 3 ? strtoull(argv[2], &end2, 10) : 0;
  if (cores == 0 || cores > 4096 || work.end == 0 || work.end > 1000000000 || *end || *end2) {
    fputs("usage: cores CORES LIMIT\n"
          "How many primes there are below LIMIT (at most 10^9), with as many cores.\n",
          stderr);
    return 2;
  }
  work.pool = fl_pool_start((unsigned)cores);
  if (!work.pool) {
    perror("cores");
    return 1;
  }
  for (unsigned long i = 0; i < cores; i++) fl_spawn(worker());
  size_t left = fl_main_loop();
  fl_scheduler_stop(work.pool);
  printf("%llu\n", (unsigned long long)work.found);
  return left > 0;
}
