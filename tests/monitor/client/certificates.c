/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The way from each receipt of an epoch to its seal: right for all numbers of receipts up to the one that is given, and
 * of an epoch that is full, all of them in seconds. (A way that costs what the epoch has takes minutes, in which a
 * server serves nobody.) */
#include "certificates.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct fl_receipt receipt(uint32_t i) {
  struct fl_receipt r = {.incarnation = 1, .epoch = 1, .counter = i + 1, .there = true};
  memcpy(r.value, &i, sizeof i);
  return r;
}

static void all_below(uint32_t count, bool others) {
  struct fl_receipts *all = fl_receipts_new();
  struct fl_certificates *kept = fl_certificates_new(0, 1 << 20);
  struct fl_certificate found;
  uint8_t root[32], seal[FL_SEAL] = {0};
  for (uint32_t i = 0; i < count; i++) {
    struct fl_receipt r = receipt(i);
    if (!fl_receipts_add(all, &r)) abort();
  }
  if (!fl_certificates_keep(kept, 1, fl_receipts_leaves(all, &count), count)) abort();
  fl_receipts_close(all, root);
  fl_certificates_sealed(kept, 1, seal);
  for (uint32_t i = 0; i < count; i++) {
    struct fl_receipt r = receipt(i);
    r.index = i;
    if (fl_certificates_find(kept, 1, i, &found) != FL_CERTIFICATE_FOUND || found.leaves != count ||
        !fl_receipt_is_below(&r, count, (const uint8_t(*)[32])found.path, found.steps, root)) {
      printf("certificates: receipt %u of %u is not below the root\n", i, count);
      exit(1);
    }
    for (r.index = 0; others && r.index < count; r.index++)
      if (r.index != i && fl_receipt_is_below(&r, count, (const uint8_t(*)[32])found.path, found.steps, root))
        exit(1);
  }
  if (fl_certificates_find(kept, 1, count, &found) != FL_CERTIFICATE_UNKNOWN) exit(1);
  fl_certificates_free(kept);
  fl_receipts_free(all);
}

int main(int n, char **words) {
  if (n != 2) return 2;
  for (uint32_t count = 1; count <= (uint32_t)atoi(words[1]); count++) all_below(count, count < 40);
  all_below(FL_RECEIPTS_MOST, false);
  return 0;
}
