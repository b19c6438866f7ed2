/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* What no answer shows of the gate: that its secret is random, and that it seals nothing that is not certified. The
 * functions of libcrypto's that it has its randomness from are ours here. */
#define _GNU_SOURCE
#include "gate_trusted.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static enum { REAL, GIVEN, NONE } source;
static uint8_t given[16];
static size_t private_bytes, public_bytes; /* that were asked for */
static bool only_private_fails, only_public_fails;

static int draw(const char *name, unsigned char *bytes, int count) {
  int (*real)(unsigned char *, int);
  *(void **)(void *)&real = dlsym(RTLD_NEXT, name);
  if (source == REAL) return real(bytes, count);
  memset(bytes, 0, (size_t)count);
  if (source == NONE) return 0;
  memcpy(bytes, given, (size_t)count < sizeof given ? (size_t)count : sizeof given);
  return 1;
}
int RAND_priv_bytes(unsigned char *bytes, int count) {
  private_bytes += (size_t)count;
  return only_private_fails ? 0 : draw("RAND_priv_bytes", bytes, count);
}
int RAND_bytes(unsigned char *bytes, int count) {
  public_bytes += (size_t)count;
  return only_public_fails ? 0 : draw("RAND_bytes", bytes, count);
}

static int count, failed;
static void ok(bool good, const char *what) {
  count++;
  failed += !good;
  printf("%sok %d - %s\n", good ? "" : "not ", count, what);
}

/* The keyed sum of one message under the secret of a new run. False: there is no run. */
static bool sum_of_run(uint8_t sum[16]) {
  static const uint8_t message[80] = "one and the same";
  struct fl_gates *g = fl_gates_new(1, 512, 1);
  struct fl_monitor_state_Sum got = {0};
  if (!g) return false;
  fl_prf_sum(&g->secret, 1, (struct fl_monitor_view){message, sizeof message}, &got);
  memcpy(sum, &got, 16);
  fl_gates_free(g);
  return true;
}

static void each(void *context, uint32_t s, const uint8_t *value, size_t length) {
  (void)context, (void)s, (void)value, (void)length;
}

static const char before[] = "a seal before its epoch is certified";
/* A seal after the end of so many epochs, the last of them certified or not. */
static const char *seal(unsigned epochs, bool certified) {
  uint8_t digest[32];
  uint64_t upto;
  const char *why;
  struct fl_gates *g = fl_gates_new(1, 512, 1);
  struct fl_gate *gate = g ? fl_gate_new(g, NULL, 0, NULL, &why) : NULL;
  if (!gate) return "no gate";
  const char *said = NULL;
  for (unsigned i = 0; i < epochs && !said; i++) {
    bool good = fl_gate_advance(gate, 2 + i) == FL_GATE_OK && fl_gate_finish(gate) == FL_GATE_OK;
    if (good && (certified || i + 1 < epochs)) good = fl_gates_certify(g, 1 + i, &upto) == FL_GATE_OK;
    if (!good) said = "an epoch does not end";
  }
  if (!said && fl_gate_seal(gate, digest, each, NULL) != FL_GATE_OK) said = fl_gates_refused(g);
  fl_gate_free(gate);
  fl_gates_free(g);
  return said;
}

int main(void) {
  uint8_t a[16], b[16], c[16];
  ok(sum_of_run(a) && sum_of_run(b) && memcmp(a, b, 16) != 0, "two runs have two secrets");
  source = GIVEN;
  for (size_t i = 0; i < sizeof given; i++) given[i] = (uint8_t)(17 * i);
  private_bytes = public_bytes = 0;
  ok(sum_of_run(a) && sum_of_run(b) && memcmp(a, b, 16) == 0, "what is drawn is all that the secret rests on");
  ok(private_bytes == 2 * 16 && public_bytes == 2 * 16, "16 bytes for it, and 16 for the run's name");
  bool all = true;
  for (size_t i = 0; i < 128; i++) {
    given[i / 8] ^= (uint8_t)(1 << i % 8);
    all = sum_of_run(c) && memcmp(a, c, 16) != 0 && all;
    given[i / 8] ^= (uint8_t)(1 << i % 8);
  }
  ok(all, "and each of its 128 bits counts");
  source = NONE;
  ok(!fl_gates_new(1, 512, 1), "without randomness there is no run");
  source = GIVEN;
  only_private_fails = true;
  ok(!fl_gates_new(1, 512, 1), "nor without randomness for the secret alone");
  only_private_fails = false;
  only_public_fails = true;
  ok(!fl_gates_new(1, 512, 1), "nor without a name for it");
  only_public_fails = false;
  source = REAL;
  const char *said[] = {seal(0, true), seal(1, true), seal(3, true), seal(1, false), seal(3, false)};
  ok(!said[0] && !said[1] && !said[2], "a seal, when all epochs are certified");
  ok(said[3] && strcmp(said[3], before) == 0, "none before the first is");
  ok(said[4] && strcmp(said[4], before) == 0, "nor before the last is");
  printf("1..%d\n", count);
  return failed != 0;
}
