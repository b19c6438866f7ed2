/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* A server's process that belongs to somebody else, at the other end of the ring: with what is no message, with
 * messages that change while they are read, and with what is nobody's but the gate's. The gate's process ends, and
 * says why, or signs what one reading of the messages comes to.
 *
 *     process GATE lies
 *     process GATE changing ROUNDS */
#define _GNU_SOURCE
#include "bytes.h"
#include "digest.h"
#include "trace.h"
#include "watch.h"

#include <errno.h>
#include <fcntl.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

enum { PATIENCE_MS = 120000 };
static const char *program;
static struct fl_signer *signer;

struct gate {
  pid_t pid;
  struct fl_ring *ring;
  uint64_t head;
  int wake, says;
};

static void fail(const char *what, const char *more) {
  fprintf(stderr, "process: %s: %s\n", what, more);
  exit(1);
}

/* What is no key, where there is none. */
static void give_key(int to) {
  BIO *b = BIO_new(BIO_s_mem());
  char *text;
  if (signer)
    PEM_write_bio_PrivateKey(b, fl_signer_key(signer), NULL, NULL, 0, NULL, NULL);
  else
    BIO_puts(b, "nonsense");
  long n = BIO_get_mem_data(b, &text);
  if (write(to, text, (size_t)n) != n) fail("give_key", strerror(errno));
  BIO_free(b);
}

static void start(struct gate *g) {
  int wake[2], says[2], key[2], fd = memfd_create("ring", MFD_CLOEXEC);
  if (fd < 0 || ftruncate(fd, sizeof *g->ring) < 0 || pipe2(wake, O_CLOEXEC) < 0 || pipe2(says, O_CLOEXEC) < 0 ||
      pipe2(key, O_CLOEXEC) < 0)
    fail("start", strerror(errno));
  g->ring = mmap(NULL, sizeof *g->ring, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  g->head = 0;
  g->pid = fork();
  if (g->pid == 0) {
    int from[] = {fd, wake[0], says[1], key[0]};
    for (int i = 0; i < 4; i++) from[i] = fcntl(from[i], F_DUPFD, 20);
    for (int i = 0; i < 4; i++) dup2(from[i], FL_GATE_RING + i), close(from[i]);
    execl(program, program, "512", "1", "none", "-", "none", (char *)NULL);
    _exit(127);
  }
  g->wake = wake[1], g->says = says[0];
  close(fd), close(wake[0]), close(says[1]), close(key[0]);
  give_key(key[1]);
  close(key[1]);
}

static void put(struct gate *g, const void *bytes, size_t n) {
  for (size_t i = 0; i < n; i++) g->ring->data[(g->head + i) % FL_RING] = ((const uint8_t *)bytes)[i];
  g->head += n;
}
static void wake(struct gate *g) {
  atomic_store(&g->ring->head, g->head);
  if (write(g->wake, "", 1) < 0 && errno != EPIPE) fail("wake", strerror(errno));
}
static void message(struct gate *g, const void *bytes, size_t n) {
  uint8_t length[2];
  fl_put16(length, (uint16_t)n);
  put(g, length, 2);
  put(g, bytes, n);
}

/* The next thing that it says but for room; 0: it has ended. */
static uint8_t hear(struct gate *g, uint8_t bytes[256], size_t *length) {
  uint8_t frame[2 + 255];
  for (;;) {
    size_t had = 0;
    while (had < 2 || had < 2u + frame[1]) {
      struct pollfd p = {.fd = g->says, .events = POLLIN};
      if (poll(&p, 1, PATIENCE_MS) == 0) fail("hear", "it says nothing");
      ssize_t n = read(g->says, frame + had, had < 2 ? 2 - had : 2u + frame[1] - had);
      if (n == 0) return 0;
      if (n < 0) fail("hear", strerror(errno));
      had += (size_t)n;
    }
    if (frame[0] == 'r') continue;
    memcpy(bytes, frame + 2, *length = frame[1]);
    bytes[*length] = 0;
    return frame[0];
  }
}

/* It says why, and ends as it does that: no signal, no sanitizer. */
static void ends(struct gate *g, const char *what, const char *why) {
  uint8_t bytes[256];
  size_t length;
  int status;
  uint8_t kind = hear(g, bytes, &length);
  if (kind == 'b') kind = hear(g, bytes, &length);
  if (kind != 'w' || !strstr((char *)bytes, why)) fail(what, kind == 'w' ? (char *)bytes : "it does not say why");
  if (hear(g, bytes, &length) != 0) fail(what, "it goes on");
  waitpid(g->pid, &status, 0);
  if (!WIFEXITED(status) || WEXITSTATUS(status) != 1) fail(what, "it did not end by itself");
  close(g->wake), close(g->says);
  munmap(g->ring, sizeof *g->ring);
}

static void begin(struct gate *g) {
  uint8_t bytes[256];
  size_t length;
  start(g);
  message(g, "b\0", 2);
  wake(g);
  if (hear(g, bytes, &length) != 'b' || length != 8) fail("begin", (char *)bytes);
}

static void lies(void) {
  struct gate g;
  static const struct {
    const char *what;
    uint8_t bytes[12];
    size_t length;
    int64_t head; /* how far behind that the ring is said to reach */
    const char *why;
  } all[] = {{"no bytes", {0, 0}, 2, 0, "none"},
             {"half a length", {0}, 1, 0, "none"},
             {"a length beyond the head", {0, 9, 't'}, 3, 0, "none"},
             {"a length beyond a message", {2, 1, 't'}, 3, 1000, "none"},
             {"the longest length", {255, 255, 't'}, 3, 100000, "none"},
             {"a head beyond the ring", {0, 9, 't'}, 11, FL_RING, "none"},
             {"a head far beyond", {0, 9, 't'}, 11, INT64_MAX, "none"},
             {"a head that goes back", {0}, 0, -1, "none"},
             {"a kind that is none", {0, 1, 'x'}, 3, 0, "none"},
             {"a seal of no time", {0, 1, 't'}, 3, 0, "none"},
             {"a receipt of nothing", {0, 2, 'k', 0}, 4, 0, "a receipt of what was not answered"},
             {"a second beginning", {0, 2, 'b', 0}, 4, 0, "a second beginning"}};
  for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
    begin(&g);
    put(&g, all[i].bytes, all[i].length);
    g.head += (uint64_t)all[i].head;
    wake(&g);
    ends(&g, all[i].what, all[i].why);
  }
  /* What the gate writes there is not looked at by it: its tail, and whether it sleeps. And many bytes in the pipe. */
  begin(&g);
  for (unsigned n = 0; n < 1000; n++) {
    uint8_t seal[9] = {'t'}, bytes[256];
    size_t length;
    atomic_store(&g.ring->tail, draw(&(uint64_t){n}));
    atomic_store(&g.ring->asleep, (uint32_t)n % 2);
    atomic_store(&g.ring->waiting, 1);
    if (n % 100 == 0) {
      message(&g, seal, sizeof seal);
      wake(&g);
      if (hear(&g, bytes, &length) != 's') fail("what the gate wrote", (char *)bytes);
    } else {
      wake(&g);
    }
  }
  /* The server is gone. */
  close(g.wake);
  int status;
  waitpid(g.pid, &status, 0);
  if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) fail("the server is gone", "the gate is not");
  close(g.says);
  /* A key that is none. */
  struct fl_signer *kept = signer;
  signer = NULL;
  start(&g);
  ends(&g, "a key that is none", "no key in it");
  signer = kept;
}

/* ---- Messages that change ---- */

static _Atomic(uint8_t *) turning;
static void *turn(void *nothing) {
  (void)nothing;
  for (;;) {
    volatile uint8_t *at = atomic_load(&turning);
    if (at) *at = *at == 'A' ? 'B' : 'A';
  }
  return NULL;
}

/* Put, a receipt of that, and a seal, by a keeper in this process: its root, and its receipts'. */
static void by_the_book(const uint8_t *first, size_t first_length, const uint8_t *add, size_t add_length,
                        const uint8_t *put_, size_t put_length, struct fl_seal *seal) {
  struct fl_keeper *k = fl_keeper_new(&(struct fl_keeper_options){.slots = 512, .parts = 1, .signer = signer});
  struct fl_keeper_said said;
  uint8_t t[9] = {'t'};
  bool ok = fl_keeper_take(k, first, first_length, &said) && fl_keeper_take(k, add, add_length, &said) &&
            fl_keeper_take(k, put_, put_length, &said) && fl_keeper_take(k, t, sizeof t, &said) &&
            fl_seal_read(signer, said.bytes, said.length, seal);
  if (!ok) fail("by the book", fl_keeper_why(k) ? fl_keeper_why(k) : "?");
  fl_keeper_free(k);
}

static size_t call(uint8_t *m, uint8_t kind, uint32_t s, const uint8_t key[34], const void *rest, size_t length) {
  memset(m, 0, FL_CALL_HEAD);
  m[0] = kind;
  fl_put32(m + 3, s);
  memcpy(m + FL_CALL_HEAD, key, 34);
  memcpy(m + FL_CALL_HEAD + 34, rest, length);
  return FL_CALL_HEAD + 34 + length;
}

static void changing(unsigned rounds) {
  struct gate g;
  struct fl_seal good[2], seal;
  uint8_t key[34] = {1, 0, 77}, add[FL_MESSAGE], m[FL_MESSAGE], t[9] = {'t'}, bytes[256], datum[41];
  uint8_t receipts[2][32];
  size_t length, n, seen[2] = {0, 0};
  pthread_t thread;
  size_t add_length = call(add, 'a', 1, key, "\0\0", 2);
  memset(datum, 'A', sizeof datum);
  datum[0] = 0; /* a short value without a time */
  for (int i = 0; i < 2; i++) {
    datum[sizeof datum - 1] = (uint8_t)('A' + i);
    n = call(m, 'p', 1, key, datum, sizeof datum);
    by_the_book((const uint8_t *)"b\0", 2, add, add_length, m, n, &good[i]);
  }
  begin(&g);
  message(&g, add, add_length);
  if (pthread_create(&thread, NULL, turn, NULL) != 0) fail("changing", "no thread");
  uint64_t epoch = 0, answers = 0;
  for (unsigned round = 0; round < rounds; round++) {
    uint8_t *at;
    n = call(m, 'p', 1, key, datum, sizeof datum);
    message(&g, m, n);
    at = &g.ring->data[(g.head - 1) % FL_RING];
    message(&g, "k\1", 2);
    message(&g, t, sizeof t);
    atomic_store(&turning, at);
    wake(&g);
    uint8_t said = hear(&g, bytes, &length);
    atomic_store(&turning, NULL);
    if (said != 's' || !fl_seal_read(signer, bytes, length, &seal)) fail("changing", said == 'w' ? (char *)bytes : "?");
    epoch++, answers++;
    for (int i = 0; i < 2; i++) {
      struct fl_receipts *all = fl_receipts_new();
      struct fl_receipt r = {
          .incarnation = seal.incarnation, .epoch = epoch, .counter = answers, .wrote = true, .there = true};
      memcpy(r.key, key + 2, 32);
      datum[sizeof datum - 1] = (uint8_t)('A' + i);
      fl_digest(datum + 1, sizeof datum - 1, r.value);
      fl_receipts_add(all, &r);
      fl_receipts_close(all, receipts[i]);
      fl_receipts_free(all);
    }
    int which = memcmp(seal.receipts, receipts[1], 32) == 0;
    if (memcmp(seal.receipts, receipts[which], 32) != 0) fail("changing", "a receipt of neither");
    if (memcmp(seal.root, good[which].root, 32) != 0) fail("changing", "a receipt of one, and the tree has the other");
    seen[which]++;
  }
  if (seen[0] == 0 || seen[1] == 0) fail("changing", "nothing has changed while it was read");
  printf("%zu and %zu\n", seen[0], seen[1]);
  kill(g.pid, SIGKILL);
}

int main(int argc, char **argv) {
  const char *why;
  if (argc < 3) return 2;
  program = argv[1];
  signal(SIGPIPE, SIG_IGN);
  signer = fl_signer_hold(EVP_PKEY_Q_keygen(NULL, NULL, "ED25519"), &why);
  if (strcmp(argv[2], "lies") == 0) lies();
  if (strcmp(argv[2], "changing") == 0) changing(argc > 3 ? (unsigned)atoi(argv[3]) : 1000);
  return 0;
}
