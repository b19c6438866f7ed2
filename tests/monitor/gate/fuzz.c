/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Any messages, for libFuzzer: the keeper refuses them or signs what a plain map would have (watch.h). The first byte
 * says how many parts the tree has, and whether clients sign requests (asked.h); then come messages, each with its
 * length u16. */
#include "asked.h"
#include "bytes.h"
#include "watch.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static struct fl_signer *signer;
  static struct watch watch;
  static struct asked asked;
  static struct fl_signers *signers;
  const char *why, *wrong = NULL;
  struct fl_keeper_said said;
  if (!signer) signer = fl_signer_hold(asked_key(0), &why);
  if (!signers) signers = asked_signers();
  if (size < 1) return 0;
  struct fl_keeper_options o = {.slots = 512, .parts = data[0] & 1 ? 4 : 1, .signer = signer};
  if (data[0] & 2) o.signers = signers, o.require_signed = data[0] & 4;
  struct fl_keeper *keeper = fl_keeper_new(&o);
  if (!keeper) abort();
  watch_begin(&watch, signer, o.parts);
  asked_begin(&asked, o.require_signed);
  for (size_t at = 1; at + 2 <= size && !wrong;) {
    size_t n = fl_get16(data + at);
    at += 2;
    if (n > size - at) n = size - at;
    if (n == 0 || n > FL_MESSAGE) break;
    uint8_t *m = malloc(n); /* what is read behind it is noticed */
    memcpy(m, data + at, n);
    bool ok = fl_keeper_take(keeper, m, n, &said);
    if (ok) wrong = watch_taken(&watch, m, n, &said);
    if (ok && !wrong && o.signers) wrong = asked_taken(&asked, m, n, &said);
    free(m);
    if (!ok) break;
    at += n;
  }
  if (wrong) {
    fprintf(stderr, "%s\n", wrong);
    abort();
  }
  fl_keeper_free(keeper);
  watch_end(&watch);
  return 0;
}
