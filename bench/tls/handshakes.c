/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The processor time that a server on libfairlead-tls has for a full handshake, in memory, with a client of ours whose
 * time does not count: handshakes CERTIFICATE KEY GROUP COUNT. Microseconds. */
#define _POSIX_C_SOURCE 200809L
#include "fairlead_tls.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* What one side has come to, and the bytes on their way to it. */
struct side {
  fl_tls_output output;
  uint8_t input[FL_TLS_INPUT];
  fl_tls_io io;
  bool done;
};

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return (double)t.tv_sec * 1e6 + (double)t.tv_nsec / 1e3;
}

static void begin(struct side *side) {
  side->io = (fl_tls_io){.input = side->input, .output = &side->output, .now = 1000000000};
  side->output.length = 0;
  side->done = false;
}

static void carry(struct side *from, struct side *to) {
  memmove(to->input, to->io.input, to->io.input_length);
  to->io.input = to->input;
  memcpy(to->input + to->io.input_length, from->output.data, from->output.length);
  to->io.input_length += from->output.length;
  from->output.length = 0;
}

int main(int argc, char **argv) {
  static struct side us, them;
  static uint8_t ticket_key[FL_TLS_TICKET_KEY];
  char why[FL_TLS_WHY];
  if (argc != 5) return 2;
  uint16_t group = (uint16_t)strtoul(argv[3], NULL, 0);
  int count = atoi(argv[4]), warming = 50;
  fl_tls_provider provider = *PROVIDER();
  memset(provider.groups, 0, sizeof provider.groups);
  memset(provider.suites, 0, sizeof provider.suites);
  provider.groups[0] = group;
  provider.suites[0] = 0x1301;
  fl_tls_context context = {.provider = &provider, .ticket_keys = ticket_key, .ticket_keys_count = 1};
  fl_tls_identity *identity = fl_tls_identity_load(argv[1], argv[2], why);
  fl_tls_trust *trust = identity ? fl_tls_trust_load(argv[1], why) : NULL;
  if (!trust || !fl_tls_identity_provider(identity, PROVIDER())) return fprintf(stderr, "%s\n", why), 1;
  const fl_tls_identity *who = identity;
  double spent = 0;
  for (int round = -warming; round < count; round++) {
    fl_tls_server server;
    fl_tls_client client;
    begin(&us);
    begin(&them);
    fl_tls_client_init(&client, &context, "localhost", NULL, 0);
    double used = 0, start = now();
    fl_tls_server_init(&server, &context);
    used += now() - start;
    while (!us.done || !them.done) {
      fl_tls_event event = fl_tls_client_receive(&client, &them.io);
      while (event != FL_TLS_WANT && event != FL_TLS_DONE) {
        if (event == FL_TLS_VERIFY)
          event = fl_tls_trust_server(trust, &client, &them.io, event);
        else {
          them.done |= event == FL_TLS_ESTABLISHED;
          event = fl_tls_client_receive(&client, &them.io);
        }
      }
      if (event == FL_TLS_DONE) return fprintf(stderr, "the client has ended\n"), 1;
      carry(&them, &us);
      start = now();
      event = fl_tls_server_receive(&server, &us.io);
      while (event != FL_TLS_WANT && event != FL_TLS_DONE) {
        us.done |= event == FL_TLS_ESTABLISHED;
        if (event == FL_TLS_CHOOSE || event == FL_TLS_SIGN)
          event = fl_tls_identity_answer(&who, 1, &server, &us.io, event);
        else
          event = fl_tls_server_receive(&server, &us.io);
      }
      used += now() - start;
      if (event == FL_TLS_DONE) return fprintf(stderr, "the server has ended\n"), 1;
      carry(&us, &them);
    }
    if (round >= 0) spent += used;
  }
  fl_tls_trust_free(trust);
  fl_tls_identity_free(identity);
  printf("%.1f\n", spent / count);
  return 0;
}
