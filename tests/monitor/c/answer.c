/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Runs the C monitor over cases that come on standard input, and says on standard output what it made of each, for
   differential.ml to compare with the model. All numbers are big-endian.

   A case:   threads u16, digits of a data key u16, slots u32, piece u32, then for each thread: length u32, log (no
   header).
   An answer: epochs certified u32, then for each thread: what ended it (Status) u8, why (Refusal, or 255) u8,
   bytes taken u32, length u32, receipts. Logs are fed in pieces of that many bytes, as they come from a socket. */
#include "secret_trusted.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void die(const char *what) { fprintf(stderr, "answer: %s\n", what); exit(1); }

static uint32_t number(int bytes) {
  uint32_t n = 0;
  while (bytes-- > 0) {
    int c = getchar();
    if (c == EOF) die("the case is cut off");
    n = n << 8 | (uint32_t)c;
  }
  return n;
}
static void say(uint32_t n, int bytes) { while (bytes-- > 0) putchar((int)(n >> 8 * bytes & 0xff)); }

struct job {
  struct fl_monitor_Verifier *v;
  uint8_t *log, *receipts;
  uint32_t size, taken, given, answered;
  uint8_t status, why;
};
enum { MOST = 8 };
static struct fl_monitor_bytes65536 out;
static const struct fl_monitor_view empty_store = {(const uint8_t *)"\1\0\0", 3};

/* As far as this thread gets now; whether it moved. */
static bool advance(struct job *j, const fl_monitor_state_Secret *secret, struct fl_monitor_Aggregate *a,
                    uint32_t piece) {
  bool moved = false;
  for (;;) {
    struct fl_monitor_Progress p;
    /* a copy of its own, exactly as long: sanitizers see a read beyond it */
    uint32_t size = j->given - j->taken;
    uint8_t *copy = malloc(size + !size);
    if (!copy) die("out of memory");
    memcpy(copy, j->log + j->taken, size);
    out.len = 0;
    if (!fl_monitor_verify(j->v, secret, (struct fl_monitor_view){copy, size}, &out, &p)) die("a trap");
    free(copy);
    j->taken += p.taken;
    moved = moved || p.taken > 0;
    j->receipts = realloc(j->receipts, j->answered + out.len + 1);
    if (!j->receipts) die("out of memory");
    memcpy(j->receipts + j->answered, out.data, out.len);
    j->answered += out.len;
    j->status = p.status.tag;
    switch (p.status.tag) {
    case FL_MONITOR_Status_refused: j->why = p.status.u.refused.tag; return moved;
    case FL_MONITOR_Status_full: break;
    case FL_MONITOR_Status_wait: return moved;
    case FL_MONITOR_Status_close: {
      bool done;
      if (!fl_monitor_publish(j->v, secret, a, &done)) die("a trap");
      if (!done) return moved;
      moved = true;
      uint64_t certified;
      if (!fl_monitor_certify(a, &certified)) die("a trap");
      break;
    }
    case FL_MONITOR_Status_more:
      if (j->given == j->size) return moved;
      j->given = j->size - j->given < piece ? j->size : j->given + piece;
      moved = true;
    }
  }
}

int main(void) {
  static const uint8_t key[16] = "a secret of ours";
  fl_monitor_state_Secret secret;
  if (!fl_monitor_secret(&secret, key)) die("no AES instructions");
  struct fl_monitor_Verifier *pool[MOST] = {0};
  for (int c; (c = getchar()) != EOF;) {
    ungetc(c, stdin);
    uint32_t threads = number(2), depth = number(2), slots = number(4), piece = number(4);
    if (threads < 1 || threads > MOST) die("too many threads");
    struct fl_monitor_Aggregate a;
    fl_monitor_init_aggregate(&a, threads, 0);
    struct job jobs[MOST] = {0};
    for (uint32_t i = 0; i < threads; i++) {
      struct job *j = &jobs[i];
      if (!pool[i] && !(pool[i] = malloc(sizeof *pool[i]))) die("out of memory");
      j->v = pool[i];
      j->why = 255;
      if (!fl_monitor_init(j->v, (uint16_t)i, depth, slots, 0, empty_store)) die("a trap");
      j->size = number(4);
      if (!(j->log = malloc(j->size + 1)) || fread(j->log, 1, j->size, stdin) != j->size) die("the case is cut off");
    }
    for (bool moved = true; moved;) {
      moved = false;
      for (uint32_t i = 0; i < threads; i++)
        if (jobs[i].status != FL_MONITOR_Status_refused) moved = advance(&jobs[i], &secret, &a, piece) || moved;
    }
    uint64_t certified;
    if (!fl_monitor_certify(&a, &certified)) die("a trap");
    say((uint32_t)certified, 4);
    for (uint32_t i = 0; i < threads; i++) {
      struct job *j = &jobs[i];
      say(j->status, 1);
      say(j->why, 1);
      say(j->taken, 4);
      say(j->answered, 4);
      fwrite(j->receipts, 1, j->answered, stdout);
      free(j->log);
      free(j->receipts);
    }
    fflush(stdout);
  }
  for (int i = 0; i < MOST; i++) free(pool[i]);
  return 0;
}
