/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* libfairlead-gcm on a machine without an operating system that has VAES and VPCLMULQDQ (emulator.py starts it).
   Vectors are text at 0x2000000, as vectors.py prints them; each is run with the 256-bit loops and without them. What was
   seen is left at 0x1000000; `xchg %bx, %bx' stops the emulator. */
#include "fairlead_gcm.h"

#include <string.h>

struct seen {
  uint32_t finished, vectors, valid, invalid, refused, failed, first_failed, narrow, wide_texts;
};
static struct seen *const seen = (struct seen *)0x1000000;

void *memcpy(void *restrict to, const void *restrict from, size_t n)
{
  uint8_t *t = to;
  const uint8_t *f = from;
  while (n--)
    *t++ = *f++;
  return to;
}

void *memset(void *to, int c, size_t n)
{
  for (uint8_t *t = to; n--; t++)
    *t = (uint8_t)c;
  return to;
}

int memcmp(const void *a, const void *b, size_t n)
{
  for (const uint8_t *x = a, *y = b; n--; x++, y++)
    if (*x != *y)
      return *x - *y;
  return 0;
}

static uint64_t seed = 88172645463325252u;
static size_t random_below(size_t n)
{
  seed ^= seed << 13;
  seed ^= seed >> 7;
  seed ^= seed << 17;
  return (size_t)(seed >> 20) % n;
}

static int all_zero(const uint8_t *p, size_t n)
{
  for (size_t i = 0; i < n; i++)
    if (p[i] != 0)
      return 0;
  return 1;
}

enum { LONGEST = 4096 };
struct bytes {
  size_t n;
  uint8_t at[LONGEST];
};
static struct bytes key, nonce, data, text, sealed, tag;

static int digit(char c)
{
  return c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* The next word of the line, in hexadecimal; `-' is nothing. */
static const char *hex(const char *p, struct bytes *out)
{
  out->n = 0;
  while (*p == ' ')
    p++;
  for (; digit(p[0]) >= 0 && digit(p[1]) >= 0 && out->n < LONGEST; p += 2)
    out->at[out->n++] = (uint8_t)(digit(p[0]) << 4 | digit(p[1]));
  if (*p == '-')
    p++;
  return p;
}

static uint8_t out[LONGEST + 1];

static int runs(const fl_gcm_key *k)
{
  fl_gcm_stream s;
  uint8_t t[16];
  size_t n = text.n;
  int good = fl_gcm_seal(k, nonce.at, nonce.n, data.at, data.n, text.at, n, out, t) == FL_GCM_OK &&
             memcmp(out, sealed.at, n) == 0 && memcmp(t, tag.at, 16) == 0;
  good &= fl_gcm_open(k, nonce.at, nonce.n, data.at, data.n, out, n, tag.at, tag.n, out) == FL_GCM_OK &&
          memcmp(out, text.at, n) == 0;
  tag.at[random_below(16)] ^= 1;
  good &= fl_gcm_open(k, nonce.at, nonce.n, data.at, data.n, sealed.at, n, tag.at, tag.n, out) == FL_GCM_FORGED &&
          all_zero(out, n);
  good &= fl_gcm_begin(&s, k, nonce.at, nonce.n) == FL_GCM_OK && fl_gcm_data(&s, data.at, data.n) == FL_GCM_OK;
  for (size_t at = 0, step; at < n; at += step) {
    step = 1 + random_below(random_below(2) ? 40 : 500);
    step = step > n - at ? n - at : step;
    good &= fl_gcm_encrypt(&s, text.at + at, step, out + at) == FL_GCM_OK;
  }
  good &= fl_gcm_tag(&s, t) == FL_GCM_OK && memcmp(out, sealed.at, n) == 0;
  return good;
}

static int forged(const fl_gcm_key *k)
{
  return fl_gcm_open(k, nonce.at, nonce.n, data.at, data.n, sealed.at, sealed.n, tag.at, tag.n, out) == FL_GCM_FORGED &&
         all_zero(out, sealed.n);
}

static void vector(int valid)
{
  static uint8_t right_tag[16];
  fl_gcm_key k;
  int good = 1;
  memcpy(right_tag, tag.at, 16);
  seen->vectors++;
  if (key.n == 24) {
    seen->refused++;
    good = fl_gcm_key_init(&k, key.at, key.n) == FL_GCM_BAD_LENGTH;
  } else if (nonce.n == 0) {
    seen->refused++;
    good = fl_gcm_key_init(&k, key.at, key.n) == FL_GCM_OK &&
           fl_gcm_seal(&k, nonce.at, 0, data.at, data.n, text.at, text.n, out, tag.at) == FL_GCM_BAD_LENGTH;
  } else {
    seen->valid += (uint32_t)valid;
    seen->invalid += (uint32_t)!valid;
    good = fl_gcm_key_init(&k, key.at, key.n) == FL_GCM_OK;
    seen->narrow += !k.wide;
    seen->wide_texts += k.wide && text.n >= 128;
    for (int wide = 0; wide < 2; wide++) {
      if (!wide)
        k.wide = 0;
      else
        good &= fl_gcm_key_init(&k, key.at, key.n) == FL_GCM_OK;
      memcpy(tag.at, right_tag, 16);
      good &= valid ? runs(&k) : forged(&k);
    }
  }
  if (!good && seen->failed++ == 0)
    seen->first_failed = seen->vectors;
}

void start(void)
{
  const char *p = (const char *)0x2000000;
  memset(seen, 0, sizeof *seen);
  while (*p == 'v' || *p == 'i') {
    int valid = *p == 'v';
    while (*p != ' ')
      p++;
    p = hex(hex(hex(hex(hex(hex(p, &key), &nonce), &data), &text), &sealed), &tag);
    vector(valid);
    while (*p != '\0' && *p++ != '\n')
      ;
  }
  seen->finished = *p == '\0';
  for (;;)
    __asm__ volatile("xchgw %bx, %bx");
}
