/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Reads Wycheproof's valid vectors, as vectors.py prints them, and prints for each one with another text, of up to 1,500
   bytes, what OpenSSL makes of it: those texts are too short for loops over eight blocks, but their keys and nonces
   are chosen well (counters that wrap, hashes of zeros and ones). */
#include <openssl/evp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static size_t hex(const char *text, uint8_t *out)
{
  size_t n = 0;
  for (unsigned x; sscanf(text, "%2x", &x) == 1 && text[0] != '-'; text += 2)
    out[n++] = (uint8_t)x;
  return n;
}

static void print(const uint8_t *p, size_t n)
{
  printf(n == 0 ? " -" : " ");
  for (size_t i = 0; i < n; i++)
    printf("%02x", p[i]);
}

int main(void)
{
  static char line[16384], f[5][2600];
  static uint8_t key[64], nonce[2600], data[2600], text[1500], sealed[1500], tag[16];
  uint32_t seed = 1;
  while (fgets(line, sizeof line, stdin)) {
    if (sscanf(line, "%2599s %2599s %2599s %2599s", f[0], f[1], f[2], f[3]) != 4)
      abort();
    size_t key_length = hex(f[1], key), nonce_length = hex(f[2], nonce), data_length = hex(f[3], data);
    if (f[0][0] != 'v' || key_length == 24 || nonce_length == 0 || nonce_length > 128) /* OpenSSL takes no longer nonces */
      continue;
    for (size_t i = 0; i < sizeof text; i++)
      text[i] = (uint8_t)((seed = seed * 1664525 + 1013904223) >> 24);
    size_t n = 100 + seed % 1401;
    EVP_CIPHER_CTX *c = EVP_CIPHER_CTX_new();
    int m, ok = EVP_EncryptInit_ex(c, key_length == 16 ? EVP_aes_128_gcm() : EVP_aes_256_gcm(), NULL, NULL, NULL) &&
                EVP_CIPHER_CTX_ctrl(c, EVP_CTRL_GCM_SET_IVLEN, (int)nonce_length, NULL) &&
                EVP_EncryptInit_ex(c, NULL, NULL, key, nonce) &&
                (data_length == 0 || EVP_EncryptUpdate(c, NULL, &m, data, (int)data_length)) &&
                EVP_EncryptUpdate(c, sealed, &m, text, (int)n) && EVP_EncryptFinal_ex(c, sealed + n, &m) &&
                EVP_CIPHER_CTX_ctrl(c, EVP_CTRL_GCM_GET_TAG, 16, tag);
    EVP_CIPHER_CTX_free(c);
    if (!ok)
      abort();
    printf("valid");
    print(key, key_length);
    print(nonce, nonce_length);
    print(data, data_length);
    print(text, n);
    print(sealed, n);
    print(tag, 16);
    printf("\n");
  }
  return 0;
}
