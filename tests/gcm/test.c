/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* libfairlead-gcm through its C API: published vectors, OpenSSL beside it, tampering, streams, guard pages on both
   sides of every text; all of it with the 128-bit loops and, where the processor has VAES, again with the 256-bit
   ones. TAP on standard output, with the processor and how often each loop was called. To be linked with --wrap for
   each loop.

   test RUNS VECTORS... */
#include "fairlead_gcm.h"
#include "procedures.h"

#include <cpuid.h>
#include <openssl/evp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

static int count, failed;

/* Which loops the keys of this pass use. */
static int wide;

static fl_gcm_result init(fl_gcm_key *key, const uint8_t *bytes, size_t n)
{
  fl_gcm_result r = fl_gcm_key_init(key, bytes, n);
  if (!wide)
    key->wide = 0;
  return r;
}

enum { LOOPS = 4 };
static const char *const loop_names[LOOPS] = {"encrypt_128", "encrypt_256", "decrypt_128", "decrypt_256"};
static long calls[2][LOOPS]; /* of the 128-bit, of the 256-bit loops */

#define COUNTED(name, is_wide, at)                                                                        \
  loop_type __real_##name, __wrap_##name;                                                                 \
  void __wrap_##name(const fl_gcm_key *key, uint8_t state[32], const uint8_t *in, uint8_t *out, size_t n) \
  {                                                                                                       \
    calls[is_wide][at]++;                                                                                 \
    __real_##name(key, state, in, out, n);                                                                \
  }
typedef void loop_type(const fl_gcm_key *key, uint8_t state[32], const uint8_t *in, uint8_t *out, size_t groups);
COUNTED(fl_gcm_encrypt_128, 0, 0)
COUNTED(fl_gcm_encrypt_256, 0, 1)
COUNTED(fl_gcm_decrypt_128, 0, 2)
COUNTED(fl_gcm_decrypt_256, 0, 3)
COUNTED(fl_gcm_wide_encrypt_128, 1, 0)
COUNTED(fl_gcm_wide_encrypt_256, 1, 1)
COUNTED(fl_gcm_wide_decrypt_128, 1, 2)
COUNTED(fl_gcm_wide_decrypt_256, 1, 3)

static void report(const char *name, long bad, long of)
{
  count++;
  failed += bad != 0 || of == 0;
  printf("%sok %d - %s loops: %s (%ld)\n", bad != 0 || of == 0 ? "not " : "", count, wide ? "256-bit" : "128-bit", name, of);
  if (bad != 0)
    printf("# %ld of %ld failed\n", bad, of);
}

static uint64_t seed = 88172645463325252u;
static uint32_t random_below(uint32_t n)
{
  seed ^= seed << 13;
  seed ^= seed >> 7;
  seed ^= seed << 17;
  return (uint32_t)((seed >> 20) % n);
}
static void random_bytes(uint8_t *p, size_t n)
{
  for (size_t i = 0; i < n; i++)
    p[i] = (uint8_t)random_below(256);
}

/* Memory between two pages that may not be touched: assembly is not instrumented by sanitizers. */
enum { PAGE = 4096, ROOM = 3 * PAGE };
static uint8_t *guarded(void)
{
  uint8_t *p = mmap(NULL, ROOM + 2 * PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (p == MAP_FAILED || mprotect(p, PAGE, PROT_NONE) != 0 || mprotect(p + PAGE + ROOM, PAGE, PROT_NONE) != 0)
    abort();
  return p + PAGE;
}
/* [n] bytes that touch the first or the last page, or lie anywhere. */
static uint8_t *place(uint8_t *room, size_t n)
{
  switch (random_below(3)) {
  case 0:
    return room;
  case 1:
    return room + ROOM - n;
  default:
    return room + random_below((uint32_t)(ROOM - n + 1));
  }
}

static int all_zero(const uint8_t *p, size_t n)
{
  for (size_t i = 0; i < n; i++)
    if (p[i] != 0)
      return 0;
  return 1;
}

static uint8_t *room_in, *room_out, *room_data;

/* In pieces of random size; the result must be that of the one-shot functions. */
static int sealed_in_pieces(const fl_gcm_key *key, const uint8_t *iv, size_t ivn, const uint8_t *data, size_t dn,
                            const uint8_t *text, size_t n, const uint8_t *want, const uint8_t *want_tag)
{
  fl_gcm_stream s;
  uint8_t tag[16], *out = malloc(n + 1);
  int good = fl_gcm_begin(&s, key, iv, ivn) == FL_GCM_OK;
  for (size_t at = 0, step; at < dn; at += step) {
    step = 1 + random_below(40);
    step = step > dn - at ? dn - at : step;
    good &= fl_gcm_data(&s, data + at, step) == FL_GCM_OK;
  }
  for (size_t at = 0, step; at < n; at += step) {
    step = random_below(2) ? random_below(20) : random_below(500);
    step = step > n - at ? n - at : step;
    good &= fl_gcm_encrypt(&s, text + at, step, out + at) == FL_GCM_OK;
  }
  good &= fl_gcm_tag(&s, tag) == FL_GCM_OK;
  good &= memcmp(out, want, n) == 0 && memcmp(tag, want_tag, 16) == 0;
  fl_gcm_stream_wipe(&s);

  good &= fl_gcm_begin(&s, key, iv, ivn) == FL_GCM_OK && fl_gcm_data(&s, data, dn) == FL_GCM_OK;
  for (size_t at = 0, step; at < n; at += step) {
    step = 1 + random_below(300);
    step = step > n - at ? n - at : step;
    good &= fl_gcm_check(&s, want + at, step) == FL_GCM_OK;
  }
  good &= fl_gcm_decrypt(&s, want, n, out) == FL_GCM_BAD_ORDER;
  good &= fl_gcm_verify(&s, want_tag, 16) == FL_GCM_OK;
  for (size_t at = 0, step; at < n; at += step) {
    step = 1 + random_below(300);
    step = step > n - at ? n - at : step;
    good &= fl_gcm_decrypt(&s, want + at, step, out + at) == FL_GCM_OK;
  }
  good &= memcmp(out, text, n) == 0 && fl_gcm_decrypt(&s, want, 1, out) == FL_GCM_BAD_LENGTH;
  fl_gcm_stream_wipe(&s);
  free(out);
  return good;
}

static size_t hex(const char *text, uint8_t *out)
{
  size_t n = 0;
  for (; text[0] != '-' && text[0] && text[1]; text += 2) {
    unsigned x;
    sscanf(text, "%2x", &x);
    out[n++] = (uint8_t)x;
  }
  return n;
}

/* A forged text, through a stream: the tag ends it, and nothing is decrypted. */
static int refused_in_pieces(const fl_gcm_key *key, const uint8_t *iv, size_t ivn, const uint8_t *data, size_t dn,
                             const uint8_t *ct, size_t n, const uint8_t *tag, size_t tn)
{
  fl_gcm_stream s;
  uint8_t *out = calloc(n + 1, 1);
  int good = fl_gcm_begin(&s, key, iv, ivn) == FL_GCM_OK && fl_gcm_data(&s, data, dn) == FL_GCM_OK &&
             fl_gcm_check(&s, ct, n) == FL_GCM_OK && fl_gcm_verify(&s, tag, tn) == FL_GCM_FORGED &&
             fl_gcm_decrypt(&s, ct, n, out) == FL_GCM_BAD_ORDER && all_zero(out, n + 1);
  fl_gcm_stream_wipe(&s);
  free(out);
  return good;
}

/* Published tests: a line each, as vectors.py and cavp.py print them. What this library does not support (keys of 192
   bits, empty nonces, tags under 12 bytes) it must refuse. */
static void vectors(const char *file)
{
  static char line[16384], f[7][2600];
  static uint8_t key[64], iv[600], data[2000], text[2000], ct[2000], tag[64], out[2000];
  long valid = 0, invalid = 0, refused = 0, bad[3] = {0};
  FILE *lines = fopen(file, "r");
  while (lines != NULL && fgets(line, sizeof line, lines)) {
    if (sscanf(line, "%2599s %2599s %2599s %2599s %2599s %2599s %2599s", f[0], f[1], f[2], f[3], f[4], f[5], f[6]) != 7)
      abort();
    size_t kn = hex(f[1], key), ivn = hex(f[2], iv), dn = hex(f[3], data), n = hex(f[5], ct), tn = hex(f[6], tag);
    int is_valid = f[0][0] == 'v';
    hex(f[4], text);
    fl_gcm_key k;
    fl_gcm_result r = init(&k, key, kn);
    memset(out, 0xee, sizeof out);
    if (kn != 16 && kn != 32) {
      refused++;
      bad[2] += r != FL_GCM_BAD_LENGTH;
      continue;
    }
    uint8_t whole[16];
    if (is_valid && ivn != 0) {
      valid++;
      bad[0] += !(fl_gcm_seal(&k, iv, ivn, data, dn, text, n, out, whole) == FL_GCM_OK && memcmp(out, ct, n) == 0 &&
                  memcmp(whole, tag, tn) == 0 && sealed_in_pieces(&k, iv, ivn, data, dn, text, n, ct, whole));
      memset(out, 0xee, sizeof out);
    }
    r = fl_gcm_open(&k, iv, ivn, data, dn, ct, n, tag, tn, out);
    if (ivn == 0 || tn < 12) {
      refused++;
      bad[2] += r != FL_GCM_BAD_LENGTH || !all_zero(out, n);
    } else if (is_valid) {
      int good = r == FL_GCM_OK && memcmp(out, text, n) == 0;
      for (size_t cut = 0; cut < n; cut++)
        good &= fl_gcm_open(&k, iv, ivn, data, dn, ct, cut, tag, tn, out) == FL_GCM_FORGED && all_zero(out, cut);
      bad[0] += !good;
    } else {
      invalid++;
      bad[1] += r != FL_GCM_FORGED || !all_zero(out, n) || !refused_in_pieces(&k, iv, ivn, data, dn, ct, n, tag, tn);
    }
  }
  if (lines == NULL)
    perror(file);
  else
    fclose(lines);
  const char *name = strrchr(file, '/') ? strrchr(file, '/') + 1 : file;
  char title[200];
  snprintf(title, sizeof title, "%s: valid, whole and in pieces; each truncation refused", name);
  report(title, bad[0], valid);
  snprintf(title, sizeof title, "%s: invalid, refused, nothing given out", name);
  report(title, bad[1], invalid);
  snprintf(title, sizeof title, "%s: lengths of key, nonce or tag that are not supported, refused", name);
  report(title, bad[2], refused);
}

static void openssl_seal(const uint8_t *key, size_t kn, const uint8_t *iv, size_t ivn, const uint8_t *data, size_t dn,
                         const uint8_t *text, size_t n, uint8_t *ct, uint8_t *tag)
{
  EVP_CIPHER_CTX *c = EVP_CIPHER_CTX_new();
  int m, ok = EVP_EncryptInit_ex(c, kn == 16 ? EVP_aes_128_gcm() : EVP_aes_256_gcm(), NULL, NULL, NULL) &&
              EVP_CIPHER_CTX_ctrl(c, EVP_CTRL_GCM_SET_IVLEN, (int)ivn, NULL) &&
              EVP_EncryptInit_ex(c, NULL, NULL, key, iv) && (dn == 0 || EVP_EncryptUpdate(c, NULL, &m, data, (int)dn)) &&
              (n == 0 || EVP_EncryptUpdate(c, ct, &m, text, (int)n)) && EVP_EncryptFinal_ex(c, ct + n, &m) &&
              EVP_CIPHER_CTX_ctrl(c, EVP_CTRL_GCM_GET_TAG, 16, tag);
  if (!ok)
    abort();
  EVP_CIPHER_CTX_free(c);
}

/* Against OpenSSL: lengths 0 to 4096, all alignments, in place or not, odd nonces. */
static void differential(long runs, int every_length)
{
  long bad = 0, forged = 0, accepted = 0;
  static uint8_t want[ROOM];
  for (long run = 0; run < runs; run++) {
    uint8_t key[32], iv[64], want_tag[16], tag[16];
    size_t kn = random_below(2) ? 16 : 32, ivn = random_below(4) ? 12 : 1 + random_below(64);
    size_t n = every_length ? (size_t)run : random_below(4097), dn = random_below(4) ? random_below(40) : random_below(1000);
    random_bytes(key, kn);
    random_bytes(iv, ivn);
    uint8_t *data = place(room_data, dn), *text = place(room_in, n), *out = random_below(3) ? place(room_out, n) : text;
    random_bytes(data, dn);
    random_bytes(text, n);
    uint8_t *copy = malloc(n + 1);
    memcpy(copy, text, n);
    openssl_seal(key, kn, iv, ivn, data, dn, text, n, want, want_tag);
    fl_gcm_key k;
    int good = init(&k, key, kn) == FL_GCM_OK &&
               fl_gcm_seal(&k, iv, ivn, data, dn, text, n, out, tag) == FL_GCM_OK && memcmp(out, want, n) == 0 &&
               memcmp(tag, want_tag, 16) == 0;
    good &= fl_gcm_open(&k, iv, ivn, data, dn, out, n, tag, 12 + random_below(5), out) == FL_GCM_OK &&
            memcmp(out, copy, n) == 0;
    if (run % 8 == 0)
      good &= sealed_in_pieces(&k, iv, ivn, data, dn, copy, n, want, want_tag);
    bad += !good;

    /* one bit changed somewhere */
    memcpy(out, want, n);
    size_t at = random_below((uint32_t)(n + dn + ivn + 16));
    uint8_t bit = (uint8_t)(1 << random_below(8));
    uint8_t *target = at < n ? out + at : at < n + dn ? data + (at - n) : at < n + dn + ivn ? iv + (at - n - dn) : tag + (at - n - dn - ivn);
    *target ^= bit;
    accepted += fl_gcm_open(&k, iv, ivn, data, dn, out, n, tag, 16, out) != FL_GCM_FORGED || !all_zero(out, n);
    forged++;
    free(copy);
    fl_gcm_key_wipe(&k);
    bad += !all_zero((uint8_t *)&k, sizeof k);
  }
  report(every_length ? "as OpenSSL: every length up to 4096" : "as OpenSSL: random lengths, alignments, nonces, in place", bad, runs);
  report("one bit of text, data, nonce or tag changed: refused, nothing given out", accepted, forged);
}

static void every_bit_of_a_tag(void)
{
  fl_gcm_key k;
  uint8_t key[16] = {1}, iv[12] = {2}, text[200] = {3}, ct[200], tag[16], out[200];
  long bad = init(&k, key, 16) != FL_GCM_OK || fl_gcm_seal(&k, iv, 12, NULL, 0, text, 200, ct, tag) != FL_GCM_OK;
  for (int i = 0; i < 128; i++) {
    tag[i / 8] ^= (uint8_t)(1 << i % 8);
    memset(out, 0xee, sizeof out);
    bad += fl_gcm_open(&k, iv, 12, NULL, 0, ct, 200, tag, 16, out) != FL_GCM_FORGED || !all_zero(out, 200);
    fl_gcm_stream s;
    bad += fl_gcm_begin(&s, &k, iv, 12) != FL_GCM_OK || fl_gcm_check(&s, ct, 200) != FL_GCM_OK ||
           fl_gcm_verify(&s, tag, 16) != FL_GCM_FORGED || fl_gcm_decrypt(&s, ct, 1, out) != FL_GCM_BAD_ORDER;
    tag[i / 8] ^= (uint8_t)(1 << i % 8);
  }
  for (size_t n = 0; n < 40; n++)
    if (n < 12 || n > 16)
      bad += fl_gcm_open(&k, iv, 12, NULL, 0, ct, 200, tag, n, out) != FL_GCM_BAD_LENGTH || !all_zero(out, 200);
  report("each bit of a tag changed, and tags too short or too long: refused", bad, 128);
}

/* What fails gives nothing out: zeros from fl_gcm_seal and fl_gcm_open, nothing from a stream. */
static void failures(void)
{
  fl_gcm_key k, none;
  fl_gcm_stream s;
  uint8_t key[32] = {1}, iv[12] = {2}, text[100] = {3}, out[100], tag[16];
  long bad = init(&k, key, 32) != FL_GCM_OK || init(&none, key, 24) != FL_GCM_BAD_LENGTH;
  const struct {
    const fl_gcm_key *key;
    size_t nonce, data;
  } cases[] = {{&none, 12, 0}, {&k, 0, 0}, {&k, 12, SIZE_MAX}, {&k, SIZE_MAX, 0}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    memset(out, 0xee, sizeof out);
    memset(tag, 0xee, sizeof tag);
    bad += fl_gcm_seal(cases[i].key, iv, cases[i].nonce, text, cases[i].data, text, 100, out, tag) != FL_GCM_BAD_LENGTH;
    bad += !all_zero(out, 100) || !all_zero(tag, 16);
    memset(out, 0xee, sizeof out);
    bad += fl_gcm_open(cases[i].key, iv, cases[i].nonce, text, cases[i].data, text, 100, tag, 16, out) != FL_GCM_BAD_LENGTH;
    bad += !all_zero(out, 100);
  }
  bad += fl_gcm_seal(&k, iv, 12, NULL, 0, NULL, 0, NULL, tag) != FL_GCM_OK;
  bad += fl_gcm_open(&k, iv, 12, NULL, 0, NULL, 0, tag, 16, NULL) != FL_GCM_OK;
  memset(out, 0xee, sizeof out);
  memset(tag, 0xee, sizeof tag);
  uint8_t untouched[100];
  memset(untouched, 0xee, sizeof untouched);
  bad += fl_gcm_begin(&s, &none, iv, 12) != FL_GCM_BAD_LENGTH || fl_gcm_encrypt(&s, text, 100, out) != FL_GCM_BAD_ORDER ||
         fl_gcm_tag(&s, tag) != FL_GCM_BAD_ORDER || fl_gcm_decrypt(&s, text, 100, out) != FL_GCM_BAD_ORDER;
  bad += fl_gcm_begin(&s, &k, iv, 12) != FL_GCM_OK || fl_gcm_check(&s, text, 100) != FL_GCM_OK ||
         fl_gcm_verify(&s, untouched, 16) != FL_GCM_FORGED || fl_gcm_decrypt(&s, text, 100, out) != FL_GCM_BAD_ORDER ||
         fl_gcm_verify(&s, untouched, 16) != FL_GCM_BAD_ORDER;
  bad += memcmp(out, untouched, 100) != 0 || memcmp(tag, untouched, 16) != 0;
  for (int r = FL_GCM_OK; r <= FL_GCM_OVERLAP; r++)
    for (int q = FL_GCM_OK; q < r; q++)
      bad += strcmp(fl_gcm_message((fl_gcm_result)r), fl_gcm_message((fl_gcm_result)q)) == 0;
  fl_gcm_stream_wipe(&s);
  report("what fails gives nothing out, and says why in words", bad, 1);
}

static void orders(void)
{
  fl_gcm_key k;
  fl_gcm_stream s;
  uint8_t key[32] = {1}, iv[12] = {2}, x[16] = {0}, tag[16];
  long bad = 0;
  for (size_t n = 0; n < 64; n++)
    bad += (init(&k, key, n < 33 ? n : 0) == FL_GCM_OK) != (n == 16 || n == 32);
  bad += fl_gcm_begin(&s, &k, iv, 12) == FL_GCM_OK; /* the last length was refused */
  bad += init(&k, key, 32) != FL_GCM_OK || fl_gcm_begin(&s, &k, iv, 12) != FL_GCM_OK;
  bad += fl_gcm_decrypt(&s, x, 1, x) != FL_GCM_BAD_ORDER;
  bad += fl_gcm_encrypt(&s, x, 1, x) != FL_GCM_OK || fl_gcm_data(&s, x, 1) != FL_GCM_BAD_ORDER;
  bad += fl_gcm_check(&s, x, 1) != FL_GCM_BAD_ORDER || fl_gcm_verify(&s, x, 16) != FL_GCM_BAD_ORDER;
  bad += fl_gcm_encrypt(&s, x, SIZE_MAX, x) != FL_GCM_BAD_LENGTH;
  bad += fl_gcm_tag(&s, tag) != FL_GCM_OK || fl_gcm_tag(&s, tag) != FL_GCM_BAD_ORDER;
  bad += fl_gcm_encrypt(&s, x, 1, x) != FL_GCM_BAD_ORDER;
  fl_gcm_stream_wipe(&s);
  bad += !all_zero((uint8_t *)&s, sizeof s) || fl_gcm_encrypt(&s, x, 1, x) != FL_GCM_BAD_ORDER;
  bad += fl_gcm_begin(&s, &k, iv, 12) != FL_GCM_OK || fl_gcm_check(&s, x, 1) != FL_GCM_OK;
  bad += fl_gcm_encrypt(&s, x, 1, x) != FL_GCM_BAD_ORDER || fl_gcm_tag(&s, tag) != FL_GCM_BAD_ORDER;
  report("streams: calls out of order and wrong lengths are refused", bad, 1);
}

static void processor(void)
{
  unsigned brand[13] = {0}, most = __get_cpuid_max(0x80000000, NULL);
  for (unsigned i = 0; most >= 0x80000004 && i < 3; i++)
    __get_cpuid(0x80000002 + i, &brand[4 * i], &brand[4 * i + 1], &brand[4 * i + 2], &brand[4 * i + 3]);
  printf("# processor: %s\n", brand[0] != 0 ? (const char *)brand : "without a name");
}

/* That the texts went through the loops that they were meant for, and through no others. */
static void loops_called(void)
{
  long bad = 0;
  printf("# calls of the %s loops:", wide ? "256-bit" : "128-bit");
  for (int i = 0; i < LOOPS; i++) {
    printf(" %s %ld%s", loop_names[i], calls[wide][i], i + 1 < LOOPS ? "," : "\n");
    bad += calls[wide][i] == 0 || calls[!wide][i] != 0;
  }
  report("each was called, and none of the others", bad, LOOPS);
  memset(calls, 0, sizeof calls);
}

int main(int argc, char **argv)
{
  room_in = guarded();
  room_out = guarded();
  room_data = guarded();
  long runs = argc > 1 ? atol(argv[1]) : 3000;
  processor();
  report("this processor is supported", !fl_gcm_supported(), 1);
  fl_gcm_key key;
  uint8_t bytes[16] = {0};
  int widest = fl_gcm_key_init(&key, bytes, 16) == FL_GCM_OK && key.wide;
  for (wide = 0; wide <= widest; wide++) {
    for (int i = 2; i < argc; i++)
      vectors(argv[i]);
    if (runs > 0) {
      differential(runs, 0);
      differential(4097, 1);
    }
    every_bit_of_a_tag();
    failures();
    orders();
    if (runs > 0)
      loops_called();
  }
  if (!widest)
    printf("ok %d # SKIP the 256-bit loops did not run: this processor lacks VAES or VPCLMULQDQ\n", ++count);
  printf("1..%d\n", count);
  return failed != 0;
}
