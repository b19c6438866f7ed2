/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* What the API must refuse, through the library's own C, which is included: every way in which two arguments can lie
   to each other, and the lengths of SP 800-38D at their bounds, in one call and in all of a stream. Beside each call
   stands the same call on memory where nothing overlaps. Prints what is wrong; status 1 then.

   A stream that is near a bound is made from a new one by setting its lengths and its counter, since nobody waits for
   64 GiB: its key stream goes on as OpenSSL's counter mode does from there. */
#ifndef GCM
#define GCM "../../gcm/clean/gcm_trusted.c"
#endif
#include GCM

#include <openssl/evp.h>
#include <stdio.h>
#include <stdlib.h>

static int wrong;
static long refused_calls, accepted_calls;

#define EXPECT(condition)                          \
  do {                                             \
    if (!(condition) && wrong++ < 20)              \
      printf("line %d: %s\n", __LINE__, #condition); \
  } while (0)

/* ---- Overlaps ---- */

enum thing { KEY, STREAM, BYTES, NONCE, ADDITIONAL, INPUT, OUTPUT, TAG, THINGS };
static const char *const thing_names[THINGS] = {"key", "stream", "bytes", "nonce", "data", "input", "output", "tag"};

enum call { KEY_INIT, SEAL, OPEN, BEGIN, ADD, ENCRYPT_TEXT, TAG_OF, CHECK_TEXT, VERIFY_TAG, DECRYPT_TEXT, CALLS };
static const char *const call_names[CALLS] = {"key_init", "seal",  "open",   "begin", "data", "encrypt",
                                              "tag",      "check", "verify", "decrypt"};

#define IS(thing) (1u << (thing))
/* What a call reads or writes, and what it writes. A stream reads its key. */
static const unsigned uses[CALLS] = {
    [KEY_INIT] = IS(KEY) | IS(BYTES),
    [SEAL] = IS(KEY) | IS(NONCE) | IS(ADDITIONAL) | IS(INPUT) | IS(OUTPUT) | IS(TAG),
    [OPEN] = IS(KEY) | IS(NONCE) | IS(ADDITIONAL) | IS(INPUT) | IS(OUTPUT) | IS(TAG),
    [BEGIN] = IS(STREAM) | IS(KEY) | IS(NONCE),
    [ADD] = IS(STREAM) | IS(ADDITIONAL),
    [ENCRYPT_TEXT] = IS(STREAM) | IS(KEY) | IS(INPUT) | IS(OUTPUT),
    [TAG_OF] = IS(STREAM) | IS(KEY) | IS(TAG),
    [CHECK_TEXT] = IS(STREAM) | IS(INPUT),
    [VERIFY_TAG] = IS(STREAM) | IS(TAG),
    [DECRYPT_TEXT] = IS(STREAM) | IS(KEY) | IS(INPUT) | IS(OUTPUT)};
static const unsigned writes[CALLS] = {[KEY_INIT] = IS(KEY),
                                       [SEAL] = IS(OUTPUT) | IS(TAG),
                                       [OPEN] = IS(OUTPUT),
                                       [BEGIN] = IS(STREAM),
                                       [ADD] = IS(STREAM),
                                       [ENCRYPT_TEXT] = IS(STREAM) | IS(OUTPUT),
                                       [TAG_OF] = IS(STREAM) | IS(TAG),
                                       [CHECK_TEXT] = IS(STREAM),
                                       [VERIFY_TAG] = IS(STREAM),
                                       [DECRYPT_TEXT] = IS(STREAM) | IS(OUTPUT)};

enum { ARENA = 16384, SPACING = 2048 };
static uint8_t arena[ARENA] __attribute__((aligned(64))), before[ARENA];
static uint8_t apart_from_all[THINGS][SPACING] __attribute__((aligned(64)));
static size_t sizes[THINGS] = {sizeof(fl_gcm_key), sizeof(fl_gcm_stream), 32, 12, 20, 0, 0, 16};

static fl_gcm_result make(enum call call, uint8_t *const at[THINGS])
{
  fl_gcm_stream *s = (fl_gcm_stream *)at[STREAM];
  fl_gcm_key *key = (fl_gcm_key *)at[KEY];
  size_t n = sizes[INPUT];
  switch (call) {
  case KEY_INIT:
    return fl_gcm_key_init(key, at[BYTES], sizes[BYTES]);
  case SEAL:
    return fl_gcm_seal(key, at[NONCE], 12, at[ADDITIONAL], sizes[ADDITIONAL], at[INPUT], n, at[OUTPUT], at[TAG]);
  case OPEN:
    return fl_gcm_open(key, at[NONCE], 12, at[ADDITIONAL], sizes[ADDITIONAL], at[INPUT], n, at[TAG], 16, at[OUTPUT]);
  case BEGIN:
    return fl_gcm_begin(s, key, at[NONCE], 12);
  case ADD:
    return fl_gcm_data(s, at[ADDITIONAL], sizes[ADDITIONAL]);
  case ENCRYPT_TEXT:
    return fl_gcm_encrypt(s, at[INPUT], n, at[OUTPUT]);
  case TAG_OF:
    return fl_gcm_tag(s, at[TAG]);
  case CHECK_TEXT:
    return fl_gcm_check(s, at[INPUT], n);
  case VERIFY_TAG:
    return fl_gcm_verify(s, at[TAG], 16);
  default:
    return fl_gcm_decrypt(s, at[INPUT], n, at[OUTPUT]);
  }
}

/* A stream to which the call may come next. */
static void prepare(enum call call, fl_gcm_stream *s, const fl_gcm_key *key)
{
  static const uint8_t nonce[12] = {7}, data[20] = {8}, text[512] = {9};
  static uint8_t sealed[512];
  uint8_t tag[16];
  int good = fl_gcm_begin(s, key, nonce, 12) == FL_GCM_OK;
  if (call == VERIFY_TAG || call == DECRYPT_TEXT) {
    good &= fl_gcm_seal(key, nonce, 12, data, 20, text, sizes[INPUT], sealed, tag) == FL_GCM_OK;
    good &= fl_gcm_data(s, data, 20) == FL_GCM_OK && fl_gcm_check(s, sealed, sizes[INPUT]) == FL_GCM_OK;
  }
  if (call == DECRYPT_TEXT) good &= fl_gcm_verify(s, tag, 16) == FL_GCM_OK;
  if (!good) abort();
}

static int meet(const uint8_t *a, size_t n, const uint8_t *b, size_t m)
{
  for (const uint8_t *x = a; x < a + n; x++)
    if (x >= b && x < b + m) return 1;
  return 0;
}

static int same_stream(const fl_gcm_stream *a, const fl_gcm_stream *b)
{
  fl_gcm_stream x = *a, y = *b;
  x.key = y.key = NULL;
  return memcmp(&x, &y, sizeof x) == 0;
}

/* One call with its arguments at these places, and the same where nothing overlaps. */
static void compare(enum call call, uint8_t *const at[THINGS], enum thing moved, enum thing still, long offset)
{
  uint8_t *other[THINGS];
  for (int i = 0; i < THINGS; i++) {
    other[i] = apart_from_all[i];
    memcpy(other[i], at[i], sizes[i]);
  }
  ((fl_gcm_stream *)other[STREAM])->key = (const fl_gcm_key *)other[KEY];
  memcpy(before, arena, ARENA);
  int refuse = 0;
  for (int i = 0; i < THINGS; i++)
    for (int j = 0; j < THINGS; j++)
      if (i != j && (writes[call] >> i & 1) && (uses[call] >> j & 1) && meet(at[i], sizes[i], at[j], sizes[j]))
        refuse |= !((i == OUTPUT && j == INPUT && at[i] == at[j]));
  fl_gcm_result got = make(call, at);
  int good;
  if (refuse) {
    refused_calls++;
    good = got == FL_GCM_OVERLAP;
    if (call == KEY_INIT) memset(before + (at[KEY] - arena), 0, sizeof(fl_gcm_key));
    good &= memcmp(before, arena, ARENA) == 0;
  } else {
    accepted_calls++;
    good = got == make(call, other) && got != FL_GCM_OVERLAP;
    for (int i = 0; i < THINGS; i++)
      if (writes[call] >> i & 1) {
        const fl_gcm_stream *a = (const fl_gcm_stream *)at[i], *b = (const fl_gcm_stream *)other[i];
        good &= i == STREAM ? same_stream(a, b) : memcmp(at[i], other[i], sizes[i]) == 0;
      }
  }
  if (!good && wrong++ < 20)
    printf("fl_gcm_%s: %s at %s%+ld: %d\n", call_names[call], thing_names[moved], thing_names[still], offset, (int)got);
}

static void overlaps_of(enum call call, const fl_gcm_key *key)
{
  for (enum thing moved = 0; moved < THINGS; moved++)
    for (enum thing still = 0; still < THINGS; still++) {
      if (moved == still || !(uses[call] >> moved & 1) || !(uses[call] >> still & 1)) continue;
      /* fl_gcm_begin refuses it, so it does not come to the others */
      if (call != BEGIN && (IS(moved) | IS(still)) == (IS(STREAM) | IS(KEY))) continue;
      /* what holds numbers and pointers is where they may be */
      long step = moved == KEY || moved == STREAM ? 16 : 1, most = (long)sizes[still] + 17;
      for (long offset = -((long)sizes[moved] + 16) / 16 * 16; offset <= most; offset += step) {
        uint8_t *at[THINGS];
        for (int i = 0; i < THINGS; i++) at[i] = arena + SPACING / 4 + (size_t)i * (ARENA / THINGS);
        at[moved] = at[still] + offset;
        for (size_t i = 0; i < ARENA; i++) arena[i] = (uint8_t)(i * 7 + i / 251);
        /* two that are read may lie in each other, if they are good for something there */
        memcpy(at[KEY], key, sizeof *key);
        if (uses[call] & IS(STREAM) && call != BEGIN) {
          fl_gcm_stream s;
          memset(&s, 0, sizeof s);
          prepare(call, &s, key);
          s.key = (const fl_gcm_key *)at[KEY];
          memcpy(at[STREAM], &s, sizeof s);
        }
        compare(call, at, moved, still, offset);
      }
    }
}

static void overlaps(int quick)
{
  static const uint8_t bytes[32] = {1, 2, 3};
  static const size_t lengths[] = {0, 1, 40, 300};
  for (unsigned k = quick ? 2 : 0; k < (quick ? 3 : sizeof lengths / sizeof *lengths); k++)
    for (size_t key_length = 16; key_length <= (quick ? 16 : 32); key_length += 16) {
      fl_gcm_key key;
      EXPECT(fl_gcm_key_init(&key, bytes, key_length) == FL_GCM_OK);
      sizes[BYTES] = key_length;
      sizes[INPUT] = sizes[OUTPUT] = lengths[k];
      sizes[ADDITIONAL] = k == 1 ? 0 : 20;
      for (enum call call = 0; call < CALLS; call++) overlaps_of(call, &key);
    }
}

/* ---- Lengths ---- */

static const uint64_t most_text = (UINT64_C(1) << 36) - 32, most_data = (UINT64_C(1) << 61) - 1;

static void lengths_of_one_call(const fl_gcm_key *key)
{
  static const uint8_t nonce[12];
  uint8_t x[16] = {0}, tag[16];
  const uint64_t texts[] = {most_text + 1, most_text + 16, UINT64_C(1) << 36, SIZE_MAX};
  for (int i = 0; i < 4; i++) {
    EXPECT(fl_gcm_seal(key, nonce, 12, NULL, 0, x, texts[i], x, tag) == FL_GCM_BAD_LENGTH);
    EXPECT(fl_gcm_open(key, nonce, 12, NULL, 0, x, texts[i], tag, 16, x) == FL_GCM_BAD_LENGTH);
    fl_gcm_stream s;
    EXPECT(fl_gcm_begin(&s, key, nonce, 12) == FL_GCM_OK);
    EXPECT(fl_gcm_encrypt(&s, x, texts[i], x) == FL_GCM_BAD_LENGTH);
    EXPECT(fl_gcm_check(&s, x, texts[i]) == FL_GCM_BAD_LENGTH);
  }
  const uint64_t data[] = {most_data + 1, UINT64_C(1) << 62, SIZE_MAX};
  for (int i = 0; i < 3; i++) {
    EXPECT(fl_gcm_seal(key, nonce, 12, x, data[i], x, 16, x, tag) == FL_GCM_BAD_LENGTH);
    EXPECT(fl_gcm_seal(key, x, data[i], NULL, 0, x, 16, x, tag) == FL_GCM_BAD_LENGTH);
    EXPECT(fl_gcm_open(key, nonce, 12, x, data[i], x, 16, tag, 16, x) == FL_GCM_BAD_LENGTH);
    fl_gcm_stream s;
    EXPECT(fl_gcm_begin(&s, key, nonce, data[i]) == FL_GCM_BAD_LENGTH);
    EXPECT(fl_gcm_begin(&s, key, nonce, 12) == FL_GCM_OK && fl_gcm_data(&s, x, data[i]) == FL_GCM_BAD_LENGTH);
  }
}

/* The counter mode of GCM from a byte of the text on, which begins a block. */
static void key_stream(const uint8_t *bytes, size_t key_length, const uint8_t nonce[12], uint64_t from, uint8_t *out,
                       size_t n)
{
  uint64_t block = from / 16 + 2;
  uint8_t counter[16] = {0};
  memcpy(counter, nonce, 12);
  for (int i = 0; i < 4; i++) counter[15 - i] = (uint8_t)(block >> 8 * i);
  memset(out, 0, n);
  EVP_CIPHER_CTX *c = EVP_CIPHER_CTX_new();
  int m;
  if (block >> 32 != 0 ||
      !EVP_EncryptInit_ex(c, key_length == 16 ? EVP_aes_128_ctr() : EVP_aes_256_ctr(), NULL, bytes, counter) ||
      !EVP_EncryptUpdate(c, out, &m, out, (int)n))
    abort();
  EVP_CIPHER_CTX_free(c);
}

/* Behind that much text: no key stream is left over, and the counter stands at the next block. */
static void go_to(fl_gcm_stream *s, uint64_t length)
{
  uint32_t next = (uint32_t)(length / 16 + 2);
  s->length = length;
  memcpy(s->state, &next, 4);
  s->keystream_at = s->keystream_end = GROUP;
  s->phase = ENCRYPT;
}

/* Up to the last byte that may be, in steps, the key stream is the one that follows; of one more, nothing. The counter
   wraps two blocks later: then it is the mask's, and after that the first block's of the text. */
static void texts_at_the_bound(const uint8_t *bytes, size_t key_length, int wide)
{
  enum { ROOM = 96 * 40 };
  static uint8_t text[ROOM], out[ROOM + 64], want[ROOM];
  static const uint8_t nonce[12] = {5, 4, 3};
  static const size_t steps[] = {1, 5, 16, 96, 100, 128, 129, 1000, ROOM};
  fl_gcm_key key;
  EXPECT(fl_gcm_key_init(&key, bytes, key_length) == FL_GCM_OK);
  key.wide &= (uint32_t)wide;
  key_stream(bytes, key_length, nonce, most_text - ROOM, want, ROOM);
  for (size_t i = 0; i < ROOM; i++) want[i] ^= text[i] = (uint8_t)(i * 11);
  for (unsigned k = 0; k < sizeof steps / sizeof *steps; k++) {
    fl_gcm_stream s;
    uint8_t tag[16];
    EXPECT(fl_gcm_begin(&s, &key, nonce, 12) == FL_GCM_OK);
    go_to(&s, most_text - ROOM);
    memset(out, 0xee, sizeof out);
    for (size_t at = 0, n; at < ROOM; at += n) {
      n = steps[k] < ROOM - at ? steps[k] : ROOM - at;
      EXPECT(fl_gcm_encrypt(&s, text + at, ROOM - at + 1, out + at) == FL_GCM_BAD_LENGTH && out[at] == 0xee);
      EXPECT(fl_gcm_encrypt(&s, text + at, n, out + at) == FL_GCM_OK);
    }
    EXPECT(memcmp(out, want, ROOM) == 0 && s.length == most_text);
    for (size_t n = 1; n <= 64; n++) EXPECT(fl_gcm_encrypt(&s, text, n, out + ROOM) == FL_GCM_BAD_LENGTH);
    EXPECT(out[ROOM] == 0xee && fl_gcm_encrypt(&s, text, 0, out) == FL_GCM_OK && fl_gcm_tag(&s, tag) == FL_GCM_OK);

    /* the same length, looked at and then decrypted */
    EXPECT(fl_gcm_begin(&s, &key, nonce, 12) == FL_GCM_OK && fl_gcm_check(&s, text, 16) == FL_GCM_OK);
    s.length = most_text - ROOM;
    EXPECT(fl_gcm_check(&s, text, ROOM + 1) == FL_GCM_BAD_LENGTH);
    for (size_t at = 0, n; at < ROOM; at += n) {
      n = steps[k] < ROOM - at ? steps[k] : ROOM - at;
      EXPECT(fl_gcm_check(&s, want + at, n) == FL_GCM_OK);
    }
    for (size_t n = 1; n <= 64; n++) EXPECT(fl_gcm_check(&s, text, n) == FL_GCM_BAD_LENGTH);
    s.phase = VERIFIED;
    s.decrypted = most_text - ROOM;
    go_to(&s, most_text - ROOM);
    s.length = most_text;
    s.phase = VERIFIED;
    EXPECT(fl_gcm_decrypt(&s, want, ROOM + 1, out) == FL_GCM_BAD_LENGTH);
    for (size_t at = 0, n; at < ROOM; at += n) {
      n = steps[k] < ROOM - at ? steps[k] : ROOM - at;
      EXPECT(fl_gcm_decrypt(&s, want + at, n, out + at) == FL_GCM_OK);
    }
    EXPECT(memcmp(out, text, ROOM) == 0);
    for (size_t n = 1; n <= 64; n++) EXPECT(fl_gcm_decrypt(&s, want, n, out) == FL_GCM_BAD_LENGTH);
  }
}

static void data_at_the_bound(const fl_gcm_key *key)
{
  static const uint8_t nonce[12], data[256];
  for (uint64_t left = 0; left < 40; left++) {
    fl_gcm_stream s;
    EXPECT(fl_gcm_begin(&s, key, nonce, 12) == FL_GCM_OK && fl_gcm_data(&s, data, 3) == FL_GCM_OK);
    s.data_length = most_data - left;
    EXPECT(fl_gcm_data(&s, data, left + 1) == FL_GCM_BAD_LENGTH && fl_gcm_data(&s, data, 256) == FL_GCM_BAD_LENGTH);
    EXPECT(fl_gcm_data(&s, data, left) == FL_GCM_OK && fl_gcm_data(&s, data, 1) == FL_GCM_BAD_LENGTH);
    EXPECT(fl_gcm_data(&s, data, 0) == FL_GCM_OK && s.data_length == most_data);
  }
}

int main(int argc, char **argv)
{
  static const uint8_t bytes[32] = {3, 1, 4, 1, 5, 9};
  fl_gcm_key key;
  EXPECT(fl_gcm_key_init(&key, bytes, 32) == FL_GCM_OK);
  if (argc < 2 || strcmp(argv[1], "overlaps") != 0) {
    lengths_of_one_call(&key);
    data_at_the_bound(&key);
    for (size_t n = 16; n <= 32; n += 16)
      for (int wide = 0; wide <= 1; wide++) texts_at_the_bound(bytes, n, wide);
  }
  if (argc < 2 || strcmp(argv[1], "lengths") != 0) {
    int quick = argc >= 3 && strcmp(argv[2], "quick") == 0; /* one length each; for changed code */
    overlaps(quick);
    printf("%ld calls with overlaps refused, %ld others right\n", refused_calls, accepted_calls);
    EXPECT(quick || (refused_calls > 20000 && accepted_calls > 20000));
  }
  return wrong != 0;
}
