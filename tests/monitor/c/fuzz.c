/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* libFuzzer: any bytes as a log. Nothing traps, taken bytes are bytes of the log, a refusal is for good, and the next
   call goes on where the last one stopped.
     clang -g -O1 -fsanitize=fuzzer,address,undefined -Imonitor -Imonitor/gen tests/monitor/c/fuzz.c \
       monitor/gen/verify.c monitor/secret_trusted.c -lcrypto -o fuzz
     ./fuzz -max_total_time=600 CORPUS                                       (a corpus: logs without header) */
#include "secret_trusted.h"

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static struct fl_monitor_Verifier v;
  static struct fl_monitor_bytes65536 out;
  static fl_monitor_state_Secret secret;
  static bool ready;
  if (!ready) {
    if (!fl_monitor_secret(&secret, (const uint8_t *)"a secret of ours")) abort();
    ready = true;
  }
  if (!fl_monitor_init(&v, (uint16_t)(size & 1), size & 2 ? 256 : 3, size & 4 ? 64 : 8, 0,
                       (struct fl_monitor_view){(const uint8_t *)"\1\0\0", 3}))
    abort();
  struct fl_monitor_Aggregate a;
  fl_monitor_init_aggregate(&a, size & 1 ? 2 : 1, 0);
  for (size_t at = 0;;) {
    struct fl_monitor_Progress p;
    out.len = 0;
    if (!fl_monitor_verify(&v, &secret, (struct fl_monitor_view){data + at, size - at}, &out, &p)) abort();
    if (p.taken > size - at) abort();
    at += p.taken;
    bool done;
    uint64_t certified;
    switch (p.status.tag) {
    case FL_MONITOR_Status_full: continue;
    case FL_MONITOR_Status_close:
      if (!fl_monitor_publish(&v, &secret, &a, &done) || !done || !fl_monitor_certify(&a, &certified)) return 0;
      continue;
    case FL_MONITOR_Status_refused:
      if (!fl_monitor_verify(&v, &secret, (struct fl_monitor_view){data, size}, &out, &p)) abort();
      if (p.status.tag != FL_MONITOR_Status_refused || p.taken != 0) abort();
      return 0;
    default: return 0;
    }
  }
}
