/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "journal_sum.h"

#define XXH_INLINE_ALL
#include <string.h>
#include <xxhash.h>

void fl_journal_sum(const uint8_t *data, size_t length, uint8_t sum[FL_JOURNAL_SUM]) {
  XXH128_canonical_t bytes;
  XXH128_canonicalFromHash(&bytes, XXH3_128bits(data, length));
  memset(sum, 0, FL_JOURNAL_SUM);
  memcpy(sum, bytes.digest, sizeof bytes.digest);
}
