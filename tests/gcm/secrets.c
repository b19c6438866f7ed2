/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The C of libfairlead-gcm under clang's MemorySanitizer, with secrets for uninitialized memory: keys, texts, key stream and
   hashes are poisoned, and a branch or an address that depends on one ends the program. What the assembly
   writes is poisoned too, as it is not instrumented; the taint checker is for that. */
#include "procedures.h"

#include <sanitizer/msan_interface.h>
#include <stdio.h>
#include <stdlib.h>

/* All but the fields that choose the code. */
static void hide_key(fl_gcm_key *key)
{
  __msan_poison(key, sizeof *key);
  __msan_unpoison(&key->bits, sizeof key->bits);
  __msan_unpoison(&key->wide, sizeof key->wide);
}

static void expand_128(fl_gcm_key *key, const uint8_t *bytes)
{
  fl_gcm_expand_128(key, bytes);
  hide_key(key);
}
static void expand_256(fl_gcm_key *key, const uint8_t *bytes)
{
  fl_gcm_expand_256(key, bytes);
  hide_key(key);
}
static void powers(fl_gcm_key *key, const uint8_t hash_key[16])
{
  fl_gcm_powers(key, hash_key);
  hide_key(key);
}
static void wide_powers(fl_gcm_key *key, const uint8_t hash_key[16])
{
  fl_gcm_wide_powers(key, hash_key);
  hide_key(key);
}
static void keystream_128(const fl_gcm_key *key, const uint8_t counter[16], uint8_t keystream[96])
{
  fl_gcm_keystream_128(key, counter, keystream);
  __msan_poison(keystream, 96);
}
static void keystream_256(const fl_gcm_key *key, const uint8_t counter[16], uint8_t keystream[96])
{
  fl_gcm_keystream_256(key, counter, keystream);
  __msan_poison(keystream, 96);
}
static void hash(const fl_gcm_key *key, uint8_t hash[16], const uint8_t *blocks, size_t count)
{
  fl_gcm_hash(key, hash, blocks, count);
  __msan_poison(hash, 16);
}

/* The counter, the first half of the state, is public. */
#define LOOP(name, group)                                                                                          \
  static void name(const fl_gcm_key *key, uint8_t state[32], const uint8_t *in, uint8_t *out, size_t groups)   \
  {                                                                                                            \
    fl_gcm_##name(key, state, in, out, groups);                                                                \
    __msan_poison(state + 16, 16);                                                                             \
    __msan_poison(out, (group) * groups);                                                                      \
  }
LOOP(encrypt_128, 96)
LOOP(wide_encrypt_128, 128)
LOOP(encrypt_256, 96)
LOOP(wide_encrypt_256, 128)
LOOP(decrypt_128, 96)
LOOP(wide_decrypt_128, 128)
LOOP(decrypt_256, 96)
LOOP(wide_decrypt_256, 128)

#define fl_gcm_expand_128 expand_128
#define fl_gcm_expand_256 expand_256
#define fl_gcm_powers powers
#define fl_gcm_wide_powers wide_powers
#define fl_gcm_keystream_128 keystream_128
#define fl_gcm_keystream_256 keystream_256
#define fl_gcm_hash hash
#define fl_gcm_encrypt_128 encrypt_128
#define fl_gcm_wide_encrypt_128 wide_encrypt_128
#define fl_gcm_encrypt_256 encrypt_256
#define fl_gcm_wide_encrypt_256 wide_encrypt_256
#define fl_gcm_decrypt_128 decrypt_128
#define fl_gcm_wide_decrypt_128 wide_decrypt_128
#define fl_gcm_decrypt_256 decrypt_256
#define fl_gcm_wide_decrypt_256 wide_decrypt_256
#define FL_GCM_PUBLIC(x) __msan_unpoison(&(x), sizeof(x))
#include GCM

static void require(int good, const char *what)
{
  if (!good) {
    printf("%s\n", what);
    exit(1);
  }
}

static void both_ways(int wide, size_t kn, size_t ivn, size_t dn, size_t n)
{
  fl_gcm_key key;
  fl_gcm_stream s;
  uint8_t bytes[32] = {1}, iv[40] = {2}, data[200] = {3}, tag[16], tag2[16];
  uint8_t *text = calloc(n + 1, 1), *out = calloc(n + 1, 1), *back = calloc(n + 1, 1);
  __msan_poison(bytes, sizeof bytes);
  __msan_poison(text, n + 1);
  require(fl_gcm_key_init(&key, bytes, kn) == FL_GCM_OK, "key");
  key.wide &= (uint32_t)wide;
  require(fl_gcm_seal(&key, iv, ivn, data, dn, text, n, out, tag) == FL_GCM_OK, "seal");
  require(__msan_test_shadow(tag, 16) == 0, "the tag does not come from secrets?");
  require(fl_gcm_open(&key, iv, ivn, data, dn, out, n, tag, 16, back) == FL_GCM_OK, "open");
  require(n == 0 || __msan_test_shadow(back, n) == 0, "the text does not come from secrets?");

  require(fl_gcm_begin(&s, &key, iv, ivn) == FL_GCM_OK && fl_gcm_data(&s, data, dn) == FL_GCM_OK, "begin");
  for (size_t at = 0, step; at < n; at += step) {
    step = 1 + at % 150 < n - at ? 1 + at % 150 : n - at;
    require(fl_gcm_encrypt(&s, text + at, step, out + at) == FL_GCM_OK, "encrypt");
  }
  require(fl_gcm_tag(&s, tag2) == FL_GCM_OK, "tag");
  fl_gcm_stream_wipe(&s);

  require(fl_gcm_begin(&s, &key, iv, ivn) == FL_GCM_OK && fl_gcm_data(&s, data, dn) == FL_GCM_OK, "begin");
  require(fl_gcm_check(&s, out, n) == FL_GCM_OK && fl_gcm_verify(&s, tag2, 16) == FL_GCM_OK, "verify");
  require(fl_gcm_decrypt(&s, out, n, back) == FL_GCM_OK, "decrypt");
  fl_gcm_stream_wipe(&s);

  tag[3] ^= 1;
  require(fl_gcm_open(&key, iv, ivn, data, dn, out, n, tag, 16, back) == FL_GCM_FORGED, "forged");
  fl_gcm_key_wipe(&key);
  free(text);
  free(out);
  free(back);
}

int main(void)
{
  static const size_t sizes[] = {0, 1, 15, 16, 17, 80, 95, 96, 97, 127, 128, 176, 191, 192, 255, 256, 300, 1350};
  int widest = processor() == WIDE;
  printf("loops: %s\n", widest ? "128-bit 256-bit" : "128-bit");
  for (int wide = 0; wide <= widest; wide++)
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
      for (size_t kn = 16; kn <= 32; kn += 16)
        for (size_t dn = 0; dn < 200; dn += 37)
          both_ways(wide, kn, dn == 74 ? 40 : 12, dn, sizes[i]);
  return 0;
}
