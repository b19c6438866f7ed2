/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* fairlead-monitor-serve: what `fairlead monitor serve' runs. Options, and the order of a start: key, anchor, seal,
 * store, a new incarnation, and only then is anybody served. docs/monitor-serve.md is the operator's page. */
#define _GNU_SOURCE
#include "client_access.h"
#include "clock.h"
#include "cluster_place.h"
#include "opening.h"
#include "run_log.h"
#include "server.h"
#include "signers.h"
#include "standby.h"

#include <arpa/inet.h>
#include <errno.h>
#include <getopt.h>
#include <inttypes.h>
#include <netdb.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/resource.h>
#include <sys/timerfd.h>
#include <unistd.h>

/* SLOTS: of one thread of the monitor. More are shared out among several, each with a part of the tree. */
enum { INPUT = (4 << 20) + 64, CLOCK_OFF_MS = 1000, SLOTS = 65536, LEASE_MS = 3000 };
const char *fl_program_name = "fairlead-monitor-serve";

struct options {
  struct fl_places places;
  struct fl_server_options server;
  struct fl_client_access clients;
  struct fl_cluster_place cluster;
  int others_slots; /* not 0: the store is for others than ours */
  const char *address, *log;
  uint16_t port;
  uint32_t slots, near, parts;
  bool gate;    /* in a process of its own */
  bool standby; /* one of several servers */
  struct fl_lease lease;
  char writer[FL_REDIS_WRITER + 1]; /* of the store, by fl_stand_by */
  int doors, shut;                  /* a timer, until clients may come; what came of opening for them */
  const char *signers_file;
  struct fl_text signers;
  struct fl_gate_process *process;
};

static const char usage[] =
    "usage: fairlead-monitor-serve --store DIR|redis://... --key FILE --anchor FILE|none [options]\n"
    "See fairlead monitor serve --help, or docs/monitor-serve.md.\n";

/* One of several servers: the anchor decides which of them leads, so no lock of one machine does. */
static void read_standby(struct options *o, uint32_t lease_ms) {
  static char beside[FL_PROGRAM];
  if (lease_ms && !o->standby) exit(fl_complain(FL_USAGE, "--lease goes with --standby"));
  if (!o->standby) return;
  if (o->places.no_anchor) exit(fl_complain(FL_USAGE, "--standby needs an anchor: it decides who leads"));
  if (o->places.access.place.cluster) {
    fl_complain(FL_USAGE, "--standby is not there over a Redis Cluster");
    fl_help("it has no transactions over its slots, so a server that was stopped could write over the next one's "
            "records");
    exit(FL_USAGE);
  }
  o->lease.ms = lease_ms ? lease_ms : LEASE_MS;
  o->places.anchor.keeper = o->server.anchor.keeper = fl_program_beside("fairlead-monitor-anchor", beside);
  /* Each is a sign of life. */
  if (o->server.anchor_ms > o->lease.ms / 4) o->server.anchor_ms = o->lease.ms / 4;
}

static void read_options(int argc, char **argv, struct options *o) {
  static const struct option known[] = {FL_PLACES_OPTIONS,
                                        FL_CLIENT_ACCESS_OPTIONS,
                                        FL_CLUSTER_OPTIONS,
                                        {"address", 1, 0, 'A'},
                                        {"port", 1, 0, 'p'},
                                        {"acknowledge", 1, 0, 'S'},
                                        {"commit-every", 1, 0, 'c'},
                                        {"checkpoint-every", 1, 0, 'T'},
                                        {"anchor-every", 1, 0, 'C'},
                                        {"slots", 1, 0, 'n'},
                                        {"near", 1, 0, 'r'},
                                        {"memory", 1, 0, 'm'},
                                        {"clients-memory", 1, 0, 'E'},
                                        {"certificates", 1, 0, 'e'},
                                        {"signers", 1, 0, 's'},
                                        {"signed", 1, 0, 'R'},
                                        {"connections", 1, 0, 'N'},
                                        {"timeout", 1, 0, 't'},
                                        {"unsealed-most", 1, 0, 'u'},
                                        {"when-unstored", 1, 0, 'U'},
                                        {"log", 1, 0, 'l'},
                                        {"gate", 1, 0, 'g'},
                                        {"standby", 0, 0, 'b'},
                                        {"script-busy", 1, 0, 'y'},
                                        {"script-most", 1, 0, 'Y'},
                                        {"lease", 1, 0, 'L'},
                                        {"help", 0, 0, 'h'},
                                        {0}};
  bool anchor_rate = false;
  uint32_t lease_ms = 0;
  for (int at = 0, c; (c = getopt_long(argc, argv, "", known, &at)) != -1;) {
    const char *name = c == '?' ? "" : known[at].name;
    switch (c) {
    case 0: fl_places_option(&o->places, name, optarg); break;
    case 'W': fl_client_access_option(&o->clients, name, optarg); break;
    case 'A': o->address = optarg; break;
    case 'p': o->port = (uint16_t)fl_option_number(name, optarg, 0, 65535); break;
    case 'S':
      if (strcmp(optarg, "sealed") && strcmp(optarg, "at-once"))
        exit(fl_complain(FL_USAGE, "--acknowledge is at-once or sealed"));
      o->server.sealed_first = strcmp(optarg, "sealed") == 0;
      break;
    case 'c': o->server.commit_ms = (uint32_t)fl_option_number(name, optarg, 0, 3600000); break;
    case 'T': o->server.checkpoint_ms = (uint32_t)fl_option_number(name, optarg, 0, 3600000); break;
    case 'C':
      o->server.anchor_ms = (uint32_t)fl_option_number(name, optarg, 0, 3600000);
      anchor_rate = true;
      break;
    case 'u': o->server.unsealed_ms = (uint32_t)fl_option_number(name, optarg, 1, 3600000); break;
    case 'U':
      if (strcmp(optarg, "refuse") && strcmp(optarg, "accept"))
        exit(fl_complain(FL_USAGE, "--when-unstored is refuse or accept"));
      o->server.accept_unstored = strcmp(optarg, "accept") == 0;
      break;
    case 'n': o->slots = (uint32_t)fl_option_number(name, optarg, 512, SLOTS * FL_HOST_THREADS); break;
    case 'r': o->near = (uint32_t)fl_option_number(name, optarg, 0, 1 << 28); break;
    case 'm': o->server.memory = fl_option_number(name, optarg, 1, 1 << 20) << 20; break;
    case 'E': o->server.clients_memory = fl_option_number(name, optarg, 1, 1 << 20) << 20; break;
    case 's': o->signers_file = optarg; break;
    case 'R':
      if (strcmp(optarg, "some") && strcmp(optarg, "all")) exit(fl_complain(FL_USAGE, "--signed is some or all"));
      o->server.require_signed = strcmp(optarg, "all") == 0;
      break;
    case 'e': o->server.certificates = fl_option_number(name, optarg, 1, 1 << 20) << 20; break;
    case 'N': o->server.limits.connections = (uint32_t)fl_option_number(name, optarg, 1, 1000000); break;
    case 't': o->server.timeout_ms = (uint32_t)fl_option_number(name, optarg, 1, 2000000000); break;
    case 'l': o->log = optarg; break;
    case 'g':
      if (strcmp(optarg, "inside") && strcmp(optarg, "process"))
        exit(fl_complain(FL_USAGE, "--gate is inside or process"));
      o->gate = strcmp(optarg, "process") == 0;
      break;
    case 'k': o->cluster.file = optarg; break;
    case 'M': o->cluster.me = optarg; break;
    case 'b': o->standby = true; break;
    case 'y': o->server.script_busy_ms = (uint32_t)fl_option_number(name, optarg, 1, 3600000); break;
    case 'Y': o->server.script_most_ms = (uint32_t)fl_option_number(name, optarg, 1, 3600000); break;
    case 'L': lease_ms = (uint32_t)fl_option_number(name, optarg, 200, 3600000); break;
    case 'h': fputs(usage, stdout); exit(0);
    default: fputs(usage, stderr); exit(FL_USAGE);
    }
  }
  if (optind != argc) {
    fputs(usage, stderr);
    exit(FL_USAGE);
  }
  if (o->server.require_signed && !o->signers_file) exit(fl_complain(FL_USAGE, "--signed all needs --signers"));
  /* A log is of one thread of the monitor. */
  if (o->log && o->slots > SLOTS) exit(fl_complain(FL_USAGE, "--slots is at most %d with --log", (int)SLOTS));
  if (o->slots == 0) o->slots = o->log ? SLOTS : 4 * SLOTS;
  o->parts = 1;
  while ((o->slots - 1) / o->parts + 1 > SLOTS) o->parts *= 2;
  o->slots = (o->slots - 1) / o->parts + 1;
  fl_places_check(&o->places, usage);
  o->server.anchor = o->places.anchor;
  /* Who waits for the anchor does not wait longer than need be. */
  if (o->server.sealed_first && !anchor_rate) o->server.anchor_ms = 0;
  read_standby(o, lease_ms);
}

/* ---- Signals ---- */

static struct fl_loop *stopped;
static void on_signal(int n) {
  (void)n;
  fl_loop_stop(stopped);
}
static void obey_signals(struct fl_loop *loop) {
  stopped = loop;
  struct sigaction stop = {.sa_handler = on_signal};
  sigaction(SIGTERM, &stop, NULL);
  sigaction(SIGINT, &stop, NULL);
}

/* SIGHUP: users, passwords, certificates and the cluster's file are read again. What cannot be used changes nothing. */
static int hung_up = -1; /* a timer: readable when they are to be read */
static struct fl_server *served;
static void look_again(long nanoseconds) {
  timerfd_settime(hung_up, 0, &(struct itimerspec){.it_value.tv_nsec = nanoseconds}, NULL);
}
static void on_hang_up(int n) {
  int kept = errno;
  (void)n;
  look_again(1);
  errno = kept;
}
static void read_again(void *options) {
  struct options *o = options;
  struct fl_client_access fresh;
  struct fl_cluster_place cluster;
  uint64_t times;
  if (read(hung_up, &times, sizeof times) != sizeof times) return;
  if (fl_cluster_again(&o->cluster, &cluster)) {
    fl_complain(0, "the cluster, users and certificates are as they were");
    return;
  }
  if (fl_client_access_again(&o->clients, o->address, &fresh)) {
    fl_cluster_close(&cluster);
    fl_complain(0, "users and certificates are as they were");
    return;
  }
  if (!fl_server_access(served, fresh.users, fresh.tls)) {
    fl_client_access_close(&fresh);
    fl_cluster_close(&cluster);
    look_again(50000000);
    return;
  }
  fl_cluster_close(&o->cluster);
  o->cluster = cluster;
  fl_client_access_close(&o->clients);
  o->clients = fresh;
  fl_complain(0, "%susers and certificates were read again", o->cluster.cluster ? "the cluster, " : "");
}
static bool obey_hang_ups(struct options *o, struct fl_server *server) {
  struct sigaction again = {.sa_handler = on_hang_up, .sa_flags = SA_RESTART};
  served = server;
  hung_up = timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC | TFD_NONBLOCK);
  return hung_up >= 0 && fl_loop_watch(fl_server_loop(server), hung_up, read_again, o) == 0 &&
         sigaction(SIGHUP, &again, NULL) == 0;
}

static void allow_descriptors(rlim_t wanted) {
  struct rlimit limit;
  if (getrlimit(RLIMIT_NOFILE, &limit) < 0 || limit.rlim_cur >= wanted) return;
  limit.rlim_cur = limit.rlim_max < wanted ? limit.rlim_max : wanted;
  setrlimit(RLIMIT_NOFILE, &limit);
}

/* Descriptors are given out from the lowest on. So many are left; some of them the store's process needs, if it is
 * started again, and what is done with the anchor. */
static uint64_t descriptors_left(void) {
  enum { SPARE = 8 };
  struct rlimit limit;
  int next = dup(STDERR_FILENO);
  if (next >= 0) close(next);
  if (next < 0 || getrlimit(RLIMIT_NOFILE, &limit) < 0 || limit.rlim_cur < (rlim_t)next + SPARE) return 0;
  return limit.rlim_cur - (rlim_t)next - SPARE;
}

/* The first seal: what does not take it says so by its failures. */
static int say_not_begun(const struct options *o, struct fl_server *server) {
  if (fl_server_anchor_failed(server)) return fl_say_anchor_not_written(&o->places);
  if (fl_server_refused(server)) return FL_DIAGNOSED; /* and why was said */
  fl_complain(FL_DIAGNOSED, "the store %s does not take the first seal: it cannot be written", o->places.store);
  fl_help("see that its disk is not full, is not read-only, and that the store's user may write to it");
  return FL_DIAGNOSED;
}

static const char address_forms[] = "--address is a name of this machine, or a numeric IPv4 or IPv6 address of it";

static int say_not_listening(const struct options *o) {
  int failed = errno;
  fl_complain(FL_DIAGNOSED, "cannot listen on %s:%u: %s", o->address, (unsigned)o->port, strerror(failed));
  switch (failed) {
  case EADDRINUSE: fl_help("another server has this port: stop it, or name another one with --port"); break;
  case EACCES: fl_help("ports below 1024 are root's: name another one with --port"); break;
  default: fl_help("%s", address_forms); break;
  }
  return FL_DIAGNOSED;
}

/* The number that a name has: the first, if there are several. [::1] is ::1, as in an address with a port. */
static int resolve_address(struct options *o) {
  static char numeric[NI_MAXHOST];
  uint8_t binary[sizeof(struct in6_addr)];
  size_t n = strlen(o->address);
  if (n > 2 && n < sizeof numeric && o->address[0] == '[' && o->address[n - 1] == ']') {
    memcpy(numeric, o->address + 1, n - 2);
    o->address = numeric;
  }
  if (inet_pton(AF_INET, o->address, binary) == 1 || inet_pton(AF_INET6, o->address, binary) == 1) return 0;
  struct addrinfo hints = {.ai_socktype = SOCK_STREAM, .ai_flags = AI_PASSIVE}, *found = NULL;
  int failed = getaddrinfo(o->address, NULL, &hints, &found);
  if (!failed) {
    const char *name = o->address;
    failed = getnameinfo(found->ai_addr, found->ai_addrlen, numeric, sizeof numeric, NULL, 0, NI_NUMERICHOST);
    freeaddrinfo(found);
    o->address = failed ? name : numeric;
  }
  if (!failed) return 0;
  fl_complain(FL_DIAGNOSED, "cannot listen on %s: %s", o->address, gai_strerror(failed));
  fl_help("%s", address_forms);
  return FL_DIAGNOSED;
}

/* ---- The gate's process ---- */

static struct options *opening; /* whose places are being opened */

/* Before anybody's bytes are read: what comes to have us by one of them has no key. */
static struct fl_signer *start_gate(const struct fl_places *places, const struct fl_opened *x, bool may_make,
                                    const char **why) {
  char beside[FL_PROGRAM];
  struct fl_gate_place place = {.program = fl_program_beside("fairlead-monitor-gate", beside),
                                .slots = opening->slots,
                                .parts = opening->parts,
                                .kept = fl_anchor_kept(&places->anchor),
                                .expects = places->expects,
                                .anchor = x->has_anchor ? &x->anchor : NULL,
                                .signers = opening->signers,
                                .require_signed = opening->server.require_signed,
                                .expect_epoch = places->expect_epoch};
  int key[2];
  *why = strerror(EMFILE);
  if (!fl_gate_pipe(key)) return NULL;
  struct fl_signer *public = fl_signer_open_apart(places->key, may_make, key[1], why);
  close(key[1]);
  if (!public) {
    close(key[0]);
    return NULL;
  }
  opening->process = fl_gate_process_start(&place, key[0], why);
  if (opening->process) return public;
  exit(fl_complain(FL_DIAGNOSED, "the gate's process, %s: %s", place.program, *why));
}

static int begin_gate(const struct options *o, struct fl_opened *x, uint64_t *incarnation) {
  static const uint8_t none[32] = {0};
  uint8_t log[32];
  const char *why;
  if (fl_gate_process_begin(o->process, x->seal_bytes, x->has_seal ? &x->seal : NULL, x->store, incarnation, log,
                            &why)) {
    if (memcmp(log, none, sizeof log) != 0)
      memcpy(x->seal.root, log, sizeof log); /* its changes are the gate's to check */
    return 0;
  }
  fl_complain(FL_DIAGNOSED, "the gate's process does not begin: %s", why);
  if (strstr(why, "not what was sealed"))
    fl_help("if the last run was without --gate process, and crashed: start it once without, and stop it");
  return FL_DIAGNOSED;
}

/* ---- A start ---- */

/* What it comes to. */
struct begun {
  struct fl_opened x;
  struct fl_anchor anchor; /* ours */
  struct fl_run_log *log;
  struct fl_host *host;
  uint64_t took; /* fl_lease_now: the anchor was ours */
};

static int open_log(const struct options *o, struct begun *b) {
  const char *why;
  b->log = o->log ? fl_run_log_open(o->log, b->anchor.incarnation, &why) : NULL;
  if (!o->log || b->log) return 0;
  fl_complain(FL_DIAGNOSED, "the log %s: %s", o->log, why);
  fl_help("--log names a folder that is there, a file that is not there yet, or a pipe");
  return FL_DIAGNOSED;
}

static void set_clock(struct options *o, uint64_t last) {
  uint64_t clock = fl_clock_read(CLOCK_REALTIME);
  o->server.time = last;
  if (clock + CLOCK_OFF_MS < last)
    fl_complain(0,
                "the clock is %" PRIu64 " seconds behind the last seal's: until it has come up, ours goes on from "
                "there",
                (last - clock) / 1000);
}

/* A server that others stand by is not to be had beside one that knows nothing of them. */
static int look_for_others(const struct options *o, const struct fl_opened *x) {
  static uint8_t value[FL_STORE_VALUE];
  size_t length;
  if (o->standby || !o->places.access.is_redis) return 0;
  if (x->store->get(x->store->context, (const uint8_t *)"w", 1, value, &length) != FL_STORE_FOUND) return 0;
  fl_complain(FL_DIAGNOSED, "the store %s is of servers with --standby", o->places.store);
  fl_help("start this one with --standby, too; or, when none of the others runs nor will, delete fairlead:w there");
  return FL_DIAGNOSED;
}

/* Key, anchor, seal, store, and a new incarnation that the anchor knows: from here on seals of earlier ones do not
 * count, but for the one that we go on from. */
static int begin(struct options *o, struct begun *b) {
  opening = o;
  if (o->gate) o->places.open_key = start_gate;
  int status = fl_open(&o->places, FL_OPEN, &b->x);
  if (status == 0) status = look_for_others(o, &b->x);
  if (status == 0) o->others_slots = status = fl_cluster_own(&o->cluster, o->places.key, b->x.has_seal);
  if (status) return status;
  o->server.kept[0] = b->x.kept[0], o->server.kept[1] = b->x.kept[1];
  o->server.gate = o->process;
  /* Two that stand by may go on from one anchor: they are not to say the same of themselves. */
  if (!fl_next_incarnation(&o->places, &b->x, &b->anchor) ||
      (o->standby && !fl_incarnation_leaps(&b->anchor.incarnation)))
    return fl_complain(FL_DIAGNOSED, "there is no randomness");
  if (o->process && (status = begin_gate(o, &b->x, &b->anchor.incarnation))) return status;
  set_clock(o, b->x.seal.time);
  if ((status = open_log(o, b))) return status;
  o->server.log = b->log;
  b->host = fl_host_new(&(struct fl_host_options){.slots = o->slots,
                                                  .parts = o->parts,
                                                  .told = o->process ? fl_gate_process_told : NULL,
                                                  .told_context = o->process,
                                                  .near = o->near,
                                                  .log = b->log ? fl_run_log_write : NULL,
                                                  .log_context = b->log,
                                                  .incarnation = b->anchor.incarnation},
                        b->x.store);
  if (!b->host) return fl_complain(FL_DIAGNOSED, "out of memory");
  if ((status = fl_start_host(&o->places, &b->x, b->host))) return status;
  o->server.redo_pieces = b->x.redo_pieces;
  uint64_t asked = fl_lease_now();
  if (!fl_anchor_place_write(&o->places.anchor, &b->anchor, b->x.has_anchor ? &b->x.anchor : NULL))
    return fl_say_anchor_not_written(&o->places);
  if (o->standby) fl_lease_confirmed(&o->lease, asked);
  b->took = fl_lease_now();
  return 0;
}

/* All of it again, if it is to be tried again. */
static void give_up(struct options *o, struct begun *b) {
  if (b->host)
    fl_host_free(b->host);
  else if (b->x.store)
    b->x.store->close(b->x.store->context);
  fl_opened_free(&b->x);
  fl_run_log_drop(b->log);
  fl_gate_process_free(o->process);
  o->process = NULL;
}

/* ---- Clients may come ---- */

static void say_where(const char *what, const char *address, uint16_t port) {
  bool six = strchr(address, ':') != NULL;
  printf("%s %s%s%s:%u\n", what, six ? "[" : "", address, six ? "]" : "", (unsigned)port);
  fflush(stdout);
}

static int open_doors(struct options *o, struct fl_server *server) {
  if (fl_loop_listen(fl_server_loop(server), o->address, &o->port) < 0) return say_not_listening(o);
  uint64_t clients = descriptors_left();
  if (clients == 0) {
    fl_complain(FL_DIAGNOSED, "no descriptors are left for clients: the limit is too low");
    fl_help("ulimit -n 64, or more: one for each client, and some 24 besides");
    return FL_DIAGNOSED;
  }
  if (clients < o->server.limits.connections)
    fl_complain(0, "%" PRIu64 " connections at most: there are no more descriptors (ulimit -n)", clients);
  say_where("listening on", o->address, o->port);
  return 0;
}

/* Whoever led before may go on until then. */
static void on_doors(void *options) {
  struct options *o = options;
  uint64_t times;
  if (read(o->doors, &times, sizeof times) != sizeof times) return;
  o->shut = open_doors(o, served);
  if (o->shut) fl_loop_stop(fl_server_loop(served));
}

static int open_doors_in_time(struct options *o, const struct begun *b, struct fl_server *server) {
  uint32_t ms = b->x.has_anchor ? fl_lease_of_others_ms(&o->lease, b->took) : 0;
  if (ms == 0) return open_doors(o, server);
  struct itimerspec t = {.it_value = {ms / 1000, (long)(ms % 1000) * 1000000 + 1}};
  o->doors = timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC | TFD_NONBLOCK);
  if (o->doors >= 0 && fl_loop_watch(fl_server_loop(server), o->doors, on_doors, o) == 0 &&
      timerfd_settime(o->doors, 0, &t, NULL) == 0)
    return 0;
  return fl_complain(FL_DIAGNOSED, "cannot start: %s", strerror(errno));
}

static int lead(struct options *o, struct begun *b) {
  allow_descriptors(o->server.limits.connections + 64);
  struct fl_server *server = fl_server_new(&o->server, b->host, b->x.store, b->x.signer, &b->anchor, b->x.digest);
  if (!server) return fl_complain(FL_DIAGNOSED, "cannot start: %s", strerror(errno));
  if (!fl_server_begin(server)) return say_not_begun(o, server);
  struct fl_loop *loop = fl_server_loop(server);
  if (!obey_hang_ups(o, server)) return fl_complain(FL_DIAGNOSED, "cannot start: %s", strerror(errno));
  obey_signals(loop); /* before anybody is told that we listen */
  int status = open_doors_in_time(o, b, server);
  if (status) return status;
  bool ok = fl_loop_run(loop) == 0 && o->shut == 0;
  bool sealed = fl_server_end(server);
  if (!sealed && !fl_host_why(b->host)) fl_complain(0, "the last changes could not be sealed");
  signal(SIGHUP, SIG_IGN);
  fl_server_free(server);
  fl_host_free(b->host);
  fl_opened_free(&b->x);
  if (!fl_run_log_close(b->log)) ok = fl_complain(0, "the log %s cannot be written", o->log) != 0;
  return ok && sealed ? 0 : FL_DIAGNOSED;
}

/* ---- Standing by ---- */

/* What is refused, though nobody has taken the store meanwhile, is not for us to try again. */
static bool is_final(const struct options *o, const struct begun *b, int status) {
  struct fl_anchor now;
  const char *why;
  if (status != FL_REFUSED) return false;
  int known = fl_anchor_place_read(&o->places.anchor, &now, &why);
  return known >= 0 && (known > 0) == b->x.has_anchor && now.incarnation == b->x.anchor.incarnation;
}

static int serve_in_turn(struct options *o) {
  struct fl_standby_options standby = {.places = &o->places,
                                       .lease = &o->lease,
                                       .clients = &o->clients,
                                       .connections = o->server.limits.connections,
                                       .address = o->address,
                                       .port = &o->port,
                                       .listening = say_where};
  int status = fl_standby_check(&o->places);
  struct fl_anchor known;
  const char *why;
  /* Before it is its turn: whoever leads then has to be able to. */
  if (status == 0 && o->cluster.cluster && fl_anchor_place_read(&o->places.anchor, &known, &why) > 0)
    status = fl_cluster_own(&o->cluster, o->places.key, true);
  while (status == 0) {
    struct begun b = {0};
    struct fl_client_access fresh;
    switch (fl_stand_by(&standby, o->writer)) {
    case FL_STANDBY_STOPPED: return 0;
    case FL_STANDBY_FAILED: return FL_DIAGNOSED;
    case FL_STANDBY_LEAD: break;
    }
    standby.announced = true;
    o->places.access.writer = o->writer;
    status = begin(o, &b);
    if (status == 0) {
      if (fl_client_access_again(&o->clients, o->address, &fresh) == 0) {
        fl_client_access_close(&o->clients);
        o->clients = fresh;
        o->server.users = fresh.users, o->server.tls = fresh.tls;
      }
      return lead(o, &b);
    }
    if (o->others_slots || is_final(o, &b, status)) return status;
    give_up(o, &b);
    fl_complain(0, "standing by again");
    status = 0;
  }
  return status;
}

static int run(struct options *o) {
  struct begun b = {0};
  int status = resolve_address(o);
  if (status == 0) status = fl_cluster_open(&o->cluster);
  if (status == 0) status = fl_client_access_open(&o->clients, o->address);
  o->server.users = o->clients.users, o->server.tls = o->clients.tls, o->server.unprotected = o->clients.unprotected;
  if (status == 0) status = fl_signers_open(o->signers_file, &o->signers, &o->server.signers);
  if (status == 0 && o->standby) return serve_in_turn(o);
  if (status == 0) status = fl_places_lock(&o->places);
  if (status == 0) status = begin(o, &b);
  return status ? status : lead(o, &b);
}

int main(int argc, char **argv) {
  struct options o = {
      .server = {.timeout_ms = 2000000000,
                 .commit_ms = 5,
                 .checkpoint_ms = 1000,
                 .anchor_ms = 1000,
                 .unsealed_ms = 1000,
                 .script_busy_ms = 5000,
                 .script_most_ms = 30000,
                 .memory = (uint64_t)256 << 20,
                 .clients_memory = (uint64_t)512 << 20,
                 .certificates = (uint64_t)64 << 20,
                 .limits = {.connections = 1024, .input = INPUT, .send_timeout_ms = 30000, .grace_ms = 5000}},
      .address = "127.0.0.1",
      .port = 6379,
      .near = 1 << 18};
  o.server.lease = &o.lease;
  o.server.cluster = &o.cluster;
  fl_begin();
  read_options(argc, argv, &o);
  int status = run(&o);
  fl_gate_process_free(o.process);
  fl_client_access_close(&o.clients);
  fl_cluster_close(&o.cluster);
  fl_store_access_wipe(&o.places.access);
  return status;
}
