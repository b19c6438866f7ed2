/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* fairlead-monitor-serve: what `fairlead monitor serve' runs. Options, and the order of a start: key, anchor, seal,
 * store, a new incarnation, and only then is anybody served. docs/monitor-serve.md is the operator's page. */
#define _GNU_SOURCE
#include "run_log.h"
#include "server.h"
#include "store_process.h"

#include <errno.h>
#include <fcntl.h>
#include <getopt.h>
#include <inttypes.h>
#include <libgen.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

enum { USAGE = 2, DIAGNOSED = 1, REFUSED = 3, INPUT = (1 << 20) + 64 };

struct options {
  struct fl_server_options server;
  const char *address, *key, *log, *program, *user;
  uint16_t port;
  uint32_t slots, near;
  uint64_t expect_epoch;
  bool expects;
};

static const char usage[] =
  "usage: fairlead-monitor-serve --store DIR|redis://... --key FILE --anchor FILE|none [options]\n"
  "See fairlead monitor serve --help, or docs/monitor-serve.md.\n";

__attribute__((format(printf, 2, 3))) static int complain(int status, const char *form, ...) {
  va_list list;
  va_start(list, form);
  fputs("fairlead-monitor-serve: ", stderr);
  vfprintf(stderr, form, list);
  fputc('\n', stderr);
  va_end(list);
  return status;
}

static uint64_t number(const char *option, const char *text, uint64_t low, uint64_t high) {
  char *end;
  errno = 0;
  unsigned long long n = strtoull(text, &end, 10);
  if (errno || *end || *text < '0' || *text > '9' || n < low || n > high)
    exit(complain(USAGE, "--%s %s: not a number from %" PRIu64 " to %" PRIu64, option, text, low, high));
  return n;
}

/* ---- Where things lie ---- */

/* Below a folder that belongs to whom we do not trust, a key and an anchor are theirs. */
static bool lies_in(const char *path, const char *folder) {
  char *copy = strdup(path), *parent = copy ? realpath(dirname(copy), NULL) : NULL, *top = realpath(folder, NULL);
  size_t n = top ? strlen(top) : 0;
  bool in = parent && top && strncmp(parent, top, n) == 0 && (parent[n] == 0 || parent[n] == '/');
  free(copy);
  free(parent);
  free(top);
  return in;
}

static void read_options(int argc, char **argv, struct options *o) {
  static const struct option known[] = {
    {"store", 1, 0, 's'}, {"key", 1, 0, 'k'}, {"anchor", 1, 0, 'a'}, {"expect-epoch", 1, 0, 'e'}, {"address", 1, 0,
        'A'},
    {"port", 1, 0, 'p'}, {"acknowledge", 1, 0, 'S'}, {"commit-every", 1, 0, 'c'}, {"anchor-every", 1, 0, 'C'},
    {"slots", 1, 0, 'n'}, {"near", 1, 0, 'r'},
    {"memory", 1, 0, 'm'}, {"connections", 1, 0, 'N'}, {"timeout", 1, 0, 't'}, {"log", 1, 0, 'l'},
    {"store-program", 1, 0, 'P'}, {"store-user", 1, 0, 'u'}, {"help", 0, 0, 'h'}, {0}};
  const char *anchor = NULL;
  for (int at = 0, c; (c = getopt_long(argc, argv, "", known, &at)) != -1;) {
    const char *name = c == '?' ? "" : known[at].name;
    switch (c) {
    case 's': o->server.store = optarg; break;
    case 'k': o->key = optarg; break;
    case 'a': anchor = optarg; break;
    case 'e': o->expect_epoch = number(name, optarg, 0, UINT64_MAX), o->expects = true; break;
    case 'A': o->address = optarg; break;
    case 'p': o->port = (uint16_t)number(name, optarg, 0, 65535); break;
    case 'S':
      if (strcmp(optarg, "sealed") && strcmp(optarg, "at-once")) exit(complain(USAGE,
          "--acknowledge is at-once or sealed"));
      o->server.sealed_first = strcmp(optarg, "sealed") == 0;
      break;
    case 'c': o->server.commit_ms = (uint32_t)number(name, optarg, 0, 3600000); break;
    case 'C': o->server.anchor_ms = (uint32_t)number(name, optarg, 0, 3600000); break;
    case 'n': o->slots = (uint32_t)number(name, optarg, 512, 65536); break;
    case 'r': o->near = (uint32_t)number(name, optarg, 0, 1 << 28); break;
    case 'm': o->server.memory = number(name, optarg, 1, 1 << 20) << 20; break;
    case 'N': o->server.limits.connections = (uint32_t)number(name, optarg, 1, 1000000); break;
    case 't': o->server.timeout_ms = (uint32_t)number(name, optarg, 1, 2000000000); break;
    case 'l': o->log = optarg; break;
    case 'P': o->program = optarg; break;
    case 'u': o->user = optarg; break;
    case 'h': fputs(usage, stdout); exit(0);
    default: fputs(usage, stderr); exit(USAGE);
    }
  }
  if (optind != argc || !o->server.store || !o->key || !anchor) {
    fputs(usage, stderr);
    exit(USAGE);
  }
  o->server.anchor = strcmp(anchor, "none") == 0 ? NULL : anchor;
  if (!*o->server.store || !*o->key || !*anchor) exit(complain(USAGE, "--store, --key and --anchor have names"));
  if (lies_in(o->key, o->server.store) || (o->server.anchor && lies_in(anchor, o->server.store)))
    exit(complain(USAGE, "--key and --anchor are not to be where the store is: who has it would have them"));
}

/* ---- Signals ---- */

static struct fl_loop *stopped;
static void on_signal(int n) {
  (void)n;
  fl_loop_stop(stopped);
}
static void obey_signals(struct fl_loop *loop) {
  stopped = loop;
  struct sigaction stop = {.sa_handler = on_signal}, ignore = {.sa_handler = SIG_IGN};
  sigaction(SIGTERM, &stop, NULL);
  sigaction(SIGINT, &stop, NULL);
  sigaction(SIGPIPE, &ignore, NULL);
}

static void allow_descriptors(rlim_t wanted) {
  struct rlimit limit;
  if (getrlimit(RLIMIT_NOFILE, &limit) < 0 || limit.rlim_cur >= wanted) return;
  limit.rlim_cur = limit.rlim_max < wanted ? limit.rlim_max : wanted;
  setrlimit(RLIMIT_NOFILE, &limit);
}

/* Two servers with one anchor would both believe that they are the last. */
static bool lock(const char *path) {
  char *name;
  if (asprintf(&name, "%s.lock", path) < 0) return false;
  int fd = open(name, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
  free(name);
  return fd >= 0 && flock(fd, LOCK_EX | LOCK_NB) == 0; /* held until we end */
}

/* fairlead-monitor-store lies beside us. */
static char *find_program(void) {
  char self[4096], *program;
  ssize_t n = readlink("/proc/self/exe", self, sizeof self - 1);
  if (n <= 0) return NULL;
  self[n] = 0;
  return asprintf(&program, "%s/fairlead-monitor-store", dirname(self)) < 0 ? NULL : program;
}

struct start {
  struct fl_anchor anchor;
  bool has_seal;
  struct fl_seal seal;
  uint8_t digest[32];
};

/* What the anchor and the store say, one against the other. 0, or an exit status. */
static int compare(const struct options *o, const struct fl_signer *signer, struct fl_store *store,
    struct start *start) {
  uint8_t bytes[FL_STORE_VALUE];
  size_t length;
  const char *why;
  int known = 0;
  if (o->server.anchor) {
    known = fl_anchor_read(o->server.anchor, &start->anchor, &why);
    if (known < 0) return complain(DIAGNOSED, "the anchor %s: %s", o->server.anchor, why);
  }
  switch (store->get(store->context, (const uint8_t *)"s", 1, bytes, &length)) {
  case FL_STORE_FAILED: return complain(DIAGNOSED, "the store %s does not answer", o->server.store);
  case FL_STORE_ABSENT: break;
  case FL_STORE_FOUND:
    if (!fl_seal_read(signer, bytes, length, &start->seal))
      return complain(REFUSED, "REFUSED: the store's seal was not made with the key %s", o->key);
    fl_seal_digest(bytes, start->digest);
    start->has_seal = true;
  }
  uint64_t epoch = start->has_seal ? start->seal.epoch : 0;
  if (o->expects && epoch < o->expect_epoch)
    return complain(REFUSED,
        "REFUSED: the store's seal is of epoch %" PRIu64 ", and %" PRIu64 " was expected: it was rolled back",
                    epoch, o->expect_epoch);
  if (known) {
    why = fl_anchor_refuses(&start->anchor, start->has_seal ? &start->seal : NULL, start->digest);
    if (why) return complain(REFUSED,
        "REFUSED: %s (the store's seal: epoch %" PRIu64 ", incarnation %" PRIu64 "; the anchor: %" PRIu64
                             ", %" PRIu64 ")", why, epoch, start->seal.incarnation, start->anchor.epoch,
                                 start->anchor.incarnation);
  } else if (start->has_seal && !o->expects) {
    if (o->server.anchor)
      return complain(REFUSED,
          "REFUSED: the store has a seal of epoch %" PRIu64 ", and there is no anchor %s: if it was lost, say "
                      "--expect-epoch with the last epoch you know of", epoch, o->server.anchor);
    complain(0, "no anchor and no --expect-epoch: an old state of the store would not be noticed");
  }
  if (start->has_seal && start->anchor.incarnation < start->seal.incarnation)
    start->anchor.incarnation = start->seal.incarnation;
  start->anchor.incarnation++;
  start->anchor.epoch = epoch;
  memcpy(start->anchor.seal, start->digest, 32);
  return 0;
}

static int run(struct options *o) {
  const char *why;
  struct start start = {0};
  if (o->server.anchor && !lock(o->server.anchor))
    return complain(DIAGNOSED, "the anchor %s cannot be locked: is a server running?", o->server.anchor);
  struct fl_signer *signer = fl_signer_open(o->key, !o->server.anchor || access(o->server.anchor, F_OK) != 0, &why);
  if (!signer) return complain(DIAGNOSED, "the key %s: %s", o->key, why);
  struct fl_store *store = fl_store_process(o->program, o->server.store, o->user, o->server.kept, &why);
  if (!store) return complain(DIAGNOSED, "the store %s: %s", o->server.store, why);
  if (geteuid() == 0 && !o->user)
    complain(0, "the store's process is root, as we are: --store-user gives it another user");
  int status = compare(o, signer, store, &start);
  if (status) return status;
  struct fl_run_log *log = o->log ? fl_run_log_open(o->log, start.anchor.incarnation, &why) : NULL;
  if (o->log && !log) return complain(DIAGNOSED, "the log %s: %s", o->log, why);
  o->server.log = log;
  struct fl_host *host = fl_host_new(&(struct fl_host_options){.slots = o->slots, .near = o->near,
      .log = log ? fl_run_log_write : NULL, .log_context = log, .incarnation = start.anchor.incarnation}, store);
  if (!host) return complain(DIAGNOSED, "out of memory");
  struct fl_host_seal from = {.epoch = start.seal.epoch};
  memcpy(from.root, start.seal.root, sizeof from.root);
  switch (fl_host_start(host, start.has_seal ? &from : NULL)) {
  case FL_HOST_OK: break;
  case FL_HOST_LIE: return complain(REFUSED, "REFUSED: %s", fl_host_why(host));
  case FL_HOST_STORE: return complain(DIAGNOSED, "the store %s does not answer", o->server.store);
  default: return complain(DIAGNOSED, "no memory, no randomness, or a processor without AES instructions");
  }
  /* From here on seals of earlier incarnations do not count, but for the one that we go on from. */
  if (o->server.anchor && !fl_anchor_write(o->server.anchor, &start.anchor))
    return complain(DIAGNOSED, "the anchor %s cannot be written: %s", o->server.anchor, strerror(errno));
  allow_descriptors(o->server.limits.connections + 64);
  struct fl_server *server = fl_server_new(&o->server, host, store, signer, &start.anchor, start.digest);
  if (!server) return complain(DIAGNOSED, "cannot start: %s", strerror(errno));
  if (!fl_server_begin(server)) return complain(DIAGNOSED, "the store or the anchor does not take the first seal");
  struct fl_loop *loop = fl_server_loop(server);
  if (fl_loop_listen(loop, o->address, &o->port) < 0)
    return complain(DIAGNOSED, "cannot listen on %s:%u: %s", o->address, (unsigned)o->port, strerror(errno));
  obey_signals(loop);
  printf("listening on %s:%u\n", o->address, (unsigned)o->port);
  fflush(stdout);
  bool ok = fl_loop_run(loop) == 0;
  bool sealed = fl_server_end(server);
  if (!sealed && !fl_host_why(host)) complain(0, "the last changes could not be sealed");
  fl_server_free(server);
  fl_host_free(host);
  fl_signer_free(signer);
  if (!fl_run_log_close(log)) ok = complain(0, "the log %s cannot be written", o->log) != 0;
  return ok && sealed ? 0 : DIAGNOSED;
}

int main(int argc, char **argv) {
  struct options o = {
    .server = {.timeout_ms = 2000000000, .commit_ms = 5, .anchor_ms = 1000, .memory = (uint64_t)256 << 20,
               .limits = {.connections = 1024, .input = INPUT, .send_timeout_ms = 30000, .grace_ms = 5000}},
    .address = "127.0.0.1", .port = 6379, .slots = 65536, .near = 1 << 19};
  char *program = find_program();
  o.program = program;
  read_options(argc, argv, &o);
  /* Keys and sums are not for others of our user, nor for a core file. */
  prctl(PR_SET_DUMPABLE, 0);
  signal(SIGPIPE, SIG_IGN);
  int status = run(&o);
  free(program);
  return status;
}
