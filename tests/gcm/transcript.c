/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* What gcm_trusted.c does when it sets up a key without the 256-bit loops, seals a text or opens one, and wipes the
   key: the calls of assembly with their arguments, and what is overwritten with zeros, in order, for many lengths.
   Printed as comparisons in Coq, for transcript.t. The file that is included (GCM) is gcm_trusted.c with a hook in
   wipe and a name for each local variable. */
#include "procedures.h"

#include <cpuid.h>
#include <fcntl.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* Things have numbers; an address in one is its number times 2^20, and the offset. As in transcript.v. */
enum thing { KEY = 1, BYTES, ZERO, HASH_KEY, STREAM, HASH, NONCE, DATA_, TEXT, OUTPUT, TAG, RIGHT, THINGS };
static struct {
  const uint8_t *at;
  size_t size;
} things[THINGS];
static void thing(enum thing n, const void *at, size_t size)
{
  things[n].at = at;
  things[n].size = size;
}

static unsigned long long address(const void *p)
{
  const uint8_t *at = p;
  for (int n = KEY; n < THINGS; n++)
    if (things[n].at != NULL && at >= things[n].at && at <= things[n].at + things[n].size)
      return ((unsigned long long)n << 20) + (unsigned long long)(at - things[n].at);
  return 0; /* of no thing: in no transcript */
}

static const char *separator = "";
static void zeros(const void *p, size_t n)
{
  printf("%sZeros %llu %zu", separator, address(p), n);
  separator = "; ";
}
static void called(const char *name, const void *a, const void *b)
{
  printf("%sCall \"%s\" [%llu; %llu", separator, name, address(a), address(b));
  separator = "; ";
}

static void *traced_memset(void *p, int c, size_t n)
{
  zeros(p, n);
  return memset(p, c, n);
}

#define EXPAND(name)                                         \
  static void name(fl_gcm_key *key, const uint8_t *bytes)    \
  {                                                          \
    called("fl_gcm_" #name, key, bytes);                     \
    printf("]");                                             \
    fl_gcm_##name(key, bytes);                               \
  }
EXPAND(expand_128)
EXPAND(expand_256)
static void powers(fl_gcm_key *key, const uint8_t hash_key[16])
{
  called("fl_gcm_powers", key, hash_key);
  printf("]");
  fl_gcm_powers(key, hash_key);
}
#define KEYSTREAM(name)                                                                      \
  static void name(const fl_gcm_key *key, const uint8_t counter[16], uint8_t keystream[96])  \
  {                                                                                          \
    called("fl_gcm_" #name, key, counter);                                                   \
    printf("; %llu]", address(keystream));                                                   \
    fl_gcm_##name(key, counter, keystream);                                                  \
  }
KEYSTREAM(keystream_128)
KEYSTREAM(keystream_256)
static void hash(const fl_gcm_key *key, uint8_t hash[16], const uint8_t *blocks, size_t count)
{
  called("fl_gcm_hash", key, hash);
  printf("; %llu; %zu]", address(blocks), count);
  fl_gcm_hash(key, hash, blocks, count);
}
#define LOOP(name)                                                                                           \
  static void name(const fl_gcm_key *key, uint8_t state[32], const uint8_t *in, uint8_t *out, size_t groups) \
  {                                                                                                          \
    called("fl_gcm_" #name, key, state);                                                                     \
    printf("; %llu; %llu; %zu]", address(in), address(out), groups);                                         \
    fl_gcm_##name(key, state, in, out, groups);                                                              \
  }
LOOP(encrypt_128)
LOOP(encrypt_256)
LOOP(decrypt_128)
LOOP(decrypt_256)

#define fl_gcm_expand_128 expand_128
#define fl_gcm_expand_256 expand_256
#define fl_gcm_powers powers
#define fl_gcm_keystream_128 keystream_128
#define fl_gcm_keystream_256 keystream_256
#define fl_gcm_hash hash
#define fl_gcm_encrypt_128 encrypt_128
#define fl_gcm_encrypt_256 encrypt_256
#define fl_gcm_decrypt_128 decrypt_128
#define fl_gcm_decrypt_256 decrypt_256
#define memset traced_memset
#define __get_cpuid_count(leaf, subleaf, a, b, c, d) ((void)(a), (void)(b), (void)(c), (void)(d), 0)
#include GCM
#undef memset

enum what { SEAL, OPEN, OPEN_FORGED };
static const char *const whats[] = {"sealed", "opened", "refused"};

static void run(enum what what, size_t size, size_t nonce_length, size_t data_length, size_t length)
{
  static uint8_t bytes[32], nonce[4096], data[4096], text[4096], output[4096], tag[16];
  static fl_gcm_key key;
  memset(things, 0, sizeof things);
  thing(KEY, &key, sizeof key);
  thing(BYTES, bytes, sizeof bytes);
  thing(NONCE, nonce, sizeof nonce);
  thing(DATA_, data, sizeof data);
  thing(TEXT, text, sizeof text);
  thing(OUTPUT, output, sizeof output);
  thing(TAG, tag, sizeof tag);
  separator = "";
  fl_gcm_result result = FL_GCM_OK;
  int out = dup(1), nowhere = open("/dev/null", O_WRONLY);
  if (what != SEAL) { /* what there is to open, sealed unheard */
    fflush(stdout);
    dup2(nowhere, 1);
    memset(text, 0, sizeof text);
    result = fl_gcm_key_init(&key, bytes, size);
    if (result == FL_GCM_OK)
      result = fl_gcm_seal(&key, nonce, nonce_length, data, data_length, text, length, text, tag);
    tag[3] ^= what == OPEN_FORGED;
    fflush(stdout);
    dup2(out, 1);
    separator = "";
    thing(STREAM, NULL, 0);
    thing(HASH, NULL, 0);
  }
  close(out);
  close(nowhere);
  printf("; bool_decide (%s %zu %zu %zu %zu = [", whats[what], size, nonce_length, data_length, length);
  if (result == FL_GCM_OK)
    result = fl_gcm_key_init(&key, bytes, size);
  if (result == FL_GCM_OK)
    result = what == SEAL ? fl_gcm_seal(&key, nonce, nonce_length, data, data_length, text, length, output, tag)
                          : fl_gcm_open(&key, nonce, nonce_length, data, data_length, text, length, tag, 16, output);
  if (result != (what == OPEN_FORGED ? FL_GCM_FORGED : FL_GCM_OK))
    printf("failed");
  fl_gcm_key_wipe(&key);
  printf("])\n");
}

/* With an argument, few lengths: enough to notice a change. */
int main(int argc, char **argv)
{
  (void)argv;
  static const size_t nonces[] = {12, 1, 16, 95, 96, 97, 300}, lengths[] = {0, 1, 16, 80, 95, 96, 97, 175, 176, 192, 207, 288, 1350};
  enum { NONCES = sizeof nonces / sizeof *nonces, LENGTHS = sizeof lengths / sizeof *lengths };
  printf("bool_decide ([key_size; bits_at; wide_at; stream_size; state_at; keystream_at; pending_at] = [%zu; %zu; %zu; %zu; %zu; %zu; %zu])\n",
         sizeof(fl_gcm_key), offsetof(fl_gcm_key, bits), offsetof(fl_gcm_key, wide), sizeof(fl_gcm_stream),
         offsetof(fl_gcm_stream, state), offsetof(fl_gcm_stream, keystream), offsetof(fl_gcm_stream, pending));
  if (argc > 1) {
    for (int what = SEAL; what <= OPEN_FORGED; what++) {
      run((enum what)what, 16, 12, 96, 200);
      run((enum what)what, 16, 13, 20, 97);
      run((enum what)what, 16, 12, 16, 95);
    }
    return 0;
  }
  for (size_t size = 16; size <= 32; size += 16) {
    for (size_t i = 0; i < LENGTHS; i++)
      for (size_t k = 0; k < LENGTHS - 1; k += 4)
        run(SEAL, size, 12, lengths[k], lengths[i]);
    for (size_t i = 1; i < NONCES; i++)
      run(SEAL, size, nonces[i], 20, 200);
    for (int what = OPEN; what <= OPEN_FORGED; what++) {
      for (size_t i = 0; i < LENGTHS; i++)
        for (size_t k = 0; k < LENGTHS - 1; k += 6)
          run((enum what)what, size, 12, lengths[k], lengths[i]);
      for (size_t i = 1; i < NONCES; i++)
        run((enum what)what, size, nonces[i], 20, 200);
    }
  }
  return 0;
}
