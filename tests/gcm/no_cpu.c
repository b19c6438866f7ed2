/* On a processor without AES-NI a key cannot be made, and the program says so instead of dying. */
#include <cpuid.h>
#define __get_cpuid(leaf, a, b, c, d) (*(a) = *(b) = *(c) = *(d) = 0, (leaf) == 1)
#include "../../gcm/clean/gcm_trusted.c"
#include <stdio.h>

int main(void)
{
  fl_gcm_key key;
  fl_gcm_stream stream;
  uint8_t bytes[32] = {1}, nonce[12] = {0};
  fl_gcm_result made = fl_gcm_key_init(&key, bytes, 16);
  fl_gcm_result begun = fl_gcm_begin(&stream, &key, nonce, 12);
  return !(made == FL_GCM_NO_CPU && begun != FL_GCM_OK && !fl_gcm_supported());
}
