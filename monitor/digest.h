/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* SHA-256 by libcrypto. Not by SHA256(), which since OpenSSL 3 looks for the algorithm by its name, under locks, for
 * each digest: 600 ns more than these functions, which are "deprecated" and have stayed. */
#ifndef FL_DIGEST_H
#define FL_DIGEST_H
#include <openssl/sha.h>
#include <stddef.h>
#include <stdint.h>

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"
static inline void fl_digest(const void *data, size_t length, uint8_t digest[32]) {
  SHA256_CTX c;
  SHA256_Init(&c);
  SHA256_Update(&c, data, length);
  SHA256_Final(digest, &c);
}
/* Of one after the other; the digest may take the place of either. */
static inline void fl_digest_both(const void *first, size_t first_length, const void *second, size_t second_length,
                                  uint8_t digest[32]) {
  SHA256_CTX c;
  SHA256_Init(&c);
  SHA256_Update(&c, first, first_length);
  SHA256_Update(&c, second, second_length);
  SHA256_Final(digest, &c);
}
#pragma GCC diagnostic pop
#endif
