/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The hash functions of examples/tls on what standard input says: a line "FUNCTION HEX HEX HEX NUMBER" ("-": no bytes)
 * gives a line of hexadecimal. */
#include "trace.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static size_t unhex(const char *text, uint8_t *out)
{
  size_t n = 0;
  for (unsigned byte; sscanf(text, "%2x", &byte) == 1; text += 2)
    out[n++] = (uint8_t)byte;
  return n;
}

int main(void)
{
  static char name[32], text[3][8256];
  static uint8_t data[3][4128];
  unsigned number;
  while (scanf("%31s %8255s %8255s %8255s %u", name, text[0], text[1], text[2], &number) == 5) {
    struct fl_view v[3];
    struct fl_bytes32 out = {0};
    bool ok = true;
    for (int i = 0; i < 3; i++)
      v[i] = (struct fl_view){data[i], unhex(text[i], data[i])};
    if (strcmp(name, "hash") == 0)
      ok = fl_hash(v[0], number, &out);
    else if (strcmp(name, "hmac") == 0)
      ok = fl_hmac(v[0], v[1], &out);
    else if (strcmp(name, "expand") == 0)
      ok = fl_expand_label(v[0], v[1], v[2], number, &out);
    else if (strcmp(name, "x25519") == 0)
      fl_x25519(v[0], v[1], &out);
    else if (strcmp(name, "x25519_share") == 0)
      fl_x25519_share(v[0], &out);
    else
      return 2;
    if (!ok)
      return 3;
    for (size_t i = 0; i < out.len; i++)
      printf("%02x", out.data[i]);
    printf("\n");
  }
  return 0;
}
