/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* An HTTPS server on libfairlead-tls: its options, files and start. guest.c has what it does for a client. */
#define _GNU_SOURCE
#include "guest.h"
#include "serve.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/random.h>

static void refresh(struct house *house);

static struct house house = {.tls = {.protocols = (const uint8_t *)"\x08http/1.1", .protocols_length = 9},
                             .handshake_ms = 10000,
                             .refresh = refresh};

static void log_secret(void *log, const char *label, const uint8_t random[32], const uint8_t *secret, size_t length) {
  fprintf(log, "%s ", label);
  for (int i = 0; i < 32; i++) fprintf(log, "%02x", random[i]);
  fputc(' ', log);
  for (size_t i = 0; i < length; i++) fprintf(log, "%02x", secret[i]);
  fputc('\n', log);
  fflush(log);
}

static const char usage[] =
    "usage: server --root DIR --certificate PEM --key PEM [--certificate PEM --key PEM]... [--address 127.0.0.1]\n"
    "              [--port 8443] [--timeout MS] [--handshake-timeout MS] [--connections N] [--key-log FILE]\n"
    "              [--tickets-once] [--clients required|asked] [--authorities PEM] [--verbose]\n"
    "Serves the files below DIR over HTTP/1.1 and TLS 1.3. Port 0 picks a free one. SIGTERM and SIGINT stop it, and\n"
    "after SIGHUP certificates and keys are read again for who comes next.\n"
    "With several certificates a client gets that of the name it asks for. --tickets-once lets each ticket resume one\n"
    "connection only, --verbose prints how each connection ended, --key-log secrets by which its traffic can be read.\n"
    "--clients wants certificates of clients, of one of these authorities; asked: who has none comes in, too.\n"
    "An example, not audited: see examples/tls/README.md.\n";

static const char *certificates[IDENTITIES_MOST], *keys[IDENTITIES_MOST];
static size_t certificates_count, keys_count;

static volatile sig_atomic_t stale;
static void on_hangup(int number) {
  (void)number;
  stale = 1;
}

/* Files that are wrong change nothing. Who is in a handshake keeps what it began with. */
static void refresh(struct house *of) {
  if (!stale) return;
  stale = 0;
  struct identities *fresh = identities_load(certificates, keys, certificates_count);
  if (!fresh) return;
  identities_let_go(of->identities);
  of->identities = fresh;
}

int main(int argc, char **argv) {
  static const struct option options[] = {SERVING_OPTIONS,
                                          {"root", required_argument, NULL, 'r'},
                                          {"certificate", required_argument, NULL, 'e'},
                                          {"key", required_argument, NULL, 'k'},
                                          {"handshake-timeout", required_argument, NULL, 's'},
                                          {"key-log", required_argument, NULL, 'l'},
                                          {"tickets-once", no_argument, NULL, 'o'},
                                          {"clients", required_argument, NULL, 'w'},
                                          {"authorities", required_argument, NULL, 'u'},
                                          {"verbose", no_argument, NULL, 'v'},
                                          {0}};
  static uint8_t ticket_key[FL_TLS_TICKET_KEY]; /* new with each start: nobody resumes across one */
  const char *root = NULL, *key_log = NULL, *authorities = NULL;
  char why[FL_TLS_WHY];
  struct serving serving = {
      .address = "127.0.0.1",
      .port = 8443,
      .timeout_ms = 30000,
      .limits = {.connections = 4096, .input = FL_TLS_INPUT, .send_timeout_ms = 30000, .grace_ms = 5000}};
  bool fits = true;
  for (int option; (option = getopt_long(argc, argv, "", options, NULL)) != -1;) {
    switch (option) {
    case 'r': root = optarg; break;
    case 'e':
    case 'k': {
      size_t *count = option == 'e' ? &certificates_count : &keys_count;
      fits = fits && *count < IDENTITIES_MOST;
      if (fits) (option == 'e' ? certificates : keys)[(*count)++] = optarg;
      break;
    }
    case 's': house.handshake_ms = number_of_option(optarg, 1, 86400000); break;
    case 'l': key_log = optarg; break;
    case 'w':
      fits = fits && (strcmp(optarg, "required") == 0 || strcmp(optarg, "asked") == 0);
      house.tls.clients = strcmp(optarg, "asked") == 0 ? FL_TLS_CLIENTS_ASKED : FL_TLS_CLIENTS_REQUIRED;
      break;
    case 'u': authorities = optarg; break;
    case 'o': house.tls.tickets_once = true; break;
    case 'v': house.verbose = true; break;
    default: serving_option(&serving, option, usage);
    }
  }
  fits = fits && !(authorities && house.tls.clients == FL_TLS_CLIENTS_UNASKED); /* who names them means to ask */
  if (!root || certificates_count == 0 || certificates_count != keys_count || !fits || optind != argc) {
    fputs(usage, stderr);
    return 2;
  }
  house.identities = identities_load(certificates, keys, certificates_count);
  if (!house.identities) return 1;
  if (authorities && !(house.trust = fl_tls_trust_load(authorities, why))) {
    fprintf(stderr, "server: %s\n", why);
    return 1;
  }
  sigaction(SIGHUP, &(struct sigaction){.sa_handler = on_hangup}, NULL);
  house.site = (struct site){.files = files_open(root), .timeout_ms = serving.timeout_ms};
  if (!house.site.files) {
    fprintf(stderr, "server: cannot open folder %s: %s\n", root, strerror(errno));
    return 1;
  }
  house.tls.provider = PROVIDER();
  if (getrandom(ticket_key, sizeof ticket_key, 0) == sizeof ticket_key) {
    house.tls.ticket_keys = ticket_key;
    house.tls.ticket_keys_count = 1;
  }
  house.used = house.tls.tickets_once ? used_new() : NULL;
  if (house.tls.tickets_once && !house.used) {
    fprintf(stderr, "server: no memory for the tickets that were used\n");
    return 1;
  }
  FILE *log = key_log ? fopen(key_log, "ae") : NULL;
  if (key_log && !log) {
    fprintf(stderr, "server: cannot write %s: %s\n", key_log, strerror(errno));
    return 1;
  }
  if (log) house.tls.key_log = log_secret;
  house.tls.log = log;
  struct fl_handler handler = {
      .state_size = sizeof(struct guest), .event = guest_event, .closed = guest_closed, .context = &house};
  house.loop = fl_loop_new(&serving.limits, &handler);
  if (!house.loop) {
    fprintf(stderr, "server: cannot start: %s\n", strerror(errno));
    return 1;
  }
  int status = serve(house.loop, &serving);
  fl_loop_free(house.loop);
  files_close(house.site.files);
  used_free(house.used);
  fl_tls_trust_free(house.trust);
  identities_let_go(house.identities);
  if (log) fclose(log);
  return status;
}
