/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#define _GNU_SOURCE
#include "standby.h"

#include "clock.h"
#include "store_process.h"

#include <errno.h>
#include <inttypes.h>
#include <openssl/rand.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/stat.h>
#include <unistd.h>

static const uint8_t writer_key[] = "w";
static bool seen; /* an anchor */

struct fl_standby {
  const struct fl_standby_options *o;
  struct fl_loop *loop;
  int time; /* readable: it is time to lead */
  pthread_mutex_t lock;
  pthread_cond_t changed;
  bool ending, lead;
  struct fl_standby_figures now;
  uint64_t since;                  /* when the anchor was seen to change; the watcher's */
  char before[FL_REDIS_TOKEN + 1]; /* who wrote the store then */
};

/* ---- At the start ---- */

static int look(struct fl_places *p, struct fl_opened *x) {
  struct fl_places quietly = *p;
  quietly.open_key = NULL;
  int status = fl_open(&quietly, FL_OPEN_HELD, x);
  p->access = quietly.access;
  seen = seen || x->has_anchor;
  if (x->store) x->store->close(x->store->context);
  fl_opened_free(x);
  return status;
}

static bool same(const struct fl_anchor *a, const struct fl_anchor *b) {
  return a->incarnation == b->incarnation && a->epoch == b->epoch && memcmp(a->seal, b->seal, sizeof a->seal) == 0;
}

int fl_standby_check(struct fl_places *p) {
  enum { TIMES = 5 };
  struct fl_opened x;
  struct stat s;
  const char *why;
  struct fl_signer *signer = fl_signer_open(p->key, false, &why);
  if (!signer) {
    fl_complain(FL_DIAGNOSED, "the key %s: %s", p->key, why);
    if (!strstr(why, "help: "))
      fl_help("servers that stand by have one key: openssl genpkey -algorithm ed25519 -out FILE, for all of them");
    return FL_DIAGNOSED;
  }
  fl_signer_free(signer);
  /* A folder that is still to be made has nothing to be looked at. */
  if (!p->access.is_redis && stat(p->store, &s) < 0 && errno == ENOENT) return 0;
  int status = 0;
  for (int i = 0; i < TIMES; i++) {
    struct fl_anchor after;
    status = look(p, &x);
    if (status != FL_REFUSED) break;
    /* Another one may have taken the store between the anchor that was read and the seal. */
    int known = fl_anchor_place_read(&p->anchor, &after, &why);
    if (known < 0 || (known > 0) != x.has_anchor || same(&after, &x.anchor)) break;
  }
  return status;
}

/* ---- Who watches ---- */

static bool is_token(const uint8_t *value, size_t length) {
  for (size_t i = 0; i < length; i++)
    if (!strchr("0123456789abcdef", value[i]) || !value[i]) return false;
  return length == FL_REDIS_TOKEN;
}

/* Who writes the store: a token, or "-". A folder has its lock instead. */
static bool read_writer(struct fl_standby *b) {
  struct fl_places *p = b->o->places;
  static uint8_t value[FL_STORE_VALUE];
  char beside[FL_PROGRAM];
  size_t length = 0;
  const char *why;
  strcpy(b->before, "-");
  if (!p->access.is_redis) return true;
  struct fl_redis_access access = fl_store_access_of(&p->access);
  struct fl_store_place place = {p->program ? p->program : fl_program_beside("fairlead-monitor-store", beside),
                                 p->store, p->user, true, &access};
  struct fl_store *store = fl_store_process(&place, (bool[2]){0}, &why);
  if (!store) return false;
  enum fl_store_result r = store->get(store->context, writer_key, 1, value, &length);
  store->close(store->context);
  if (r == FL_STORE_FOUND && is_token(value, length)) memcpy(b->before, value, length), b->before[length] = 0;
  return r == FL_STORE_ABSENT || (r == FL_STORE_FOUND && b->before[0] != '-');
}

/* Looks once. True: it has not changed for so long that it is our turn. */
static bool is_time(struct fl_standby *b, bool *has_writer, uint32_t patience) {
  struct fl_anchor kept;
  const char *why;
  uint64_t asked = fl_clock_read(CLOCK_MONOTONIC);
  int known = fl_anchor_place_read(&b->o->places->anchor, &kept, &why);
  seen = seen || known > 0;
  if (seen && known == 0) known = -1; /* an anchor does not go */
  pthread_mutex_lock(&b->lock);
  bool changed = known < 0 || !b->now.known || b->now.led != (known > 0) || !same(&kept, &b->now.anchor);
  if (changed) b->since = asked, *has_writer = false;
  b->now.known = known >= 0;
  b->now.led = known > 0;
  if (known >= 0) b->now.anchor = kept;
  b->now.failures += known < 0;
  b->now.silent_ms = asked - b->since;
  pthread_mutex_unlock(&b->lock);
  if (known < 0) return false; /* nobody can lead without it */
  /* Whoever takes the store after this was read is not to be thrown out again by us. */
  if (!*has_writer && (known == 0 || asked - b->since >= patience / 2)) *has_writer = read_writer(b);
  /* Nobody ever led, and nobody is about to. */
  bool fresh = known == 0 && b->before[0] == '-';
  return *has_writer && (fresh || asked - b->since >= patience);
}

static void *watch(void *context) {
  struct fl_standby *b = context;
  uint32_t lease = b->o->lease->ms, random = 0;
  bool has_writer = false;
  RAND_bytes((uint8_t *)&random, sizeof random);
  uint32_t patience = lease + random % (lease / 4 + 1); /* so that two who stand by do not try at one time */
  b->since = fl_clock_read(CLOCK_MONOTONIC);
  for (bool over = false; !over;) {
    bool lead = is_time(b, &has_writer, patience);
    struct timespec until = fl_clock_in(lease / 8 + 1);
    pthread_mutex_lock(&b->lock);
    b->lead = lead && !b->ending;
    while (!b->lead && !b->ending && pthread_cond_timedwait(&b->changed, &b->lock, &until) == 0) {}
    over = b->lead || b->ending;
    pthread_mutex_unlock(&b->lock);
  }
  (void)!write(b->time, &(uint64_t){1}, sizeof(uint64_t));
  return NULL;
}

static struct fl_standby_figures figures(void *context) {
  struct fl_standby *b = context;
  pthread_mutex_lock(&b->lock);
  struct fl_standby_figures now = b->now;
  pthread_mutex_unlock(&b->lock);
  return now;
}

/* ---- Until then ---- */

static struct fl_loop *stopped;
static volatile sig_atomic_t was_stopped;
static void on_signal(int n) {
  (void)n;
  was_stopped = 1;
  fl_loop_stop(stopped);
}
static void on_time(void *context) {
  struct fl_standby *b = context;
  fl_loop_stop(b->loop);
}

static bool begin(struct fl_standby *b, pthread_t *thread) {
  pthread_condattr_t monotonic;
  sigset_t all, old;
  pthread_mutex_init(&b->lock, NULL);
  pthread_condattr_init(&monotonic);
  pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
  pthread_cond_init(&b->changed, &monotonic);
  pthread_condattr_destroy(&monotonic);
  b->time = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
  struct fl_standby_answers answers = {.figures = figures,
                                       .context = b,
                                       .lease_ms = b->o->lease->ms,
                                       .connections = b->o->connections,
                                       .clients = b->o->clients};
  b->loop = fl_standby_loop(&answers, b->o->address, b->o->port);
  if (!b->loop || b->time < 0 || fl_loop_watch(b->loop, b->time, on_time, b) < 0) return false;
  sigfillset(&all); /* signals are the loop's */
  pthread_sigmask(SIG_BLOCK, &all, &old);
  int failed = pthread_create(thread, NULL, watch, b);
  pthread_sigmask(SIG_SETMASK, &old, NULL);
  return !failed;
}

static void wait_here(struct fl_standby *b, pthread_t thread) {
  struct sigaction stop = {.sa_handler = on_signal};
  stopped = b->loop;
  sigaction(SIGTERM, &stop, NULL);
  sigaction(SIGINT, &stop, NULL);
  signal(SIGHUP, SIG_IGN); /* what it would have us read is read when we lead */
  if (!b->o->announced) b->o->listening("standing by on", b->o->address, *b->o->port);
  fl_loop_run(b->loop);
  pthread_mutex_lock(&b->lock);
  b->ending = true;
  pthread_cond_broadcast(&b->changed);
  pthread_mutex_unlock(&b->lock);
  pthread_join(thread, NULL);
  signal(SIGTERM, SIG_DFL); /* while it takes over, as at any start */
  signal(SIGINT, SIG_DFL);
}

enum fl_standby_end fl_stand_by(const struct fl_standby_options *o, char writer[FL_REDIS_WRITER + 1]) {
  struct fl_standby b = {.o = o, .time = -1};
  pthread_t thread;
  uint8_t token[FL_REDIS_TOKEN / 2];
  enum fl_standby_end end = FL_STANDBY_FAILED;
  if (!begin(&b, &thread))
    fl_complain(FL_DIAGNOSED, "cannot stand by: %s", strerror(errno));
  else {
    if (!was_stopped) wait_here(&b, thread);
    end = was_stopped || !b.lead ? FL_STANDBY_STOPPED : FL_STANDBY_LEAD;
  }
  if (b.loop) fl_loop_free(b.loop);
  if (b.time >= 0) close(b.time);
  if (end != FL_STANDBY_LEAD) return end;
  if (RAND_bytes(token, sizeof token) != 1) {
    fl_complain(FL_DIAGNOSED, "there is no randomness");
    return FL_STANDBY_FAILED;
  }
  int n = sprintf(writer, "claim ");
  for (size_t i = 0; i < sizeof token; i++) n += sprintf(writer + n, "%02x", token[i]);
  sprintf(writer + n, " %s", b.before);
  if (b.now.led)
    fl_complain(
        0, "the leader (incarnation %" PRIu64 ", epoch %" PRIu64 ") has given no sign for %" PRIu64 " ms: taking over",
        b.now.anchor.incarnation, b.now.anchor.epoch, b.now.silent_ms);
  return FL_STANDBY_LEAD;
}
