/* GCM around the assembly: nonces, lengths, tails, tags, streams. One-shot calls are streams of one piece. */
#include "fairlead_gcm.h"
#include "procedures.h"

#include <cpuid.h>
#include <string.h>

enum { BLOCK = 16, GROUP = 96 };
enum { DATA = 1, ENCRYPT, CHECK, VERIFIED, ENDED }; /* phases of a stream */

/* SP 800-38D, section 5.2.1.1. */
static const uint64_t max_text = (UINT64_C(1) << 36) - 32;
static const uint64_t max_data = (UINT64_C(1) << 61) - 1;

/* The compiler must not drop a store to memory that dies. */
static void wipe(void *p, size_t n)
{
  memset(p, 0, n);
  __asm__ volatile("" : : "r"(p) : "memory");
}

static void copy(void *to, const void *from, size_t n)
{
  if (n != 0)
    memcpy(to, from, n);
}

static void reverse(uint8_t to[16], const uint8_t from[16])
{
  for (int i = 0; i < 16; i++)
    to[i] = from[15 - i];
}

static void big_endian_64(uint8_t *to, uint64_t x)
{
  for (int i = 0; i < 8; i++)
    to[i] = (uint8_t)(x >> (56 - 8 * i));
}

/* The counter is the low four bytes of the reversed block, and wraps. */
static void advance(uint8_t counter[16], uint32_t blocks)
{
  uint32_t c;
  memcpy(&c, counter, 4);
  c += blocks;
  memcpy(counter, &c, 4);
}

static void xor_bytes(uint8_t *out, const uint8_t *in, const uint8_t *key, size_t n)
{
  size_t i = 0;
  for (; i + 8 <= n; i += 8) {
    uint64_t a, b;
    memcpy(&a, in + i, 8);
    memcpy(&b, key + i, 8);
    a ^= b;
    memcpy(out + i, &a, 8);
  }
  for (; i < n; i++)
    out[i] = in[i] ^ key[i];
}

int fl_gcm_supported(void)
{
  unsigned a, b, c, d, xcr0, unused;
  if (!__get_cpuid(1, &a, &b, &c, &d))
    return 0;
  const unsigned needed = bit_AES | bit_PCLMUL | bit_AVX | bit_OSXSAVE | bit_SSSE3;
  if ((c & needed) != needed)
    return 0;
  /* the operating system saves vector registers */
  __asm__("xgetbv" : "=a"(xcr0), "=d"(unused) : "c"(0));
  return (xcr0 & 6) == 6;
}

static void keystream(const fl_gcm_key *key, const uint8_t counter[16], uint8_t out[GROUP])
{
  if (key->bits == 128)
    fl_gcm_keystream_128(key, counter, out);
  else
    fl_gcm_keystream_256(key, counter, out);
}

fl_gcm_result fl_gcm_key_init(fl_gcm_key *key, const uint8_t *bytes, size_t length)
{
  memset(key, 0, sizeof *key);
  if (length != 16 && length != 32)
    return FL_GCM_BAD_LENGTH;
  if (!fl_gcm_supported())
    return FL_GCM_NO_CPU;
  if (length == 16)
    fl_gcm_expand_128(key, bytes);
  else
    fl_gcm_expand_256(key, bytes);
  key->bits = (uint32_t)(8 * length);
  static const uint8_t zero[16];
  uint8_t hash_key[GROUP]; /* its first block */
  keystream(key, zero, hash_key);
  fl_gcm_powers(key, hash_key);
  wipe(hash_key, sizeof hash_key);
  return FL_GCM_OK;
}

void fl_gcm_key_wipe(fl_gcm_key *key)
{
  wipe(key, sizeof *key);
}

void fl_gcm_stream_wipe(fl_gcm_stream *s)
{
  wipe(s, sizeof *s);
}

/* Hashes any number of bytes: what is not a full block waits in [partial]. */
static void absorb(fl_gcm_stream *s, const uint8_t *p, size_t n)
{
  if (s->partial_length != 0) {
    size_t take = BLOCK - s->partial_length;
    if (take > n)
      take = n;
    copy(s->partial + s->partial_length, p, take);
    s->partial_length += (uint32_t)take;
    p += take;
    n -= take;
    if (s->partial_length < BLOCK)
      return;
    fl_gcm_hash(s->key, s->state + 16, s->partial, 1);
    s->partial_length = 0;
  }
  while (n >= BLOCK) {
    size_t blocks = n / BLOCK < 6 ? n / BLOCK : 6;
    fl_gcm_hash(s->key, s->state + 16, p, blocks);
    p += blocks * BLOCK;
    n -= blocks * BLOCK;
  }
  copy(s->partial, p, n);
  s->partial_length = (uint32_t)n;
}

/* The block that waits is padded with zeros. */
static void pad(fl_gcm_stream *s)
{
  if (s->partial_length == 0)
    return;
  memset(s->partial + s->partial_length, 0, BLOCK - s->partial_length);
  fl_gcm_hash(s->key, s->state + 16, s->partial, 1);
  s->partial_length = 0;
}

fl_gcm_result fl_gcm_begin(fl_gcm_stream *s, const fl_gcm_key *key, const uint8_t *nonce, size_t nonce_length)
{
  memset(s, 0, sizeof *s);
  if (nonce_length == 0 || (uint64_t)nonce_length > max_data || (key->bits != 128 && key->bits != 256))
    return FL_GCM_BAD_LENGTH;
  s->key = key;
  if (nonce_length == 12) {
    uint8_t block[16] = {0};
    memcpy(block, nonce, 12);
    block[15] = 1;
    reverse(s->state, block);
  } else {
    absorb(s, nonce, nonce_length);
    pad(s);
    uint8_t lengths[16] = {0};
    big_endian_64(lengths + 8, 8 * (uint64_t)nonce_length);
    absorb(s, lengths, 16);
    memcpy(s->state, s->state + 16, 16);
    memset(s->state + 16, 0, 16);
  }
  /* The first block masks the tag; the other five start the text. */
  keystream(key, s->state, s->keystream);
  memcpy(s->mask, s->keystream, 16);
  s->keystream_left = GROUP - BLOCK;
  advance(s->state, 1);
  memcpy(s->start, s->state, 16);
  s->phase = DATA;
  return FL_GCM_OK;
}

fl_gcm_result fl_gcm_data(fl_gcm_stream *s, const uint8_t *data, size_t length)
{
  if (s->phase != DATA)
    return FL_GCM_BAD_ORDER;
  if (length > max_data - s->data_length)
    return FL_GCM_BAD_LENGTH;
  s->data_length += length;
  absorb(s, data, length);
  return FL_GCM_OK;
}

/* From key stream that is left over. Returns how many bytes. */
static size_t from_left(fl_gcm_stream *s, const uint8_t *in, size_t n, uint8_t *out)
{
  size_t take = n < s->keystream_left ? n : s->keystream_left;
  if (take != 0)
    xor_bytes(out, in, s->keystream + GROUP - s->keystream_left, take);
  s->keystream_left -= (uint32_t)take;
  return take;
}

/* Six more blocks of key stream for what does not fill a group. */
static void refill(fl_gcm_stream *s)
{
  keystream(s->key, s->state, s->keystream);
  advance(s->state, 6);
  s->keystream_left = GROUP;
}

/* The five blocks that came with the mask are for short texts: whole groups start afresh. */
static void start_text(fl_gcm_stream *s, size_t n)
{
  if (n < GROUP)
    advance(s->state, 5);
  else
    s->keystream_left = 0;
}

/* A group can go through the loop only when nothing is left over from before. */
static int whole_groups(const fl_gcm_stream *s, size_t n)
{
  return n >= GROUP && s->partial_length == 0 && s->keystream_left == 0;
}

fl_gcm_result fl_gcm_encrypt(fl_gcm_stream *s, const uint8_t *plaintext, size_t length, uint8_t *ciphertext)
{
  if (s->phase != DATA && s->phase != ENCRYPT)
    return FL_GCM_BAD_ORDER;
  if (length > max_text - s->length)
    return FL_GCM_BAD_LENGTH;
  if (s->phase == DATA) {
    pad(s);
    start_text(s, length);
    s->phase = ENCRYPT;
  }
  s->length += length;
  while (length != 0) {
    size_t done;
    if (whole_groups(s, length)) {
      size_t groups = length / GROUP;
      if (s->key->bits == 128)
        fl_gcm_encrypt_128(s->key, s->state, plaintext, ciphertext, groups);
      else
        fl_gcm_encrypt_256(s->key, s->state, plaintext, ciphertext, groups);
      done = groups * GROUP;
    } else {
      if (s->keystream_left == 0)
        refill(s);
      done = from_left(s, plaintext, length, ciphertext);
      absorb(s, ciphertext, done);
    }
    plaintext += done;
    ciphertext += done;
    length -= done;
  }
  return FL_GCM_OK;
}

static void compute_tag(fl_gcm_stream *s, uint8_t tag[16])
{
  pad(s);
  uint8_t lengths[16], hash[16];
  big_endian_64(lengths, 8 * s->data_length);
  big_endian_64(lengths + 8, 8 * s->length);
  fl_gcm_hash(s->key, s->state + 16, lengths, 1);
  reverse(hash, s->state + 16);
  xor_bytes(tag, hash, s->mask, 16);
}

fl_gcm_result fl_gcm_tag(fl_gcm_stream *s, uint8_t tag[16])
{
  if (s->phase != DATA && s->phase != ENCRYPT)
    return FL_GCM_BAD_ORDER;
  compute_tag(s, tag);
  s->phase = ENDED;
  return FL_GCM_OK;
}

fl_gcm_result fl_gcm_check(fl_gcm_stream *s, const uint8_t *ciphertext, size_t length)
{
  if (s->phase != DATA && s->phase != CHECK)
    return FL_GCM_BAD_ORDER;
  if (length > max_text - s->length)
    return FL_GCM_BAD_LENGTH;
  if (s->phase == DATA) {
    pad(s);
    s->phase = CHECK;
  }
  s->length += length;
  absorb(s, ciphertext, length);
  return FL_GCM_OK;
}

/* In constant time: which byte differs is nobody's business. */
static fl_gcm_result compare_tag(fl_gcm_stream *s, const uint8_t *tag, size_t length)
{
  uint8_t right[16];
  volatile uint8_t difference = 0;
  compute_tag(s, right);
  for (size_t i = 0; i < length; i++)
    difference |= right[i] ^ tag[i];
  wipe(right, sizeof right);
  return difference == 0 ? FL_GCM_OK : FL_GCM_FORGED;
}

fl_gcm_result fl_gcm_verify(fl_gcm_stream *s, const uint8_t *tag, size_t tag_length)
{
  if (s->phase != DATA && s->phase != CHECK)
    return FL_GCM_BAD_ORDER;
  if (tag_length < 12 || tag_length > 16)
    return FL_GCM_BAD_LENGTH;
  fl_gcm_result result = compare_tag(s, tag, tag_length);
  if (result != FL_GCM_OK) {
    fl_gcm_stream_wipe(s);
    s->phase = ENDED;
    return result;
  }
  memcpy(s->state, s->start, 16);
  s->keystream_left = 0;
  s->phase = VERIFIED;
  return FL_GCM_OK;
}

/* Without hashing. */
static void decrypt_rest(fl_gcm_stream *s, const uint8_t *ciphertext, size_t length, uint8_t *plaintext)
{
  while (length != 0) {
    if (s->keystream_left == 0)
      refill(s);
    size_t done = from_left(s, ciphertext, length, plaintext);
    ciphertext += done;
    plaintext += done;
    length -= done;
  }
}

fl_gcm_result fl_gcm_decrypt(fl_gcm_stream *s, const uint8_t *ciphertext, size_t length, uint8_t *plaintext)
{
  if (s->phase != VERIFIED)
    return FL_GCM_BAD_ORDER;
  if (length > s->length - s->decrypted)
    return FL_GCM_BAD_LENGTH;
  s->decrypted += length;
  decrypt_rest(s, ciphertext, length, plaintext);
  return FL_GCM_OK;
}

fl_gcm_result fl_gcm_seal(const fl_gcm_key *key, const uint8_t *nonce, size_t nonce_length, const uint8_t *data,
                          size_t data_length, const uint8_t *plaintext, size_t length, uint8_t *ciphertext,
                          uint8_t tag[16])
{
  fl_gcm_stream s;
  fl_gcm_result result = fl_gcm_begin(&s, key, nonce, nonce_length);
  if (result == FL_GCM_OK)
    result = fl_gcm_data(&s, data, data_length);
  if (result == FL_GCM_OK)
    result = fl_gcm_encrypt(&s, plaintext, length, ciphertext);
  if (result == FL_GCM_OK)
    result = fl_gcm_tag(&s, tag);
  else if (length != 0 && length <= max_text)
    memset(ciphertext, 0, length);
  fl_gcm_stream_wipe(&s);
  return result;
}

/* One pass, unlike a stream's two: the text is wiped again when the tag turns out wrong. */
fl_gcm_result fl_gcm_open(const fl_gcm_key *key, const uint8_t *nonce, size_t nonce_length, const uint8_t *data,
                          size_t data_length, const uint8_t *ciphertext, size_t length, const uint8_t *tag,
                          size_t tag_length, uint8_t *plaintext)
{
  fl_gcm_stream s;
  fl_gcm_result result = fl_gcm_begin(&s, key, nonce, nonce_length);
  if (result == FL_GCM_OK)
    result = fl_gcm_data(&s, data, data_length);
  if (result == FL_GCM_OK && (length > max_text || tag_length < 12 || tag_length > 16))
    result = FL_GCM_BAD_LENGTH;
  if (result == FL_GCM_OK) {
    pad(&s);
    start_text(&s, length);
    s.length = length;
    size_t whole = length / GROUP * GROUP;
    if (whole != 0 && key->bits == 128)
      fl_gcm_decrypt_128(key, s.state, ciphertext, plaintext, whole / GROUP);
    else if (whole != 0)
      fl_gcm_decrypt_256(key, s.state, ciphertext, plaintext, whole / GROUP);
    if (whole < length) {
      absorb(&s, ciphertext + whole, length - whole);
      decrypt_rest(&s, ciphertext + whole, length - whole, plaintext + whole);
    }
    result = compare_tag(&s, tag, tag_length);
  }
  if (result != FL_GCM_OK && length != 0 && length <= max_text)
    wipe(plaintext, length);
  fl_gcm_stream_wipe(&s);
  return result;
}
