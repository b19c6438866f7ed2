/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* GCM around the assembly: nonces, lengths, tails, tags, streams. One-shot calls are streams of one piece. */
#include "fairlead_gcm.h"
#include "procedures.h"

#include <cpuid.h>
#include <emmintrin.h>
#include <string.h>

/* What the time may depend on though it comes from secrets; tests/gcm/secrets.c says so to its tools. */
#ifndef FL_GCM_PUBLIC
#define FL_GCM_PUBLIC(x) ((void)(x))
#endif

enum { BLOCK = 16, GROUP = 96, WIDE_GROUP = 128 };
enum { DATA = 1, ENCRYPT, CHECK, VERIFIED, ENDED }; /* phases of a stream */

/* SP 800-38D, section 5.2.1.1. */
static const uint64_t max_text = (UINT64_C(1) << 36) - 32;
static const uint64_t max_data = (UINT64_C(1) << 61) - 1;

/* The compiler must not drop a store to memory that dies, nor make a call or `rep stos' of few. */
static void wipe(void *p, size_t n) {
  uint8_t *at = p;
  for (; n >= 16; n -= 16, at += 16) {
    _mm_storeu_si128((__m128i *)at, _mm_setzero_si128());
    __asm__ volatile("" : "+r"(at) : : "memory");
  }
  for (; n != 0; n--, at++) {
    *at = 0;
    __asm__ volatile("" : "+r"(at) : : "memory");
  }
}

/* Whether they have no byte in common. */
static int apart(const void *a, size_t n, const void *b, size_t m) {
  uintptr_t x = (uintptr_t)a, y = (uintptr_t)b;
  return n == 0 || m == 0 || (x <= y ? y - x >= n : x - y >= m);
}

static int in_place_or_apart(const void *in, const void *out, size_t n) { return in == out || apart(in, n, out, n); }

static void copy(void *to, const void *from, size_t n) {
  if (n != 0) memcpy(to, from, n);
}

/* What the assembly loads 16 bytes at a time is stored 16 bytes at a time: smaller stores would not have arrived yet. */
static void reverse(uint8_t to[16], const uint8_t from[16]) {
  uint64_t first, last;
  memcpy(&first, from, 8);
  memcpy(&last, from + 8, 8);
  _mm_storeu_si128((__m128i *)to,
                   _mm_set_epi64x((long long)__builtin_bswap64(first), (long long)__builtin_bswap64(last)));
}

/* The block that GHASH ends with. */
static void length_block(uint8_t to[16], uint64_t data_length, uint64_t length) {
  _mm_storeu_si128((__m128i *)to, _mm_set_epi64x((long long)__builtin_bswap64(8 * length),
                                                 (long long)__builtin_bswap64(8 * data_length)));
}

/* The counter is the low four bytes of the reversed block, and wraps. */
static void advance(uint8_t counter[16], uint32_t blocks) {
  __m128i c = _mm_loadu_si128((const __m128i *)counter);
  _mm_storeu_si128((__m128i *)counter, _mm_add_epi32(c, _mm_cvtsi32_si128((int)blocks)));
}

static void xor_bytes(uint8_t *out, const uint8_t *in, const uint8_t *key, size_t n) {
  size_t i = 0;
  for (; i + 8 <= n; i += 8) {
    uint64_t a, b;
    memcpy(&a, in + i, 8);
    memcpy(&b, key + i, 8);
    a ^= b;
    memcpy(out + i, &a, 8);
  }
  for (; i < n; i++) out[i] = in[i] ^ key[i];
}

/* Of a processor that is supported: whether it has the 256-bit instructions too. */
static int has_wide(void) {
  unsigned a, b, c, d;
  return __get_cpuid_count(7, 0, &a, &b, &c, &d) && (b & bit_AVX2) != 0 && (c & bit_VAES) != 0 &&
         (c & bit_VPCLMULQDQ) != 0;
}

/* The first thing that is not as this library needs it, or NULL. */
static const char *missing(void) {
  unsigned a, b, c, d, xcr0, unused;
  if (!__get_cpuid(1, &a, &b, &c, &d) || (c & bit_AES) == 0) return "this processor lacks AES-NI";
  if ((c & bit_PCLMUL) == 0) return "this processor lacks PCLMULQDQ";
  if ((c & bit_AVX) == 0) return "this processor lacks AVX";
  if ((c & bit_OSXSAVE) == 0) return "the operating system does not save vector registers";
  __asm__("xgetbv" : "=a"(xcr0), "=d"(unused) : "c"(0));
  return (xcr0 & 6) == 6 ? NULL : "the operating system does not save vector registers";
}

/* In a virtual machine CPUID takes longer than a record of 16 KB, so what was found is remembered once it is good. */
static enum processor { UNSUPPORTED, NARROW, WIDE } processor(void) {
  static int known = UNSUPPORTED;
  int found = __atomic_load_n(&known, __ATOMIC_RELAXED);
  if (found == UNSUPPORTED && missing() == NULL) {
    found = has_wide() ? WIDE : NARROW;
    __atomic_store_n(&known, found, __ATOMIC_RELAXED);
  }
  return (enum processor)found;
}

int fl_gcm_supported(void) { return processor() != UNSUPPORTED; }

const char *fl_gcm_message(fl_gcm_result result) {
  switch (result) {
  case FL_GCM_OK: return "all is well";
  case FL_GCM_FORGED: return "the tag is not that of this text, data, nonce and key";
  case FL_GCM_BAD_LENGTH: return "a key, nonce, tag, text or additional data has a length that is not supported";
  case FL_GCM_BAD_ORDER: return "this call does not come next for this stream";
  case FL_GCM_OVERLAP: return "memory that this call writes overlaps with what it reads, and is not the same";
  case FL_GCM_NO_CPU: {
    const char *what = missing();
    return what != NULL ? what : "this processor was not supported";
  }
  }
  return "no such result";
}

static void keystream(const fl_gcm_key *key, const uint8_t counter[16], uint8_t out[GROUP]) {
  if (key->bits == 128)
    fl_gcm_keystream_128(key, counter, out);
  else
    fl_gcm_keystream_256(key, counter, out);
}

fl_gcm_result fl_gcm_key_init(fl_gcm_key *key, const uint8_t *bytes, size_t length) {
  int overlap = !apart(key, sizeof *key, bytes, length);
  memset(key, 0, sizeof *key);
  if (length != 16 && length != 32) return FL_GCM_BAD_LENGTH;
  if (overlap) return FL_GCM_OVERLAP;
  if (!fl_gcm_supported()) return FL_GCM_NO_CPU;
  if (length == 16)
    fl_gcm_expand_128(key, bytes);
  else
    fl_gcm_expand_256(key, bytes);
  key->bits = (uint32_t)(8 * length);
  static const uint8_t zero[16];
  uint8_t hash_key[GROUP]; /* its first block */
  keystream(key, zero, hash_key);
  fl_gcm_powers(key, hash_key);
  key->wide = processor() == WIDE;
  if (key->wide) fl_gcm_wide_powers(key, hash_key);
  wipe(hash_key, sizeof hash_key);
  return FL_GCM_OK;
}

void fl_gcm_key_wipe(fl_gcm_key *key) { wipe(key, sizeof *key); }

void fl_gcm_stream_wipe(fl_gcm_stream *s) { wipe(s, sizeof *s); }

/* What waits, whole blocks, is hashed. */
static void hash_waiting(fl_gcm_stream *s) {
  if (s->waiting != 0) fl_gcm_hash(s->key, s->state + 16, s->pending, s->waiting / BLOCK);
  s->waiting = 0;
}

/* Hashes any number of bytes, as late as possible: up to six blocks wait, because a reduction costs as much as
   several products and one is enough for what waits together. */
static void absorb(fl_gcm_stream *s, const uint8_t *p, size_t n) {
  while (n != 0) {
    if (s->waiting == GROUP) hash_waiting(s);
    size_t take = GROUP - s->waiting;
    if (take == GROUP && n > GROUP) {
      fl_gcm_hash(s->key, s->state + 16, p, GROUP / BLOCK);
    } else {
      if (take > n) take = n;
      copy(s->pending + s->waiting, p, take);
      s->waiting += (uint32_t)take;
    }
    p += take;
    n -= take;
  }
}

/* The last block is padded with zeros. */
static void pad(fl_gcm_stream *s) {
  while (s->waiting % BLOCK != 0) s->pending[s->waiting++] = 0;
}

static void absorb_lengths(fl_gcm_stream *s, uint64_t data_length, uint64_t length) {
  pad(s);
  if (s->waiting == GROUP) hash_waiting(s);
  length_block(s->pending + s->waiting, data_length, length);
  s->waiting += BLOCK;
  hash_waiting(s);
}

/* What is refused for its length is neither read nor written. */
static size_t used(size_t length, uint64_t limit) { return length <= limit ? length : 0; }

fl_gcm_result fl_gcm_begin(fl_gcm_stream *s, const fl_gcm_key *key, const uint8_t *nonce, size_t nonce_length) {
  if (!apart(s, sizeof *s, key, sizeof *key)) return FL_GCM_OVERLAP;
  if (!apart(s, sizeof *s, nonce, used(nonce_length, max_data))) return FL_GCM_OVERLAP;
  if (nonce_length == 0 || (uint64_t)nonce_length > max_data || (key->bits != 128 && key->bits != 256)) {
    wipe(s, sizeof *s);
    return FL_GCM_BAD_LENGTH;
  }
  s->key = key;
  s->data_length = s->length = s->decrypted = 0;
  s->waiting = 0;
  wipe(s->state, sizeof s->state);
  if (nonce_length == 12) {
    uint64_t first;
    uint32_t last;
    memcpy(&first, nonce, 8);
    memcpy(&last, nonce + 8, 4);
    _mm_storeu_si128((__m128i *)s->state, _mm_set_epi64x((long long)__builtin_bswap64(first),
                                                         (long long)((uint64_t)__builtin_bswap32(last) << 32 | 1)));
  } else {
    absorb(s, nonce, nonce_length);
    absorb_lengths(s, 0, nonce_length);
    memcpy(s->state, s->state + 16, 16);
    wipe(s->state + 16, 16);
  }
  /* The first block masks the tag; the other five start the text. */
  keystream(key, s->state, s->keystream);
  memcpy(s->mask, s->keystream, 16);
  s->keystream_at = BLOCK;
  s->keystream_end = GROUP;
  advance(s->state, 1);
  memcpy(s->start, s->state, 16);
  s->phase = DATA;
  return FL_GCM_OK;
}

fl_gcm_result fl_gcm_data(fl_gcm_stream *s, const uint8_t *data, size_t length) {
  if (s->phase != DATA) return FL_GCM_BAD_ORDER;
  if (length > max_data - s->data_length) return FL_GCM_BAD_LENGTH;
  if (!apart(s, sizeof *s, data, length)) return FL_GCM_OVERLAP;
  s->data_length += length;
  absorb(s, data, length);
  return FL_GCM_OK;
}

/* From key stream that is left over. Returns how many bytes. */
static size_t from_left(fl_gcm_stream *s, const uint8_t *in, size_t n, uint8_t *out) {
  size_t left = s->keystream_end - s->keystream_at, take = n < left ? n : left;
  if (take != 0) xor_bytes(out, in, s->keystream + s->keystream_at, take);
  s->keystream_at += (uint32_t)take;
  return take;
}

/* Six more blocks of key stream for what does not fill a group. */
static void refill(fl_gcm_stream *s) {
  keystream(s->key, s->state, s->keystream);
  advance(s->state, 6);
  s->keystream_at = 0;
  s->keystream_end = GROUP;
}

/* How much text the loops take at a time. */
static size_t group_of(const fl_gcm_key *key) { return key->wide ? WIDE_GROUP : GROUP; }

/* By a constant each, which takes no division. */
static size_t groups_in(const fl_gcm_key *key, size_t n) { return key->wide ? n / WIDE_GROUP : n / GROUP; }

/* The five blocks that came with the mask are for short texts. Of a long one they are for the blocks before its whole
   groups: their hash can be computed while the groups are encrypted; after the last group it would have to wait. */
static void start_text(fl_gcm_stream *s, size_t n) {
  size_t groups = groups_in(s->key, n), before = (n - groups * group_of(s->key)) / BLOCK * BLOCK;
  if (groups != 0) s->keystream_end = (uint32_t)(before < GROUP - BLOCK ? BLOCK + before : GROUP);
  advance(s->state, (s->keystream_end - BLOCK) / BLOCK);
}

/* Whole groups go through the loop when nothing is left over from before. Returns how many. */
static size_t whole_groups(fl_gcm_stream *s, size_t n) {
  size_t groups = groups_in(s->key, n);
  if (groups == 0 || s->waiting % BLOCK != 0 || s->keystream_at != s->keystream_end) return 0;
  hash_waiting(s);
  return groups;
}

/* Whether a stream can go from one text to another. */
static int text_fits(const fl_gcm_stream *s, const uint8_t *in, const uint8_t *out, size_t length) {
  return in_place_or_apart(in, out, length) && apart(s, sizeof *s, in, length) && apart(s, sizeof *s, out, length) &&
         apart(s->key, sizeof *s->key, out, length);
}

typedef void loop(const fl_gcm_key *key, uint8_t state[32], const uint8_t *in, uint8_t *out, size_t groups);

static loop *encrypt_loop(const fl_gcm_key *key) {
  if (key->wide) return key->bits == 128 ? fl_gcm_wide_encrypt_128 : fl_gcm_wide_encrypt_256;
  return key->bits == 128 ? fl_gcm_encrypt_128 : fl_gcm_encrypt_256;
}

static loop *decrypt_loop(const fl_gcm_key *key) {
  if (key->wide) return key->bits == 128 ? fl_gcm_wide_decrypt_128 : fl_gcm_wide_decrypt_256;
  return key->bits == 128 ? fl_gcm_decrypt_128 : fl_gcm_decrypt_256;
}

fl_gcm_result fl_gcm_encrypt(fl_gcm_stream *s, const uint8_t *plaintext, size_t length, uint8_t *ciphertext) {
  if (s->phase != DATA && s->phase != ENCRYPT) return FL_GCM_BAD_ORDER;
  if (length > max_text - s->length) return FL_GCM_BAD_LENGTH;
  if (!text_fits(s, plaintext, ciphertext, length)) return FL_GCM_OVERLAP;
  if (s->phase == DATA) {
    pad(s);
    start_text(s, length);
    s->phase = ENCRYPT;
  }
  s->length += length;
  while (length != 0) {
    size_t groups = whole_groups(s, length), done;
    if (groups != 0) {
      encrypt_loop(s->key)(s->key, s->state, plaintext, ciphertext, groups);
      done = groups * group_of(s->key);
    } else {
      if (s->keystream_at == s->keystream_end) refill(s);
      done = from_left(s, plaintext, length, ciphertext);
      absorb(s, ciphertext, done);
    }
    plaintext += done;
    ciphertext += done;
    length -= done;
  }
  return FL_GCM_OK;
}

static void compute_tag(fl_gcm_stream *s, uint8_t tag[16]) {
  uint8_t hash[16];
  absorb_lengths(s, s->data_length, s->length);
  reverse(hash, s->state + 16);
  xor_bytes(tag, hash, s->mask, 16);
  wipe(hash, sizeof hash); /* with the tag it tells the mask */
}

fl_gcm_result fl_gcm_tag(fl_gcm_stream *s, uint8_t tag[16]) {
  if (s->phase != DATA && s->phase != ENCRYPT) return FL_GCM_BAD_ORDER;
  if (!apart(s, sizeof *s, tag, 16) || !apart(s->key, sizeof *s->key, tag, 16)) return FL_GCM_OVERLAP;
  compute_tag(s, tag);
  s->phase = ENDED;
  return FL_GCM_OK;
}

fl_gcm_result fl_gcm_check(fl_gcm_stream *s, const uint8_t *ciphertext, size_t length) {
  if (s->phase != DATA && s->phase != CHECK) return FL_GCM_BAD_ORDER;
  if (length > max_text - s->length) return FL_GCM_BAD_LENGTH;
  if (!apart(s, sizeof *s, ciphertext, length)) return FL_GCM_OVERLAP;
  if (s->phase == DATA) {
    pad(s);
    s->phase = CHECK;
  }
  s->length += length;
  absorb(s, ciphertext, length);
  return FL_GCM_OK;
}

/* In constant time: which byte differs is nobody's business. */
static fl_gcm_result compare_tag(fl_gcm_stream *s, const uint8_t *tag, size_t length) {
  uint8_t right[16];
  uint64_t difference = 0;
  size_t i = 0;
  compute_tag(s, right);
  for (; i + 8 <= length; i += 8) {
    uint64_t a, b;
    memcpy(&a, right + i, 8);
    memcpy(&b, tag + i, 8);
    difference |= a ^ b;
  }
  for (; i < length; i++) difference |= right[i] ^ tag[i];
  /* the compiler knows nothing about it before all of it is there */
  volatile uint64_t whole = difference;
  wipe(right, sizeof right);
  int is_right = whole == 0;
  FL_GCM_PUBLIC(is_right);
  return is_right ? FL_GCM_OK : FL_GCM_FORGED;
}

fl_gcm_result fl_gcm_verify(fl_gcm_stream *s, const uint8_t *tag, size_t tag_length) {
  if (s->phase != DATA && s->phase != CHECK) return FL_GCM_BAD_ORDER;
  if (tag_length < 12 || tag_length > 16) return FL_GCM_BAD_LENGTH;
  if (!apart(s, sizeof *s, tag, tag_length)) return FL_GCM_OVERLAP;
  fl_gcm_result result = compare_tag(s, tag, tag_length);
  if (result != FL_GCM_OK) {
    fl_gcm_stream_wipe(s);
    s->phase = ENDED;
    return result;
  }
  memcpy(s->state, s->start, 16);
  s->keystream_at = s->keystream_end = 0;
  s->phase = VERIFIED;
  return FL_GCM_OK;
}

/* Without hashing. */
static void decrypt_rest(fl_gcm_stream *s, const uint8_t *ciphertext, size_t length, uint8_t *plaintext) {
  while (length != 0) {
    if (s->keystream_at == s->keystream_end) refill(s);
    size_t done = from_left(s, ciphertext, length, plaintext);
    ciphertext += done;
    plaintext += done;
    length -= done;
  }
}

fl_gcm_result fl_gcm_decrypt(fl_gcm_stream *s, const uint8_t *ciphertext, size_t length, uint8_t *plaintext) {
  if (s->phase != VERIFIED) return FL_GCM_BAD_ORDER;
  if (length > s->length - s->decrypted) return FL_GCM_BAD_LENGTH;
  if (!text_fits(s, ciphertext, plaintext, length)) return FL_GCM_OVERLAP;
  s->decrypted += length;
  decrypt_rest(s, ciphertext, length, plaintext);
  return FL_GCM_OK;
}

/* Whether what a one-shot call writes is apart from what it reads besides the text. */
static int apart_from_inputs(const uint8_t *out, size_t n, const fl_gcm_key *key, const uint8_t *nonce,
                             size_t nonce_length, const uint8_t *data, size_t data_length) {
  return apart(out, n, key, sizeof *key) && apart(out, n, nonce, used(nonce_length, max_data)) &&
         apart(out, n, data, used(data_length, max_data));
}

fl_gcm_result fl_gcm_seal(const fl_gcm_key *key, const uint8_t *nonce, size_t nonce_length, const uint8_t *data,
                          size_t data_length, const uint8_t *plaintext, size_t length, uint8_t *ciphertext,
                          uint8_t tag[16]) {
  size_t n = used(length, max_text);
  if (!in_place_or_apart(plaintext, ciphertext, n) || !apart(tag, 16, plaintext, n) || !apart(tag, 16, ciphertext, n) ||
      !apart_from_inputs(ciphertext, n, key, nonce, nonce_length, data, data_length) ||
      !apart_from_inputs(tag, 16, key, nonce, nonce_length, data, data_length))
    return FL_GCM_OVERLAP;
  fl_gcm_stream s;
  fl_gcm_result result = fl_gcm_begin(&s, key, nonce, nonce_length);
  if (result == FL_GCM_OK) result = fl_gcm_data(&s, data, data_length);
  if (result == FL_GCM_OK) result = fl_gcm_encrypt(&s, plaintext, length, ciphertext);
  if (result == FL_GCM_OK) result = fl_gcm_tag(&s, tag);
  if (result != FL_GCM_OK) {
    if (length != 0 && length <= max_text) memset(ciphertext, 0, length);
    memset(tag, 0, 16);
  }
  fl_gcm_stream_wipe(&s);
  return result;
}

/* One pass, unlike a stream's two: the text is wiped again when the tag turns out wrong. */
fl_gcm_result fl_gcm_open(const fl_gcm_key *key, const uint8_t *nonce, size_t nonce_length, const uint8_t *data,
                          size_t data_length, const uint8_t *ciphertext, size_t length, const uint8_t *tag,
                          size_t tag_length, uint8_t *plaintext) {
  size_t n = used(length, max_text);
  if (!in_place_or_apart(ciphertext, plaintext, n) || !apart(tag, used(tag_length, 16), plaintext, n) ||
      !apart_from_inputs(plaintext, n, key, nonce, nonce_length, data, data_length))
    return FL_GCM_OVERLAP;
  fl_gcm_stream s;
  fl_gcm_result result = fl_gcm_begin(&s, key, nonce, nonce_length);
  if (result == FL_GCM_OK) result = fl_gcm_data(&s, data, data_length);
  if (result == FL_GCM_OK && (length > max_text || tag_length < 12 || tag_length > 16)) result = FL_GCM_BAD_LENGTH;
  if (result == FL_GCM_OK) {
    pad(&s);
    start_text(&s, length);
    s.length = length;
    size_t done = 0;
    while (length != done) {
      size_t groups = whole_groups(&s, length - done), left = s.keystream_end - s.keystream_at, step;
      if (groups != 0) {
        decrypt_loop(key)(key, s.state, ciphertext + done, plaintext + done, groups);
        step = groups * group_of(key);
      } else {
        step = left != 0 && left < length - done ? left : length - done;
        absorb(&s, ciphertext + done, step);
        decrypt_rest(&s, ciphertext + done, step, plaintext + done);
      }
      done += step;
    }
    result = compare_tag(&s, tag, tag_length);
  }
  if (result != FL_GCM_OK && length != 0 && length <= max_text) wipe(plaintext, length);
  fl_gcm_stream_wipe(&s);
  return result;
}
