/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "request_trusted.h"

#include "digest.h"

#include <openssl/evp.h>
#include <stdio.h>
#include <stdlib.h>

enum { KEY_AT = 1, NUMBER_AT = 33, VALUE_AT = 41 };
static const uint8_t magic[8] = "FLREQ01\n";

/* ---- Who may sign ---- */

struct signer {
  uint8_t record[34], key[32];
};
struct fl_signers {
  size_t count;
  struct signer all[FL_SIGNERS_MOST]; /* by their records */
};

void fl_request_name(const uint8_t client[32], char name[FL_REQUEST_NAME]) {
  char all[FL_REQUEST_NAME + 1] = "fairlead:client:";
  for (size_t i = 0; i < 32; i++) snprintf(all + 16 + 2 * i, 3, "%02x", client[i]);
  memcpy(name, all, FL_REQUEST_NAME);
}

static void record_of(const uint8_t client[32], uint8_t record[34]) {
  char name[FL_REQUEST_NAME];
  fl_request_name(client, name);
  fl_value_key(record, (const uint8_t *)name, sizeof name);
}

static int compare(const void *a, const void *b) { return memcmp(a, b, 34); }

static int nibble(char c) { return c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1; }

/* Points of order 1, 2, 4 and 8, without the sign of x: for these there are signatures that need no secret. */
static bool is_weak(const char digits[64]) {
  static const char weak[7][65] = {"0000000000000000000000000000000000000000000000000000000000000000",
                                   "0100000000000000000000000000000000000000000000000000000000000000",
                                   "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
                                   "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
                                   "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
                                   "edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
                                   "eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f"};
  char y[64];
  memcpy(y, digits, 64);
  y[62] = (char)('0' + (nibble(y[62]) & 7));
  for (size_t i = 0; i < sizeof weak / sizeof *weak; i++)
    if (memcmp(y, weak[i], 64) == 0) return true;
  return false;
}

/* One line: a name, which is for people, and a key. NULL, or what is wrong. */
static const char *read_line(const char *at, const char *end, struct signer *signer) {
  static const char none[] = "a line that is not `NAME KEY', a key of 64 digits";
  const char *name = at;
  while (at < end && at[0] > ' ' && *at < 0x7f) at++;
  if (at == name || at == end || *at != ' ') return none;
  while (at < end && *at == ' ') at++;
  if (end - at != 64) return none;
  for (size_t i = 0; i < 32; i++) {
    int high = nibble(at[2 * i]), low = nibble(at[2 * i + 1]);
    if (high < 0 || low < 0) return none;
    signer->key[i] = (uint8_t)(high << 4 | low);
  }
  record_of(signer->key, signer->record);
  return is_weak(at) ? "a key for which anybody can sign" : NULL;
}

struct fl_signers *fl_signers_read(const char *text, size_t length, const char **why) {
  struct fl_signers *s = length <= FL_SIGNERS_TEXT ? calloc(1, sizeof *s) : NULL;
  const char *end = text + length;
  *why = "too large, or no memory";
  for (const char *at = text, *next; s && at < end; at = next) {
    const char *line_end = memchr(at, '\n', (size_t)(end - at));
    next = line_end ? line_end + 1 : end;
    if (at == line_end || *at == '#') continue;
    *why = s->count == FL_SIGNERS_MOST ? "more than 4096 clients"
                                       : read_line(at, line_end ? line_end : end, &s->all[s->count]);
    if (*why) goto wrong;
    s->count++;
  }
  if (!s) return NULL;
  qsort(s->all, s->count, sizeof *s->all, compare);
  *why = "a client that is there twice";
  for (size_t i = 1; i < s->count; i++)
    if (compare(&s->all[i - 1], &s->all[i]) == 0) goto wrong;
  return s;
wrong:
  free(s);
  return NULL;
}

void fl_signers_free(struct fl_signers *s) { free(s); }

int fl_signers_find(const struct fl_signers *s, const uint8_t record[34]) {
  const struct signer *found = bsearch(record, s->all, s->count, sizeof *s->all, compare);
  return found ? (int)(found - s->all) : -1;
}

/* ---- Signatures ---- */

/* What is signed; how many bytes. */
static size_t signed_of(const uint8_t seals[32], const uint8_t *bytes, size_t length,
                        uint8_t text[sizeof magic + 32 + FL_REQUEST]) {
  uint8_t *at = fl_add_bytes(fl_add_bytes(text, magic, sizeof magic), seals, 32);
  at = fl_add_bytes(at, bytes, FL_REQUEST_SIGNATURE_AT);
  at = fl_add_bytes(at, bytes + FL_REQUEST_HEAD, length - FL_REQUEST_HEAD);
  return (size_t)(at - text);
}

static bool has_size(size_t length) {
  return length > FL_REQUEST_HEAD && length <= FL_REQUEST && (length - FL_REQUEST_HEAD) % FL_REQUEST_CHANGE == 0;
}

bool fl_request_sign(EVP_PKEY *key, const uint8_t seals[32], uint8_t *bytes, size_t length, uint8_t digest[32]) {
  uint8_t text[sizeof magic + 32 + FL_REQUEST];
  size_t client = 32, signature = 64;
  if (!has_size(length) || EVP_PKEY_get_raw_public_key(key, bytes, &client) != 1 || client != 32) return false;
  size_t n = signed_of(seals, bytes, length, text);
  fl_digest(text, n, digest);
  EVP_MD_CTX *c = EVP_MD_CTX_new();
  bool ok = c && EVP_DigestSignInit(c, NULL, NULL, NULL, key) == 1 &&
            EVP_DigestSign(c, bytes + FL_REQUEST_SIGNATURE_AT, &signature, text, n) == 1 && signature == 64;
  EVP_MD_CTX_free(c);
  return ok;
}

static bool verifies(const uint8_t client[32], const uint8_t signature[64], const uint8_t *text, size_t n) {
  EVP_PKEY *key = EVP_PKEY_new_raw_public_key(EVP_PKEY_ED25519, NULL, client, 32);
  EVP_MD_CTX *c = EVP_MD_CTX_new();
  bool ok = key && c && EVP_DigestVerifyInit(c, NULL, NULL, NULL, key) == 1 &&
            EVP_DigestVerify(c, signature, 64, text, n) == 1;
  EVP_MD_CTX_free(c);
  EVP_PKEY_free(key);
  return ok;
}

bool fl_request_read(const struct fl_signers *s, const uint8_t seals[32], const uint8_t *bytes, size_t length,
                     struct fl_request *r) {
  uint8_t text[sizeof magic + 32 + FL_REQUEST];
  *r = (struct fl_request){.number = 0};
  if (!has_size(length)) return false;
  record_of(bytes, r->record);
  if (!fl_signers_have(s, r->record)) return false;
  size_t n = signed_of(seals, bytes, length, text);
  if (fl_get64(bytes + 32) == 0 || !verifies(bytes, bytes + FL_REQUEST_SIGNATURE_AT, text, n)) return false;
  for (const uint8_t *change = bytes + FL_REQUEST_HEAD; change < bytes + length; change += FL_REQUEST_CHANGE) {
    uint8_t key[34] = {1, 0};
    memcpy(key + 2, change + KEY_AT, 32);
    if (fl_signers_have(s, key)) return false; /* a client's number, its own, too */
  }
  r->number = fl_get64(bytes + 32);
  fl_put64(r->value, r->number);
  fl_digest(text, n, r->value + 8);
  r->count = (uint32_t)((length - FL_REQUEST_HEAD) / FL_REQUEST_CHANGE);
  memcpy(r->changes, bytes + FL_REQUEST_HEAD, length - FL_REQUEST_HEAD);
  return true;
}

/* ---- What is done ---- */

/* What is no record that a request wrote is none: somebody put it there before the client was enrolled. */
bool fl_request_follows(const struct fl_request *r, const struct fl_value *before) {
  bool record = before && before->data && before->type == FL_STRING && before->length == FL_REQUEST_RECORD &&
                before->expires == 0;
  return r->number - 1 == (record ? fl_get64(before->data) : 0);
}

/* As INCR reads them: digits, a minus before them, no zeros in front. */
static bool read_number(const struct fl_value *v, int64_t *n) {
  char again[24];
  bool below = v->data && v->length > 0 && v->data[0] == '-';
  uint64_t most = (uint64_t)INT64_MAX + below, sum = 0;
  if (!v->data || v->type != FL_STRING || v->length > 20) return false;
  for (size_t i = below; i < v->length; i++) {
    unsigned digit = (unsigned)v->data[i] - '0';
    if (digit > 9 || sum > (most - digit) / 10) return false;
    sum = 10 * sum + digit;
  }
  *n = (int64_t)(below ? 0 - sum : sum);
  return (size_t)snprintf(again, sizeof again, "%lld", (long long)*n) == v->length &&
         memcmp(again, v->data, v->length) == 0;
}

size_t fl_request_sum(const struct fl_value *before, int64_t by, char sum[24]) {
  int64_t n = 0;
  if ((before && !read_number(before, &n)) || __builtin_add_overflow(n, by, &n)) return 0;
  return (size_t)snprintf(sum, 24, "%lld", (long long)n);
}

static bool is(const struct fl_value *v, const void *data, size_t length) {
  return v->type == FL_STRING && v->data && v->length == length && memcmp(v->data, data, length) == 0;
}

static bool makes(const uint8_t *change, bool knows, const struct fl_value *before, const struct fl_value *v) {
  uint64_t number = fl_get64(change + NUMBER_AT);
  uint8_t digest[32];
  char sum[24];
  if (change[0] == 'd') return !v;
  if (!v || v->type != FL_STRING) return false;
  if (change[0] == 'i') {
    size_t n = knows ? fl_request_sum(before, (int64_t)number, sum) : 0;
    return n > 0 && is(v, sum, n) && v->expires == (before ? before->expires : 0);
  }
  if (v->data) fl_digest(v->data, v->length, digest);
  return change[0] == 'p' && v->expires == number &&
         memcmp(v->data ? digest : v->digest, change + VALUE_AT, sizeof digest) == 0;
}

bool fl_request_takes(struct fl_request *r, const uint8_t key[34], bool knows, const struct fl_value *before,
                      const struct fl_value *v) {
  if (!fl_request_is_pending(r)) return false;
  const uint8_t *change = r->next == 0 ? NULL : r->changes[r->next - 1];
  bool good = change ? key[0] == 1 && key[1] == 0 && memcmp(key + 2, change + KEY_AT, 32) == 0 &&
                           makes(change, knows, before, v)
                     : memcmp(key, r->record, 34) == 0 && v && is(v, r->value, sizeof r->value) && v->expires == 0;
  r->next += good;
  return good;
}
