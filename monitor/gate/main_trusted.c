/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The gate's process: fairlead-monitor-gate SLOTS PARTS ANCHOR EXPECT SIGNED, started by fairlead-monitor-serve before
 * that has read a byte of anybody's. It has the ring, two pipes and the private key (messages_trusted.h says in which
 * descriptors), and nothing else: no file, no socket. ANCHOR is the anchor's text, `new' where none is kept yet, or
 * `none' where none will be; EXPECT an epoch, or `-'; SIGNED `none', `some' or `all': which requests clients have to
 * sign, who then are in a text that it is given. It ends when the server does.
 *
 * Status 0: the server has ended. 1: it was told something that is no truth, or cannot go on; and said why. */
#define _GNU_SOURCE
#include "digest.h"
#include "keeper_trusted.h"
#include "ring_trusted.h"
#include "sandbox_trusted.h"

#include <errno.h>
#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { KEY = 4096 };

static bool write_all(const uint8_t *bytes, size_t n) {
  while (n > 0) {
    ssize_t w = write(FL_GATE_SAYS, bytes, n);
    if (w < 0 && errno == EINTR) continue;
    if (w <= 0) return false;
    bytes += w;
    n -= (size_t)w;
  }
  return true;
}
static bool speak(uint8_t kind, const void *bytes, size_t length) {
  uint8_t frame[2 + FL_SAID] = {kind, (uint8_t)length};
  memcpy(frame + 2, bytes, length);
  return write_all(frame, 2 + length);
}
/* No destructors: what they might do has nothing to do with us. */
static _Noreturn void end(const char *why) {
  if (why) speak('w', why, strlen(why));
  _exit(why ? 1 : 0);
}

static size_t read_all(int fd, char *to, size_t most) {
  size_t n = 0;
  for (ssize_t got; (got = read(fd, to + n, most - n)) != 0;) {
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) break;
    n += (size_t)got;
  }
  close(fd);
  return n;
}

static struct fl_signer *read_key(void) {
  char pem[KEY];
  const char *why = NULL;
  size_t n = read_all(FL_GATE_PRIVATE, pem, sizeof pem);
  struct fl_signer *signer = fl_signer_read(pem, n, true, &why);
  OPENSSL_cleanse(pem, sizeof pem);
  if (!signer) end(why);
  return signer;
}

static struct fl_signers *read_signers(void) {
  static char text[FL_SIGNERS_TEXT + 1];
  const char *why = NULL;
  struct fl_signers *signers = fl_signers_read(text, read_all(FL_GATE_SIGNERS, text, sizeof text), &why);
  if (!signers) end(why);
  return signers;
}

static uint64_t number(const char *text) {
  char *after;
  errno = 0;
  unsigned long long n = strtoull(text, &after, 10);
  if (errno || *after || *text < '0' || *text > '9') end("a number that is none");
  return n;
}

static void read_arguments(int argc, char **argv, struct fl_keeper_options *o) {
  if (argc != 6) end("fairlead-monitor-serve starts this");
  o->slots = (uint32_t)number(argv[1]);
  o->parts = (uint32_t)number(argv[2]);
  o->kept = strcmp(argv[3], "none") != 0;
  o->has_anchor = o->kept && strcmp(argv[3], "new") != 0;
  if (o->has_anchor && !fl_anchor_read_text(argv[3], strlen(argv[3]), &o->anchor)) end("an anchor that is none");
  o->expects = strcmp(argv[4], "-") != 0;
  if (o->expects) o->expect_epoch = number(argv[4]);
  if (strcmp(argv[5], "none") != 0)
    o->signers = read_signers();
  else
    close(FL_GATE_SIGNERS);
  o->require_signed = strcmp(argv[5], "all") == 0;
}

static void show(struct fl_ring_end *e) {
  if (fl_ring_show(e) && !speak('r', "", 0)) end(NULL);
}

/* All that is there. */
static void work(struct fl_keeper *keeper, struct fl_ring_end *e) {
  struct fl_keeper_said said;
  for (;;) {
    size_t length;
    if (!fl_ring_next(e, &length)) end("a message that is none");
    if (length == 0) break;
    if (!fl_keeper_take(keeper, e->message, length, &said)) end(fl_keeper_why(keeper));
    if (said.length > 0 && !speak(said.kind, said.bytes, said.length)) end(NULL);
    if (e->tail - e->shown >= FL_RING_SHOWN) show(e);
  }
  show(e);
}

int main(int argc, char **argv) {
  if (!fl_gate_sandbox()) end("no seccomp here, without which this process is not started");
  static struct fl_ring_end e;
  struct fl_keeper_options o = {0};
  OPENSSL_init_crypto(OPENSSL_INIT_NO_LOAD_CONFIG, NULL);
  read_arguments(argc, argv, &o);
  o.signer = read_key();
  e.ring = mmap(NULL, sizeof *e.ring, PROT_READ | PROT_WRITE, MAP_SHARED, FL_GATE_RING, 0);
  if (e.ring == MAP_FAILED) end("no memory that is shared");
  close(FL_GATE_RING);
  struct fl_keeper *keeper = fl_keeper_new(&o);
  if (!keeper) end("no memory, or options that make no sense");
  for (;;) {
    uint8_t bytes[64];
    work(keeper, &e);
    if (!fl_ring_sleep(&e)) continue;
    ssize_t n = read(FL_GATE_WAKE, bytes, sizeof bytes);
    fl_ring_awake(&e);
    if (n == 0 || (n < 0 && errno != EINTR)) end(NULL);
  }
}
