/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The extern functions of monitor/clean/state.fl. The multiset hash is a sum modulo 2^128 of AES-128 CBC-MACs of 80
   bytes each (5 blocks; of one length, so CBC-MAC is a pseudorandom function), under a key for each epoch: the master
   key's encryption of the epoch's number. SHA-256 is libcrypto's.

   With FL_PRF_ASSEMBLY, as the library is built, eight messages at a time go through fl_gcm_macs (gcm/clean/macs.S),
   which is proved to compute their CBC-MACs (monitor_macs in theories/Claims/Monitor.v), under round keys from
   fl_gcm_expand_128 (gcm_expand in theories/Claims/Gcm.v); without, through the same written here. */
#include "secret_trusted.h"

#include "digest.h"

#include <immintrin.h>
#include <stdatomic.h>
#include <string.h>

#define AES __attribute__((target("aes,sse4.1")))
enum { MESSAGE = 80, BLOCKS = 5, LANES = 8, ROUND_KEYS = 352 }; /* room as gcm_expand has it; 176 bytes are used */

/* What is in fl_monitor_state_Secret. */
struct of_epoch {
  __m128i round_keys[11];
  uint64_t epoch, made;
};
struct secret {
  __m128i master[11];
  struct of_epoch epochs[FL_MONITOR_state_OPEN]; /* epoch e in e % OPEN, if it is made */
  atomic_bool busy;                              /* somebody has `epochs` */
};
_Static_assert(sizeof(struct secret) <= sizeof(fl_monitor_state_Secret), "extern type Secret in state.fl");

/* One round key from the one before: FIPS 197, 5.2, with what AESKEYGENASSIST gives for the round. */
AES static inline __m128i next_round_key(__m128i key, __m128i assist) {
  key = _mm_xor_si128(key, _mm_slli_si128(key, 4));
  key = _mm_xor_si128(key, _mm_slli_si128(key, 8));
  return _mm_xor_si128(key, _mm_shuffle_epi32(assist, 0xff));
}

AES static void expand(__m128i r[11], __m128i key) {
  r[0] = key;
#define ROUND(i, constant) r[i] = next_round_key(r[i - 1], _mm_aeskeygenassist_si128(r[i - 1], constant))
  ROUND(1, 0x01);
  ROUND(2, 0x02);
  ROUND(3, 0x04);
  ROUND(4, 0x08);
  ROUND(5, 0x10);
  ROUND(6, 0x20);
  ROUND(7, 0x40);
  ROUND(8, 0x80);
  ROUND(9, 0x1b);
  ROUND(10, 0x36);
#undef ROUND
}

AES static __m128i encrypt(const __m128i r[11], __m128i x) {
  x = _mm_xor_si128(x, r[0]);
  for (int i = 1; i < 10; i++) x = _mm_aesenc_si128(x, r[i]);
  return _mm_aesenclast_si128(x, r[10]);
}

AES bool fl_monitor_secret(fl_monitor_state_Secret *secret, const uint8_t key[16]) {
  if (!__builtin_cpu_supports("aes") || !__builtin_cpu_supports("sse4.1")) return false;
  struct secret *s = (struct secret *)(void *)secret->bytes;
  memset(secret, 0, sizeof *secret);
  expand(s->master, _mm_loadu_si128((const __m128i *)key));
  atomic_init(&s->busy, false);
  return true;
}

static void add(struct fl_monitor_state_Sum *sum, __m128i x) {
  uint64_t half[2];
  memcpy(half, &x, sizeof half);
  sum->low += half[0];
  sum->high += half[1] + (sum->low < half[0]);
}

#ifdef FL_PRF_ASSEMBLY
/* Made from gcm/clean/macs.S and expand_128.S, under these names, by monitor/Makefile. */
__attribute__((visibility("hidden"))) void fli_monitor_macs(const void *round_keys, const uint8_t *messages,
                                                            uint8_t *macs);
__attribute__((visibility("hidden"))) void fli_monitor_expand(void *round_keys, const uint8_t *key);
#else
AES static void fli_monitor_expand(void *round_keys, const uint8_t *key) {
  expand(round_keys, _mm_loadu_si128((const __m128i *)key));
}
AES static void fli_monitor_macs(const void *round_keys, const uint8_t *m, uint8_t *macs) {
  const __m128i *r = round_keys;
  __m128i x[LANES];
#pragma GCC unroll 8
  for (int j = 0; j < LANES; j++) x[j] = _mm_setzero_si128();
  for (int b = 0; b < BLOCKS; b++) {
#pragma GCC unroll 8
    for (int j = 0; j < LANES; j++)
      x[j] = _mm_xor_si128(_mm_xor_si128(x[j], _mm_loadu_si128((const __m128i *)(m + MESSAGE * j + 16 * b))), r[0]);
#pragma GCC unroll 16
    for (int i = 1; i < 10; i++)
#pragma GCC unroll 8
      for (int j = 0; j < LANES; j++) x[j] = _mm_aesenc_si128(x[j], r[i]);
#pragma GCC unroll 8
    for (int j = 0; j < LANES; j++) x[j] = _mm_aesenclast_si128(x[j], r[10]);
  }
  for (int j = 0; j < LANES; j++) _mm_storeu_si128((__m128i *)(macs + 16 * j), x[j]);
}
#endif

AES static void keys_of(const struct secret *s, uint64_t epoch, __m128i round_keys[11]) {
  _Alignas(16) uint8_t r[ROUND_KEYS], key[16];
  _mm_storeu_si128((__m128i *)key, encrypt(s->master, _mm_set_epi64x(0, (long long)epoch)));
  fli_monitor_expand(r, key);
  memcpy(round_keys, r, 11 * sizeof *round_keys);
}

AES void fl_prf_sum(const fl_monitor_state_Secret *secret, uint64_t epoch, struct fl_monitor_view messages,
                    struct fl_monitor_state_Sum *sum) {
  _Alignas(16) uint8_t macs[16 * LANES], rest[MESSAGE * LANES];
  __m128i own[11];
  const __m128i *r = own;
  struct secret *s = (struct secret *)(uintptr_t)secret->bytes; /* it is const for those who call */
  bool ours = !atomic_exchange_explicit(&s->busy, true, memory_order_acquire);
  if (ours) {
    struct of_epoch *e = &s->epochs[epoch % FL_MONITOR_state_OPEN];
    if (!e->made || e->epoch != epoch) {
      keys_of(s, epoch, e->round_keys);
      e->epoch = epoch;
      e->made = true;
    }
    r = e->round_keys;
  } else {
    keys_of(s, epoch, own);
  }
  const uint8_t *m = messages.data;
  for (size_t left = messages.len / MESSAGE; left > 0; m += LANES * MESSAGE) {
    size_t n = left < LANES ? left : LANES;
    if (n < LANES) { /* the others are computed too, and are not looked at */
      memset(rest, 0, sizeof rest);
      memcpy(rest, m, n * MESSAGE);
    }
    fli_monitor_macs(r, n < LANES ? rest : m, macs);
    for (size_t j = 0; j < n; j++) add(sum, _mm_loadu_si128((const __m128i *)(macs + 16 * j)));
    left -= n;
  }
  if (ours) atomic_store_explicit(&s->busy, false, memory_order_release);
}

void fl_sha256(struct fl_monitor_view data, struct fl_monitor_bytes32 *digest) {
  digest->len = 32;
  fl_digest(data.data, data.len, digest->data);
}
