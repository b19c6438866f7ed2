/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* What the caller of the monitor may get wrong traps, and certifies nothing: numbers of threads that are there twice or
   not at all, an aggregate that nobody initialised. */
#include "secret_trusted.h"

#include <stdio.h>
#include <string.h>

static fl_monitor_state_Secret secret;
static struct fl_monitor_Verifier one, other;
static struct fl_monitor_bytes65536 out;
static struct fl_monitor_Aggregate aggregate;
static int failures;

static void check(bool holds, const char *what) {
  if (!holds) failures++, printf("%s\n", what);
}

/* Takes the verifier with that number to the end of its first epoch. */
static void close_epoch(struct fl_monitor_Verifier *v, uint16_t number) {
  static const uint8_t log[] = {5, 6}; /* NextEpoch, VerifyEpoch */
  struct fl_monitor_Progress p;
  out.len = 0;
  check(fl_monitor_init(v, number, 256, 16, 0, (struct fl_monitor_view){(const uint8_t *)"\1\0\0", 3}), "init traps");
  check(fl_monitor_verify(v, &secret, (struct fl_monitor_view){log, sizeof log}, &out, &p) &&
          p.status.tag == FL_MONITOR_Status_close, "an epoch does not close");
}
static bool publish(struct fl_monitor_Verifier *v) {
  bool done = false;
  return fl_monitor_publish(v, &secret, &aggregate, &done) && done;
}
static uint64_t certified(void) {
  uint64_t n = 0;
  return fl_monitor_certify(&aggregate, &n) ? n : UINT64_MAX;
}

int main(void) {
  if (!fl_monitor_secret(&secret, (const uint8_t *)"a secret of ours")) return 2;

  fl_monitor_init_aggregate(&aggregate, 2, 0);
  close_epoch(&one, 0), close_epoch(&other, 1);
  check(publish(&one) && certified() == 0 && publish(&other) && certified() == 1, "two threads do not certify");

  fl_monitor_init_aggregate(&aggregate, 2, 0);
  close_epoch(&one, 0), close_epoch(&other, 0);
  check(publish(&one) && !publish(&other) && certified() == 0, "two verifiers of one number certify");

  fl_monitor_init_aggregate(&aggregate, 65535, 0);
  close_epoch(&one, 65534), close_epoch(&other, 65535);
  check(publish(&one) && !publish(&other) && certified() == 0, "a number that no thread of the run has is taken");

  memset(&aggregate, 0, sizeof aggregate);
  close_epoch(&one, 0);
  check(certified() == UINT64_MAX && !publish(&one), "an aggregate without threads certifies");
  return failures != 0;
}
