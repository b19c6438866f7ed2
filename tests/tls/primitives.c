/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* A provider's functions, through what the protocol calls, on what standard input says: a line "FUNCTION HEX HEX HEX
 * HEX NUMBER NUMBER" ("-": no bytes) gives a line of hexadecimal, or "no". */
#include "trace.h"

#include "fairlead_tls.h"

#include <stdio.h>
#include <string.h>

static size_t unhex(const char *text, uint8_t *out) {
  size_t n = 0;
  for (unsigned byte; sscanf(text, "%2x", &byte) == 1; text += 2) out[n++] = (uint8_t)byte;
  return n;
}

int main(void) {
  static char name[32], text[4][8256];
  static uint8_t data[4][4160];
  static uint8_t long_out[8200];
  fl_tlsm_provider_Provider p;
  const fl_tls_provider *table = PROVIDER();
  unsigned which, number;
  memcpy(p.bytes, &table, sizeof table);
  while (scanf("%31s %8255s %8255s %8255s %8255s %u %u", name, text[0], text[1], text[2], text[3], &which, &number) ==
         7) {
    struct fl_tlsm_view v[4];
    struct fl_tlsm_bytes48 out = {0};
    struct fl_tlsm_bytes66 secret = {0};
    struct fl_tlsm_bytes1216 share = {0};
    const uint8_t *answer = out.data;
    bool ok = true;
    size_t length;
    for (int i = 0; i < 4; i++) v[i] = (struct fl_tlsm_view){data[i], unhex(text[i], data[i])};
    if (strcmp(name, "hash") == 0)
      ok = fl_tlsm_hash(&p, which, v[0], number, &out), length = out.len;
    else if (strcmp(name, "hmac") == 0)
      fl_tlsm_hmac(&p, which, v[0], v[1], &out), length = out.len;
    else if (strcmp(name, "expand") == 0)
      ok = fl_tlsm_expand(&p, which, v[0], v[1], v[2], (struct fl_tlsm_span){long_out, number}), answer = long_out,
      length = number;
    else if (strcmp(name, "exchange") == 0)
      fl_tlsm_exchange(&p, (uint16_t)which, v[0], v[1], &secret), answer = secret.data, length = secret.len;
    else if (strcmp(name, "share") == 0)
      fl_tlsm_share(&p, (uint16_t)which, v[0], v[1], &share), answer = share.data, length = share.len;
    else if (strcmp(name, "seal") == 0) {
      memset(data[3] + v[3].len, 0, 16);
      length = v[3].len + 16;
      answer = data[3];
      ok = fl_tlsm_seal_text(&p, (uint16_t)which, v[0], v[1], v[2], (struct fl_tlsm_span){data[3], length});
    } else if (strcmp(name, "open") == 0) {
      length = v[3].len;
      answer = data[3];
      ok = fl_tlsm_open_text(&p, (uint16_t)which, v[0], v[1], v[2], (struct fl_tlsm_span){data[3], length});
      /* Nothing is given out of what was not verified. */
      for (size_t i = 0; !ok && i + 16 < length; i++)
        if (data[3][i] != 0) return 4;
      length -= ok ? 16 : 0;
    } else
      return 2;
    if (!ok) printf("no");
    for (size_t i = 0; ok && i < length; i++) printf("%02x", answer[i]);
    printf("\n");
  }
  return 0;
}
