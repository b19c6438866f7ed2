/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Who verifies signatures, on what standard input says: a line "SCHEME KEY SIGNATURE CONTENT" (a public key in DER, all
 * in hexadecimal, "-": no bytes) gives "yes" or "no". VERIFIER is trust.c, or the board's believe.c, whose own function
 * is asked. */
#include VERIFIER

#include <stdio.h>
#include <stdlib.h>

static size_t unhex(const char *text, uint8_t *out) {
  size_t n = 0;
  for (unsigned byte; sscanf(text, "%2x", &byte) == 1; text += 2) out[n++] = (uint8_t)byte;
  return n;
}

#ifdef MBEDTLS_PK_H
static bool verified(const uint8_t *der, size_t length, const fl_tls_claim *claim) {
  mbedtls_pk_context key;
  mbedtls_pk_init(&key);
  /* Of a kind that it does not know: nor does it read such a certificate. */
  bool unknown = mbedtls_pk_parse_public_key(&key, der, length) != 0;
  uint8_t alert = unknown ? BAD_CERTIFICATE : check_signature(&key, claim);
  mbedtls_pk_free(&key);
  return alert == 0;
}
#else
static bool verified(const uint8_t *der, size_t length, const fl_tls_claim *claim) {
  EVP_PKEY *key = d2i_PUBKEY(NULL, &der, (long)length);
  if (!key) exit(3);
  uint8_t alert = check_signature(key, claim);
  EVP_PKEY_free(key);
  return alert == 0;
}
#endif

int main(void) {
  static char text[3][16384];
  static uint8_t data[3][8192];
  unsigned scheme;
  while (scanf("%u %16383s %16383s %16383s", &scheme, text[0], text[1], text[2]) == 4) {
    size_t length[3];
    for (int i = 0; i < 3; i++) length[i] = unhex(text[i], data[i]);
    fl_tls_claim claim = {.scheme = (uint16_t)scheme,
                          .signature = data[1],
                          .signature_length = length[1],
                          .content = data[2],
                          .content_length = length[2]};
    puts(verified(data[0], length[0], &claim) ? "yes" : "no");
  }
  return 0;
}
