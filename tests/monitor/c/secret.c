/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The extern functions of the monitor beside libcrypto's AES, block by block, for up to two queues of messages. */
#include "secret_trusted.h"

#include <openssl/evp.h>
#include <stdio.h>
#include <string.h>

typedef unsigned __int128 sum;

static void encrypt(const uint8_t key[16], uint8_t block[16]) {
  EVP_CIPHER_CTX *c = EVP_CIPHER_CTX_new();
  int n;
  EVP_EncryptInit_ex(c, EVP_aes_128_ecb(), NULL, key, NULL);
  EVP_CIPHER_CTX_set_padding(c, 0);
  EVP_EncryptUpdate(c, block, &n, block, 16);
  EVP_CIPHER_CTX_free(c);
}

static sum little_endian(const uint8_t b[16]) {
  sum x = 0;
  for (int i = 15; i >= 0; i--) x = x << 8 | b[i];
  return x;
}

int main(void) {
  uint8_t master[16], messages[32 * 80];
  for (int i = 0; i < 16; i++) master[i] = (uint8_t)(i * 29 + 3);
  for (unsigned i = 0; i < sizeof messages; i++) messages[i] = (uint8_t)(i * i + (i >> 3));
  fl_monitor_state_Secret secret;
  if (!fl_monitor_secret(&secret, master)) return puts("no AES instructions"), 1;
  const uint64_t epochs[] = {0, 1, 0x0102030405060708, UINT64_MAX};
  for (int e = 0; e < 4; e++) {
    uint8_t key[16] = {0};
    for (int i = 0; i < 8; i++) key[i] = (uint8_t)(epochs[e] >> 8 * i);
    encrypt(master, key);
    sum expected = ~(sum)0; /* so that it wraps */
    struct fl_monitor_state_Sum first = {UINT64_MAX, UINT64_MAX};
    for (unsigned n = 0; n <= 32; n++) {
      if (n > 0) {
        uint8_t x[16] = {0};
        for (int b = 0; b < 5; b++) {
          for (int i = 0; i < 16; i++) x[i] ^= messages[(n - 1) * 80 + 16 * b + i];
          encrypt(key, x);
        }
        expected += little_endian(x);
      }
      struct fl_monitor_state_Sum got = first;
      fl_prf_sum(&secret, epochs[e], (struct fl_monitor_view){messages, n * 80}, &got);
      if (((sum)got.high << 64 | got.low) != expected) return printf("epoch %llu: %u messages differ\n",
        (unsigned long long)epochs[e], n), 1;
    }
  }
  struct fl_monitor_bytes32 digest;
  fl_sha256((struct fl_monitor_view){(const uint8_t *)"abc", 3}, &digest); /* FIPS 180-4's example */
  static const uint8_t abc[4] = {0xba, 0x78, 0x16, 0xbf};
  if (digest.len != 32 || memcmp(digest.data, abc, 4) != 0) return puts("SHA-256 differs"), 1;
  return 0;
}
