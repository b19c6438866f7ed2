/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "asked.h"

#include "bytes.h"
#include "digest.h"

#include <errno.h>
#include <openssl/evp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

EVP_PKEY *asked_key(unsigned number) {
  uint8_t secret[32];
  memset(secret, 1 + (int)number, sizeof secret);
  EVP_PKEY *key = EVP_PKEY_new_raw_private_key(EVP_PKEY_ED25519, NULL, secret, sizeof secret);
  if (!key) abort();
  return key;
}

void asked_public(unsigned number, uint8_t key[32]) {
  size_t length = 32;
  EVP_PKEY *k = asked_key(number);
  if (EVP_PKEY_get_raw_public_key(k, key, &length) != 1) abort();
  EVP_PKEY_free(k);
}

struct fl_signers *asked_signers(void) {
  char text[CLIENTS * 80 + 8] = "# who\n\n";
  uint8_t key[32];
  const char *why;
  size_t n = strlen(text);
  for (unsigned c = 1; c <= CLIENTS; c++) {
    asked_public(c, key);
    n += (size_t)sprintf(text + n, "c%u ", c);
    for (size_t i = 0; i < 32; i++) n += (size_t)sprintf(text + n, "%02x", key[i]);
    text[n++] = '\n';
  }
  struct fl_signers *all = fl_signers_read(text, n, &why);
  if (!all) abort();
  return all;
}

void asked_name(const uint8_t key[32], char name[81], uint8_t record[34]) {
  size_t n = (size_t)sprintf(name, "fairlead:client:");
  for (size_t i = 0; i < 32; i++) n += (size_t)sprintf(name + n, "%02x", key[i]);
  record[0] = 1;
  record[1] = 0;
  fl_digest(name, n, record + 2);
}

void asked_sign(unsigned client, unsigned gate, uint8_t *bytes, size_t length, uint8_t value[40]) {
  uint8_t seals[32], text[8 + 32 + FL_MESSAGE], *at = text;
  size_t n = 64;
  asked_public(gate, seals);
  asked_public(client, bytes);
  at = (uint8_t *)memcpy(at, "FLREQ01\n", 8) + 8;
  at = (uint8_t *)memcpy(at, seals, 32) + 32;
  at = (uint8_t *)memcpy(at, bytes, 40) + 40;
  at = (uint8_t *)memcpy(at, bytes + 104, length - 104) + (length - 104);
  EVP_PKEY *key = asked_key(client);
  EVP_MD_CTX *c = EVP_MD_CTX_new();
  if (EVP_DigestSignInit(c, NULL, NULL, NULL, key) != 1 ||
      EVP_DigestSign(c, bytes + 40, &n, text, (size_t)(at - text)) != 1)
    abort();
  EVP_MD_CTX_free(c);
  EVP_PKEY_free(key);
  memcpy(value, bytes + 32, 8);
  fl_digest(text, (size_t)(at - text), value + 8);
}

void asked_begin(struct asked *a, bool require) {
  memset(a, 0, sizeof *a);
  a->require = require;
  asked_public(0, a->seals);
}

static struct asked_entry *entry(struct asked *a, const uint8_t *key) {
  for (size_t i = 0; i < a->count; i++)
    if (memcmp(a->all[i].key, key, 34) == 0) return &a->all[i];
  if (a->count == ASKED_KEYS) abort();
  memcpy(a->all[a->count].key, key, 34);
  return &a->all[a->count++];
}

/* 0, or the client that has this record. */
static unsigned whose(const uint8_t *record) {
  static uint8_t all[CLIENTS][34];
  static bool known;
  for (unsigned c = 1; !known && c <= CLIENTS; c++) {
    char name[81];
    uint8_t key[32];
    asked_public(c, key);
    asked_name(key, name, all[c - 1]);
  }
  known = true;
  for (unsigned c = 1; c <= CLIENTS; c++)
    if (memcmp(all[c - 1], record, 34) == 0) return c;
  return 0;
}

static const char *request(struct asked *a, const uint8_t *m, size_t n) {
  uint8_t text[8 + 32 + FL_MESSAGE], *at = text;
  char name[81];
  if (a->pending) return "a request in a request";
  if (n < 104 + 73 || (n - 104) % 73 || n > 104 + 12 * 73) return "a request of no size";
  asked_name(m, name, a->record);
  unsigned client = whose(a->record);
  if (!client) return "a request of nobody that is known";
  at = (uint8_t *)memcpy(at, "FLREQ01\n", 8) + 8;
  at = (uint8_t *)memcpy(at, a->seals, 32) + 32;
  at = (uint8_t *)memcpy(at, m, 40) + 40;
  at = (uint8_t *)memcpy(at, m + 104, n - 104) + (n - 104);
  for (const uint8_t *change = m + 104; change < m + n; change += 73) {
    uint8_t about[34] = {1, 0};
    memcpy(about + 2, change + 1, 32);
    if (whose(about)) return "a request about a client's number";
  }
  EVP_PKEY *key = asked_key(client);
  EVP_MD_CTX *c = EVP_MD_CTX_new();
  bool good = EVP_DigestVerifyInit(c, NULL, NULL, NULL, key) == 1 &&
              EVP_DigestVerify(c, m + 40, 64, text, (size_t)(at - text)) == 1;
  EVP_MD_CTX_free(c);
  EVP_PKEY_free(key);
  if (!good) return "a request that was not signed";
  const struct asked_entry *e = entry(a, a->record);
  bool is_number = e->there && e->length == 41 && !(e->datum[0] >> 2);
  uint64_t number = fl_get64(m + 32), before = is_number ? fl_get64(e->datum + 1) : 0;
  if (number != before + 1) return "a request that is not the next one";
  memcpy(a->request, m, n);
  fl_put64(a->value, number);
  fl_digest(text, (size_t)(at - text), a->value + 8);
  a->changes = 1 + (n - 104) / 73;
  a->done = 0;
  a->pending = true;
  return NULL;
}

/* A datum's time, and its bytes, or where its digest is. */
static const uint8_t *content(const uint8_t *datum, size_t length, uint64_t *time, size_t *n, bool *digest) {
  bool timed = datum[0] & 1;
  size_t at = timed ? 9 : 1;
  *time = timed ? fl_get64(datum + 1) : 0;
  *digest = datum[0] & 2;
  *n = length - at;
  return datum + at + (*digest ? 4 : 0);
}

static bool fits(struct asked *a, const uint8_t *key, const uint8_t *datum, size_t length) {
  const uint8_t *c = a->request + 104 + 73 * (a->done ? a->done - 1 : 0);
  uint64_t time = 0, old_time = 0, number = fl_get64(c + 33);
  size_t n = 0, old_n = 0;
  bool digest = false, old_digest = false;
  const uint8_t *bytes = datum ? content(datum, length, &time, &n, &digest) : NULL, *old = NULL;
  if (datum && datum[0] >> 2) return false; /* of another type than a string */
  if (a->done == 0)
    return bytes && memcmp(key, a->record, 34) == 0 && !digest && time == 0 && n == 40 &&
           memcmp(bytes, a->value, 40) == 0;
  if (key[0] != 1 || key[1] != 0 || memcmp(key + 2, c + 1, 32) != 0) return false;
  if (c[0] == 'd') return !datum;
  if (c[0] == 'p' && datum) {
    uint8_t found[32];
    if (!digest) fl_digest(bytes, n, found);
    return time == number && memcmp(digest ? bytes : found, c + 41, 32) == 0;
  }
  if (c[0] != 'i' || !datum || digest) return false;
  const struct asked_entry *e = entry(a, key);
  if (e->there) old = content(e->datum, e->length, &old_time, &old_n, &old_digest);
  char text[32] = "0", sum[32], *end;
  if ((e->there && e->datum[0] >> 2) || old_digest || old_n > 20 || (e->there && old_n == 0)) return false;
  if (old) memcpy(text, old, old_n), text[old_n] = 0;
  errno = 0;
  long long value = strtoll(text, &end, 10);
  if (errno || *end || strlen(text) != (old ? old_n : 1) || __builtin_add_overflow(value, (long long)number, &value))
    return false;
  sprintf(sum, "%lld", value);
  return n == strlen(sum) && memcmp(sum, bytes, n) == 0 && time == old_time;
}

static void advance(struct asked *a) {
  if (++a->done < a->changes) return;
  a->pending = false;
  a->requests++;
}

const char *asked_taken(struct asked *a, const uint8_t *m, size_t n, const struct fl_keeper_said *said) {
  const uint8_t *key = m + FL_CALL_HEAD;
  struct asked_entry *e = n >= FL_CALL_HEAD + 34 && strchr("pdgn", m[0]) ? entry(a, key) : NULL;
  switch (m[0]) {
  case 'u': return request(a, m + 1, n - 1);
  case 'g':
  case 'n':
    if (!e->there && a->pending && fits(a, key, NULL, 0)) advance(a);
    return NULL;
  case 'p':
  case 'd': {
    const uint8_t *datum = m[0] == 'p' ? key + 34 : NULL;
    size_t length = datum ? n - FL_CALL_HEAD - 34 : 0;
    bool over = !datum && e->there && e->datum[0] & 1;
    if (datum && (length < 1 || length > 252)) return "a datum that is none";
    if (a->pending && fits(a, key, datum, length))
      advance(a);
    else if (!over && (a->pending || a->require || whose(key)))
      return "a change that nobody asked for";
    e->there = datum != NULL;
    e->length = length;
    if (datum) memcpy(e->datum, datum, length);
    return NULL;
  }
  case 't':
    if (said->length > 0 && a->pending) return "a seal in the middle of a request";
    a->sealed = a->requests;
    return NULL;
  default: return NULL;
  }
}
