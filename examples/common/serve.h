/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* What the example servers have in common: options, a line that says where they listen, and
 * that SIGTERM and SIGINT stop them. */
#ifndef SERVE_H
#define SERVE_H

#include "fl_loop.h"

#include <getopt.h>

struct serving {
  const char *address;
  uint16_t port;
  uint32_t timeout_ms; /* for peers that send nothing */
  struct fl_limits limits;
};

/* For getopt_long, in front of a server's own; what their letters mean, serving_option knows. */
#define SERVING_OPTIONS                                                                           \
  {"address", required_argument, NULL, 'a'}, {"port", required_argument, NULL, 'p'},              \
      {"timeout", required_argument, NULL, 't'}, {"connections", required_argument, NULL, 'c'}, { \
    "help", no_argument, NULL, 'h'                                                                \
  }

/* A number in [low, high], or exit status 2. */
uint32_t number_of_option(const char *text, uint32_t low, uint32_t high);

/* One of SERVING_OPTIONS, or of none that the server knows: then, or for help, exits with `usage`. */
void serving_option(struct serving *serving, int option, const char *usage);

/* Listens, says where on standard output, and runs until a signal. An exit status. */
int serve(struct fl_loop *loop, struct serving *serving);

#endif
