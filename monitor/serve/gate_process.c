/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#define _GNU_SOURCE
#include "gate_process.h"

#include "bytes.h"
#include "messages_trusted.h"
#include "signers.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* It is woken when so many bytes wait, or somebody waits for what it says. */
enum { OFTEN = 1 << 15, BEGIN_MS = 30000, FIRST_FREE = FL_GATE_SIGNERS + 1 };

struct fl_gate_process {
  pid_t pid;
  struct fl_ring *ring;
  uint64_t head, tail, woken; /* tail: as it was seen last; woken: up to here it was told that there is something */
  uint64_t answers, changes;
  struct fl_again again;
  int wake, says; /* -1: closed */
  uint8_t said[2 + FL_SAID], seal[FL_SEAL], number[8];
  size_t had; /* of `said' */
  bool has_seal, has_number, gone;
  char why[FL_SAID + 1];
};

/* ---- What it says ---- */

static void take_said(struct fl_gate_process *g) {
  const uint8_t *bytes = g->said + 2;
  size_t n = g->said[1];
  g->had = 0;
  if (g->said[0] == 's' && n == FL_SEAL) {
    memcpy(g->seal, bytes, n);
    g->has_seal = true;
  } else if (g->said[0] == 'b' && n == sizeof g->number) {
    memcpy(g->number, bytes, n);
    g->has_number = true;
  } else if (g->said[0] == 'w') {
    memcpy(g->why, bytes, n);
    g->why[n] = 0;
  }
}

/* What is there, to be waited for up to so many milliseconds. False: it has ended. */
static bool hear(struct fl_gate_process *g, int wait_ms) {
  struct pollfd p = {.fd = g->says, .events = POLLIN};
  while (!g->gone) {
    if (poll(&p, 1, wait_ms) == 0) return true;
    size_t want = g->had < 2 ? 2 - g->had : 2 + (size_t)g->said[1] - g->had;
    ssize_t n = read(g->says, g->said + g->had, want);
    if (n < 0 && (errno == EINTR || errno == EAGAIN)) continue;
    g->gone = n <= 0;
    if (n > 0) g->had += (size_t)n;
    if (g->had >= 2 && g->had == 2 + (size_t)g->said[1]) {
      take_said(g);
      wait_ms = 0;
    }
  }
  if (!g->why[0]) strcpy(g->why, "the gate's process has ended");
  return false;
}

bool fl_gate_process_has_seal(const struct fl_gate_process *g) { return g->has_seal; }
const char *fl_gate_process_why(const struct fl_gate_process *g) { return g->why; }

/* ---- What it is told ---- */

static void wake(struct fl_gate_process *g) {
  g->woken = g->head;
  atomic_thread_fence(memory_order_seq_cst);
  if (atomic_load(&g->ring->asleep) && atomic_exchange(&g->ring->asleep, 0)) (void)!write(g->wake, "", 1);
}

static bool has_room(struct fl_gate_process *g, size_t n) {
  if (FL_RING - (g->head - g->tail) >= n) return true;
  g->tail = atomic_load(&g->ring->tail);
  return FL_RING - (g->head - g->tail) >= n;
}
static bool make_room(struct fl_gate_process *g, size_t n) {
  while (!has_room(g, n)) {
    atomic_store(&g->ring->waiting, 1);
    wake(g);
    if (!has_room(g, n) && !hear(g, -1)) return false;
  }
  return true;
}

static void put(struct fl_gate_process *g, const void *bytes, size_t n) {
  size_t at = g->head % FL_RING, first = n < FL_RING - at ? n : FL_RING - at;
  memcpy(g->ring->data + at, bytes, first);
  memcpy(g->ring->data, (const uint8_t *)bytes + first, n - first);
  g->head += n;
}
/* `message' has room for its length in front. */
static void send(struct fl_gate_process *g, uint8_t *message, const uint8_t *end) {
  size_t n = (size_t)(end - message);
  fl_put16(message, (uint16_t)(n - 2));
  if (g->gone || !make_room(g, n)) return;
  put(g, message, n);
  atomic_store_explicit(&g->ring->head, g->head, memory_order_release);
  if (g->head - g->woken >= OFTEN) wake(g);
}

void fl_gate_process_told(void *context, const struct fl_gate_call *c) {
  struct fl_gate_process *g = context;
  uint8_t message[2 + FL_MESSAGE], *at = fl_add16(fl_add8(message + 2, c->kind), c->thread);
  fl_put32(at, c->s);
  fl_put32(at + 4, c->s2);
  at += 8;
  if (c->key) {
    memcpy(at, c->key, FL_GATE_KEY);
    at += FL_GATE_KEY;
    g->answers += c->kind != 'a';
  }
  if (c->kind == 'p' || c->kind == 'd') {
    g->changes++;
    fl_again_change(&g->again, c->kind, c->key, c->bytes, c->length);
  }
  if (c->kind == 'i')
    at = fl_add16(at, (uint32_t)c->length);
  else if (c->bytes)
    at = fl_add_bytes(at, c->bytes, c->length);
  send(g, message, at);
}

void fl_gate_process_receipt(struct fl_gate_process *g, bool wrote, const uint8_t *nonce, uint8_t length) {
  uint8_t message[2 + FL_MESSAGE], *at = fl_add8(fl_add8(message + 2, 'k'), wrote);
  send(g, message, fl_add_bytes(at, nonce, length));
}

void fl_gate_process_request(struct fl_gate_process *g, const uint8_t *request, size_t length) {
  uint8_t message[2 + FL_MESSAGE], *at = fl_add8(message + 2, 'u');
  send(g, message, fl_add_bytes(at, request, length));
}

uint64_t fl_gate_process_answers(const struct fl_gate_process *g) { return g->answers; }

uint64_t fl_gate_process_changes(const struct fl_gate_process *g) { return g->changes; }

void fl_gate_process_root(struct fl_gate_process *g, const uint8_t log[32], uint8_t head[FL_AGAIN_HEAD],
                          uint8_t root[32]) {
  fl_again_seal(&g->again, log, head, root);
}

void fl_gate_process_ask_seal(struct fl_gate_process *g, uint64_t time, const uint8_t root[32], const uint8_t log[32]) {
  uint8_t message[2 + FL_MESSAGE], *at = fl_add8(message + 2, 't');
  fl_put64(at, time);
  at += 8;
  if (log)
    at = fl_add_bytes(at, log, 32);
  else
    fl_again_from(&g->again, root);
  send(g, message, at);
  wake(g);
}

int fl_gate_process_descriptor(const struct fl_gate_process *g) { return g->says; }

static int64_t now_ms(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

enum fl_gate_heard fl_gate_process_hear(struct fl_gate_process *g, int wait_ms, uint8_t seal[FL_SEAL]) {
  int64_t until = now_ms() + wait_ms, left = wait_ms;
  do {
    bool there = hear(g, (int)left);
    if (g->has_seal) {
      memcpy(seal, g->seal, FL_SEAL);
      g->has_seal = false;
      return FL_GATE_SEAL;
    }
    if (!there) return FL_GATE_GONE;
  } while ((left = until - now_ms()) > 0);
  return FL_GATE_SILENT;
}

/* What the seal stands for, if that is a tree and what was done since: its head, FL_AGAIN_HEAD bytes. */
static bool read_head(struct fl_gate_process *g, const struct fl_seal *seal, struct fl_store *store, uint8_t *value,
                      bool *has_head) {
  struct fl_again again;
  size_t length = 0;
  fl_again_from(&g->again, seal->root);
  enum fl_store_result r = store->get(store->context, (const uint8_t *)"sg", 2, value, &length);
  *has_head = r == FL_STORE_FOUND && length == FL_AGAIN_HEAD && fl_again_read(value, seal->root, &again);
  if (*has_head) fl_again_from(&g->again, again.root);
  return r != FL_STORE_FAILED;
}

bool fl_gate_process_begin(struct fl_gate_process *g, const uint8_t bytes[FL_SEAL], const struct fl_seal *seal,
                           struct fl_store *store, uint64_t *incarnation, uint8_t log[32], const char **why) {
  static uint8_t value[FL_STORE_VALUE];
  static const uint8_t name[] = {'n', 0, 0};
  uint8_t message[2 + FL_MESSAGE], *at = fl_add8(fl_add8(message + 2, 'b'), seal != NULL);
  size_t length = 0;
  bool has_head = false;
  memset(log, 0, 32);
  if (seal) {
    *why = "the store does not answer";
    if (!read_head(g, seal, store, value, &has_head)) return false;
    at = fl_add_bytes(at, bytes, FL_SEAL);
    if (has_head) {
      message[3] = 2;
      at = fl_add_bytes(at, value, FL_AGAIN_HEAD);
      memcpy(log, value + FL_AGAIN_NOTE, 32);
    }
    if (store->get(store->context, name, sizeof name, value, &length) == FL_STORE_FAILED) return false;
    if (length > FL_MESSAGE - 2 - FL_SEAL - FL_AGAIN_HEAD) length = 0; /* no record of a tree is so long */
    at = fl_add_bytes(at, value, length);
  }
  send(g, message, at);
  wake(g);
  for (int64_t until = now_ms() + BEGIN_MS; !g->has_number && now_ms() < until;)
    if (!hear(g, BEGIN_MS)) break;
  *why = g->why[0] ? g->why : "its process says nothing";
  *incarnation = fl_get64(g->number);
  return g->has_number;
}

/* ---- Its process ---- */

static bool make_ring(struct fl_gate_process *g, int *fd) {
  *fd = memfd_create("fairlead-gate", MFD_CLOEXEC | MFD_ALLOW_SEALING);
  if (*fd < 0 || ftruncate(*fd, sizeof *g->ring) < 0) return false;
  if (fcntl(*fd, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL) < 0) return false;
  void *p = mmap(NULL, sizeof *g->ring, PROT_READ | PROT_WRITE, MAP_SHARED, *fd, 0);
  if (p != MAP_FAILED) g->ring = p;
  return g->ring != NULL;
}

/* Ours are above those that it gets, so that none is written over before it is given. */
bool fl_gate_pipe(int fds[2]) {
  int low[2];
  if (pipe2(low, O_CLOEXEC) < 0) return false;
  for (int i = 0; i < 2; i++) {
    fds[i] = fcntl(low[i], F_DUPFD_CLOEXEC, FIRST_FREE);
    close(low[i]);
  }
  return fds[0] >= 0 && fds[1] >= 0;
}

static int spawn(struct fl_gate_process *g, const struct fl_gate_place *place, const int given[5]) {
  char slots[16], parts[16], expects[24] = "-", anchor[FL_ANCHOR_TEXT + 1] = "none";
  snprintf(slots, sizeof slots, "%" PRIu32, place->slots);
  snprintf(parts, sizeof parts, "%" PRIu32, place->parts);
  if (place->expects) snprintf(expects, sizeof expects, "%" PRIu64, place->expect_epoch);
  if (place->kept) strcpy(anchor, "new");
  if (place->anchor) anchor[fl_anchor_write_text(anchor, place->anchor)] = 0;
  char *wanted = !place->signers.data ? "none" : place->require_signed ? "all" : "some";
  char *argv[] = {(char *)(uintptr_t)place->program, slots, parts, anchor, expects, wanted, NULL};
  posix_spawn_file_actions_t actions;
  int failed = posix_spawn_file_actions_init(&actions);
  if (failed) return failed;
  for (int i = 0; i < 2 && !failed; i++) failed = posix_spawn_file_actions_addopen(&actions, i, "/dev/null", O_RDWR, 0);
  for (int i = 0; i < 5 && !failed; i++)
    failed = posix_spawn_file_actions_adddup2(&actions, given[i], FL_GATE_RING + i);
  /* Neither what we were started with, nor our environment, which may have passwords. */
  if (!failed) failed = posix_spawn_file_actions_addclosefrom_np(&actions, FL_GATE_RING + 5);
  if (!failed) failed = posix_spawn(&g->pid, place->program, &actions, NULL, argv, (char *[]){NULL});
  posix_spawn_file_actions_destroy(&actions);
  return failed;
}

struct fl_gate_process *fl_gate_process_start(const struct fl_gate_place *place, int key, const char **why) {
  int ring = -1, wake[2] = {-1, -1}, says[2] = {-1, -1};
  struct fl_gate_process *g = calloc(1, sizeof *g);
  *why = "out of memory, or of descriptors";
  if (!g) return NULL;
  bool ok = make_ring(g, &ring) && fl_gate_pipe(wake) && fl_gate_pipe(says);
  int higher = ok ? fcntl(ring, F_DUPFD_CLOEXEC, FIRST_FREE) : -1,
      signers = fl_signers_hand_over(&place->signers, FIRST_FREE);
  int failed =
      higher < 0 || signers < 0 ? errno : spawn(g, place, (const int[]){higher, wake[0], says[1], key, signers});
  if (ok && failed) *why = strerror(failed);
  g->wake = wake[1], g->says = says[0];
  close(ring), close(higher), close(signers), close(wake[0]), close(says[1]), close(key);
  if (ok && !failed && fcntl(g->says, F_SETFL, O_NONBLOCK) == 0) return g;
  fl_gate_process_free(g);
  return NULL;
}

/* There is nothing that it would have to finish. */
void fl_gate_process_free(struct fl_gate_process *g) {
  if (!g) return;
  if (g->wake >= 0) close(g->wake);
  if (g->pid > 0) {
    kill(g->pid, SIGKILL);
    while (waitpid(g->pid, NULL, 0) < 0 && errno == EINTR) {}
  }
  if (g->says >= 0) close(g->says);
  if (g->ring) munmap(g->ring, sizeof *g->ring);
  free(g);
}
