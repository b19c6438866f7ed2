/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* For processors that an emulator plays: seals and opens a text, or says why not (status 1). */
#include "fairlead_gcm.h"

#include <stdio.h>
#include <string.h>

int main(void)
{
  static const uint8_t bytes[16] = {1}, nonce[12] = {2};
  static uint8_t text[300], sealed[300], opened[300];
  uint8_t tag[16];
  fl_gcm_key key;
  fl_gcm_result r = fl_gcm_key_init(&key, bytes, 16);
  if (r == FL_GCM_OK)
    r = fl_gcm_seal(&key, nonce, 12, NULL, 0, text, 300, sealed, tag);
  for (int i = 0; i < 16 && r == FL_GCM_OK; i++)
    printf("%02x", tag[i]);
  if (r == FL_GCM_OK)
    r = fl_gcm_open(&key, nonce, 12, NULL, 0, sealed, 300, tag, 16, opened);
  printf("%s\n", r == FL_GCM_OK && memcmp(text, opened, 300) == 0 ? "" : fl_gcm_message(r));
  return r != FL_GCM_OK;
}
