/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#define _GNU_SOURCE
#include "serve.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

uint32_t number_of_option(const char *text, uint32_t low, uint32_t high) {
  char *end;
  errno = 0;
  unsigned long n = strtoul(text, &end, 10);
  if (errno || *end || end == text || *text == '-' || n < low || n > high) {
    fprintf(stderr, "server: '%s' is not a number from %lu to %lu\n", text, (unsigned long)low, (unsigned long)high);
    exit(2);
  }
  return (uint32_t)n;
}

void serving_option(struct serving *serving, int option, const char *usage) {
  switch (option) {
  case 'a': serving->address = optarg; return;
  case 'p': serving->port = (uint16_t)number_of_option(optarg, 0, 65535); return;
  case 't': serving->timeout_ms = number_of_option(optarg, 1, 86400000); return;
  case 'c': serving->limits.connections = number_of_option(optarg, 1, 1000000); return;
  case 'h': fputs(usage, stdout); exit(0);
  default: fputs(usage, stderr); exit(2);
  }
}

static struct fl_loop *stopped_by_signal;

static void on_signal(int number) {
  (void)number;
  fl_loop_stop(stopped_by_signal);
}

/* As many descriptors as connections, a file for each, and some more; or as many as we may have. */
static void allow_descriptors(rlim_t connections) {
  struct rlimit limit;
  rlim_t wanted = 2 * connections + 64;
  if (getrlimit(RLIMIT_NOFILE, &limit) < 0 || limit.rlim_cur >= wanted) return;
  limit.rlim_cur = limit.rlim_max < wanted ? limit.rlim_max : wanted;
  setrlimit(RLIMIT_NOFILE, &limit);
}

int serve(struct fl_loop *loop, struct serving *serving) {
  allow_descriptors(serving->limits.connections);
  if (fl_loop_listen(loop, serving->address, &serving->port) < 0) {
    fprintf(stderr, "server: cannot listen on %s:%u: %s\n", serving->address, (unsigned)serving->port, strerror(errno));
    return 1;
  }
  stopped_by_signal = loop;
  struct sigaction action = {.sa_handler = on_signal};
  sigaction(SIGTERM, &action, NULL);
  sigaction(SIGINT, &action, NULL);
  printf("listening on %s:%u\n", serving->address, (unsigned)serving->port);
  fflush(stdout);
  return fl_loop_run(loop) == 0 ? 0 : 1;
}
