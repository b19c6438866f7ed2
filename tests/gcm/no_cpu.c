/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* On a processor that lacks something a key cannot be made, the library says what it is, and nothing dies. What CPUID says is
   overridden: each thing that is needed is taken away in turn. */
#include <cpuid.h>
#include <stdio.h>
#include <string.h>

static unsigned lacking;
static int without(unsigned leaf, unsigned *a, unsigned *b, unsigned *c, unsigned *d)
{
  int there = __get_cpuid(leaf, a, b, c, d);
  *c &= ~lacking;
  return there && lacking != ~0u;
}
#define __get_cpuid without
#include "../../gcm/clean/gcm_trusted.c"

static int refused(unsigned bits, const char *word)
{
  fl_gcm_key key;
  fl_gcm_stream stream;
  uint8_t bytes[32] = {1}, nonce[12] = {0}, out[20] = {1}, tag[16] = {1}, zero[20] = {0};
  lacking = bits;
  int good = !fl_gcm_supported() && fl_gcm_key_init(&key, bytes, 16) == FL_GCM_NO_CPU &&
             strstr(fl_gcm_message(FL_GCM_NO_CPU), word) != NULL &&
             fl_gcm_begin(&stream, &key, nonce, 12) == FL_GCM_BAD_LENGTH &&
             fl_gcm_seal(&key, nonce, 12, NULL, 0, bytes, 20, out, tag) == FL_GCM_BAD_LENGTH && memcmp(out, zero, 20) == 0 &&
             memcmp(tag, zero, 16) == 0;
  if (!good)
    printf("without %s: not refused, or not for that\n", word);
  return good;
}

int main(void)
{
  int good = refused(~0u, "AES-NI") & refused(bit_AES, "AES-NI") & refused(bit_PCLMUL, "PCLMULQDQ") & refused(bit_AVX, "AVX") &
             refused(bit_OSXSAVE, "vector registers");
  lacking = 0;
  return !(good && fl_gcm_supported());
}
