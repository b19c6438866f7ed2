/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "fl_proof.h"

#include "digest.h"
#include "receipts_trusted.h"
#include "value_trusted.h"
#include "seal_trusted.h"

#include <openssl/evp.h>
#include <openssl/rand.h>
#include <stdlib.h>
#include <string.h>

/* So many seals are remembered, to be compared with others of the same run. */
enum { SEALS = 1024 };
struct seen {
  uint64_t incarnation, epoch; /* 0: nothing; no epoch that is sealed has this number */
  uint8_t digest[32], previous[32];
};

struct fl_proof {
  struct fl_signer *key;
  bool has_receipt, has_seal, has_last;
  struct fl_anchor anchors[FL_PROOF_ANCHORS]; /* of runs, the earlier first */
  size_t anchor_count;
  struct fl_receipt receipt;
  struct fl_seal seal;
  struct fl_receipt last; /* of the command before */
  struct seen seen[SEALS];
  char line[FL_PROOF_LINE];
  const char *why;
};

static const char not_reached[] = "an epoch that the anchor has not reached: it may come to nothing yet";

static bool wrong(struct fl_proof *p, const char *why) {
  if (!p->why) p->why = why;
  return false;
}
const char *fl_proof_why(const struct fl_proof *p) { return p->why ? p->why : "nothing is wrong"; }

bool fl_proof_is_early(const struct fl_proof *p) { return p->why == not_reached; }

struct fl_proof *fl_proof_new(const char *pem, size_t length, const char **why) {
  struct fl_proof *p = calloc(1, sizeof *p);
  *why = "out of memory";
  if (p && (p->key = fl_signer_read(pem, length, false, why))) return p;
  free(p);
  return NULL;
}

void fl_proof_free(struct fl_proof *p) {
  if (p) fl_signer_free(p->key);
  free(p);
}

bool fl_proof_anchor(struct fl_proof *p, const char *text, size_t length) {
  struct fl_anchor a, *all = p->anchors;
  size_t n = p->anchor_count, at = 0;
  if (!fl_anchor_read_text(text, length, &a)) return false;
  while (at < n && all[at].incarnation < a.incarnation) at++;
  bool replaces = at < n && all[at].incarnation == a.incarnation;
  if (!replaces && n == FL_PROOF_ANCHORS) { /* the earliest is forgotten; or this one is */
    if (at == 0) return true;
    memmove(all, all + 1, --at * sizeof *all);
  } else if (!replaces) {
    memmove(all + at + 1, all + at, (n - at) * sizeof *all);
    p->anchor_count++;
  }
  all[at] = a;
  return true;
}

bool fl_proof_seals(const struct fl_proof *p, uint8_t key[32]) {
  size_t length = 32;
  return EVP_PKEY_get_raw_public_key(fl_signer_key(p->key), key, &length) == 1;
}

void fl_proof_again(struct fl_proof *p) {
  p->has_receipt = p->has_seal = false;
  p->why = NULL;
}

/* ---- Seals ---- */

/* A run makes one seal after the other, so of one run and up to one epoch there is one history. Of the runs before the
 * anchor's it is not known here how much of each was gone on from. */
static const char *anchor_refuses(const struct fl_anchor *a, const struct fl_seal *s, const uint8_t digest[32]) {
  if (a->epoch > 0 && s->epoch == a->epoch)
    return memcmp(digest, a->seal, 32) == 0 ? NULL
                                            : "another seal than the anchor's, of the same epoch: it does not count";
  if (s->incarnation > a->incarnation) return "a run that the anchor does not know: it does not count";
  if (s->epoch > a->epoch)
    return s->incarnation < a->incarnation ? "a run that was given up before this epoch: it does not count"
                                           : not_reached;
  if (s->incarnation < a->incarnation)
    return "a run before the anchor's, of which that does not say how much counts\n"
           "  help: an anchor that was kept in that run says it";
  return NULL;
}

/* By the anchor that was kept in its run, or in the first one after it of which there is one. What was sealed in a run
 * after that was kept, the next one knows. */
static const char *anchors_refuse(const struct fl_proof *p, const struct fl_seal *s, const uint8_t digest[32]) {
  const char *why = NULL;
  for (size_t i = 0; i < p->anchor_count; i++) {
    if (p->anchors[i].incarnation < s->incarnation && i + 1 < p->anchor_count) continue;
    if ((why = anchor_refuses(&p->anchors[i], s, digest)) != not_reached) return why;
  }
  return why;
}

/* Two seals of one epoch in one run, or one that does not go on from the one before: whoever has the key, or the
 * server, has two histories. */
static bool is_of_one_history(struct fl_proof *p, const struct fl_seal *s, const uint8_t digest[32]) {
  struct seen *at = &p->seen[s->epoch % SEALS];
  const struct seen *before = &p->seen[(s->epoch - 1) % SEALS], *after = &p->seen[(s->epoch + 1) % SEALS];
  bool has = at->epoch && at->epoch == s->epoch && at->incarnation == s->incarnation;
  if (has && memcmp(at->digest, digest, 32) != 0) return false;
  if (before->epoch && before->epoch == s->epoch - 1 && before->incarnation == s->incarnation &&
      memcmp(before->digest, s->previous, 32) != 0)
    return false;
  if (after->epoch && after->epoch == s->epoch + 1 && after->incarnation == s->incarnation &&
      memcmp(after->previous, digest, 32) != 0)
    return false;
  *at = (struct seen){.incarnation = s->incarnation, .epoch = s->epoch};
  memcpy(at->digest, digest, 32);
  memcpy(at->previous, s->previous, 32);
  return true;
}

static bool take_seal(struct fl_proof *p, const uint8_t bytes[FL_SEAL]) {
  uint8_t digest[32];
  if (!fl_seal_read(p->key, bytes, FL_SEAL, &p->seal)) return wrong(p, "a seal that was not made with this key");
  fl_seal_digest(bytes, digest);
  const char *why = anchors_refuse(p, &p->seal, digest);
  if (why) return wrong(p, why);
  if (!is_of_one_history(p, &p->seal, digest))
    return wrong(p, "two histories of one run: the server, or the key, is another's");
  p->has_seal = true;
  return true;
}

/* ---- Lines ---- */

static int nibble(char c) { return c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1; }
/* The bytes of a word of hexadecimal digits; how many characters, or 0. */
static size_t unhex(const char *text, uint8_t *bytes, size_t most, size_t *count) {
  size_t n = 0;
  for (; nibble(text[2 * n]) >= 0 && n < most; n++) {
    if (nibble(text[2 * n + 1]) < 0) return 0;
    bytes[n] = (uint8_t)(nibble(text[2 * n]) << 4 | nibble(text[2 * n + 1]));
  }
  *count = n;
  return nibble(text[2 * n]) >= 0 ? 0 : 2 * n;
}
/* The only word of a line. */
static bool only(const char *text, uint8_t *bytes, size_t most, size_t *count) {
  size_t end = unhex(text, bytes, most, count);
  return end && !text[end];
}

static bool take_receipt(struct fl_proof *p, const char *word) {
  uint8_t bytes[FL_RECEIPT_LONG];
  size_t n;
  if (p->has_receipt) return wrong(p, "another receipt, and the one before has no certificate");
  if (!only(word, bytes, sizeof bytes, &n) || !fl_receipt_read(bytes, n, &p->receipt))
    return wrong(p, "this is no receipt");
  p->has_seal = false; /* it is followed by its own */
  return p->has_receipt = true;
}

static bool take_path(struct fl_proof *p, const char *word) {
  uint8_t path[FL_RECEIPT_PATH][32];
  size_t steps = 0, n;
  char *after = NULL;
  unsigned long leaves = *word < '0' || *word > '9' ? 0 : strtoul(word, &after, 10);
  const char *at = after ? after : word;
  if (!p->has_receipt || !p->has_seal) return wrong(p, "a path, without a receipt and a seal before it");
  while (*at == ' ' && steps < FL_RECEIPT_PATH) {
    size_t end = unhex(at + 1, path[steps++], 32, &n);
    if (!end || n != 32) return wrong(p, "this is no path");
    at += 1 + end;
  }
  if (*at || leaves == 0 || leaves > UINT32_MAX) return wrong(p, "this is no path");
  if (p->receipt.epoch != p->seal.epoch || p->receipt.incarnation != p->seal.incarnation)
    return wrong(p, "the seal is of another epoch than the receipt");
  if (!fl_receipt_is_below(&p->receipt, (uint32_t)leaves, (const uint8_t(*)[32])path, steps, p->seal.receipts))
    return wrong(p, "the receipt is not below the seal");
  p->has_receipt = p->has_seal = false;
  return true;
}

static void tell_seal(const struct fl_seal *s, struct fl_proof_answer *a) {
  *a = (struct fl_proof_answer){.incarnation = s->incarnation, .epoch = s->epoch};
  memcpy(a->key, s->root, 32);
}
static void tell_receipt(const struct fl_receipt *r, struct fl_proof_answer *a) {
  *a = (struct fl_proof_answer){.incarnation = r->incarnation,
                                .epoch = r->epoch,
                                .counter = r->counter,
                                .until = r->time,
                                .wrote = r->wrote,
                                .there = r->there,
                                .type = r->type,
                                .nonce_length = r->nonce_length};
  memcpy(a->key, r->key, 32);
  memcpy(a->value, r->value, 32);
  memcpy(a->nonce, r->nonce, sizeof a->nonce);
}

static enum fl_proof_line take(struct fl_proof *p, const char *line, struct fl_proof_answer *answer) {
  uint8_t bytes[FL_SEAL];
  size_t n;
  if (strncmp(line, "receipt ", 8) == 0) return take_receipt(p, line + 8) ? FL_PROOF_MORE : FL_PROOF_WRONG;
  if (strncmp(line, "seal ", 5) == 0) {
    if (!only(line + 5, bytes, sizeof bytes, &n) || n != FL_SEAL) return wrong(p, "this is no seal");
    if (!take_seal(p, bytes)) return FL_PROOF_WRONG;
    if (p->has_receipt) return FL_PROOF_MORE;
    tell_seal(&p->seal, answer);
    return FL_PROOF_SEALED;
  }
  if (strncmp(line, "path ", 5) == 0) {
    if (!take_path(p, line + 5)) return FL_PROOF_WRONG;
    tell_receipt(&p->receipt, answer);
    return FL_PROOF_CERTIFIED;
  }
  if (!*line || strncmp(line, "of ", 3) == 0) return FL_PROOF_MORE;
  return wrong(p, "neither a receipt nor a certificate");
}

enum fl_proof_line fl_proof_line(struct fl_proof *p, const char *line, size_t length, struct fl_proof_answer *answer) {
  *answer = (struct fl_proof_answer){0};
  if (p->why) return FL_PROOF_WRONG;
  if (length >= sizeof p->line) return wrong(p, "a line that is too long");
  if (length > 0 && memchr(line, 0, length)) return wrong(p, "this is no text");
  while (length > 0 && line[length - 1] == '\r') length--;
  if (length > 0) memcpy(p->line, line, length);
  p->line[length] = 0;
  return take(p, p->line, answer);
}

bool fl_proof_end(struct fl_proof *p) {
  if (p->why) return false;
  return !p->has_receipt || wrong(p, "a receipt without a certificate: it certifies nothing");
}

/* ---- Commands ---- */

bool fl_proof_nonce(uint8_t nonce[FL_PROOF_NONCE]) { return RAND_bytes(nonce, FL_PROOF_NONCE) == 1; }

static bool is_digest_of(const uint8_t digest[32], const void *bytes, size_t length) {
  uint8_t other[32];
  fl_digest(bytes, length, other);
  return memcmp(digest, other, sizeof other) == 0;
}

/* What it says, against what was answered. */
static bool says(struct fl_proof *p, const struct fl_proof_said *said) {
  const struct fl_receipt *r = &p->receipt;
  if (!is_digest_of(r->key, said->key, said->key_length)) return wrong(p, "a receipt of another key");
  /* Where nothing is there, it is the same to have read that, and to have deleted it. */
  if (r->wrote != said->wrote && r->there) return wrong(p, "a receipt of another kind of answer");
  bool none = !r->there || (said->there == FL_PROOF_NO_STRING && r->type != FL_STRING);
  if (none != (said->there == FL_PROOF_ABSENT || said->there == FL_PROOF_NO_STRING))
    return wrong(p, r->there ? "there is a value, and the answer is that there is none"
                             : "there is no value, and the answer has one");
  if (said->there == FL_PROOF_VALUE && r->type != FL_STRING) return wrong(p, "what is there is no string");
  if (said->there == FL_PROOF_VALUE && !is_digest_of(r->value, said->value, said->value_length))
    return wrong(p, "another value than the answer's");
  if (said->knows_until && r->time != said->until) return wrong(p, "a value with another end");
  return true;
}

/* After the receipt before, in the server's order. */
static bool follows(struct fl_proof *p, bool first, uint8_t within) {
  const struct fl_receipt *r = &p->receipt, *l = &p->last;
  if (first && !p->has_last) return true;
  if (!first && (r->incarnation != l->incarnation || r->epoch != l->epoch))
    return wrong(p, "one command, and two epochs");
  if (r->epoch > l->epoch && r->incarnation > l->incarnation) return true;
  if (r->epoch < l->epoch || r->incarnation != l->incarnation || r->counter <= l->counter)
    return wrong(p, "a receipt that was made before the one before it");
  return first || r->counter - l->counter <= (within ? within : 1) || wrong(p, "one command, and others between");
}

static bool command(struct fl_proof *p, const uint8_t *nonce, size_t nonce_length, const struct fl_proof_said *said,
                    size_t count, const char *text, size_t length) {
  struct fl_proof_answer answer;
  size_t done = 0;
  if (nonce_length == 0 || nonce_length > FL_PROOF_NONCE || count == 0) return wrong(p, "no nonce, or no keys");
  while (length > 0) {
    const char *end = memchr(text, '\n', length);
    size_t n = end ? (size_t)(end - text) : length;
    enum fl_proof_line line = fl_proof_line(p, text, n, &answer);
    text += end ? n + 1 : n;
    length -= end ? n + 1 : n;
    if (line == FL_PROOF_WRONG) return false;
    if (line == FL_PROOF_SEALED) return wrong(p, "a seal of no receipt");
    if (line == FL_PROOF_MORE) continue;
    if (done == count) return wrong(p, "more receipts than keys");
    if (answer.nonce_length != nonce_length || memcmp(answer.nonce, nonce, nonce_length) != 0)
      return wrong(p, answer.nonce_length ? "a receipt with another nonce" : "a receipt without a nonce");
    if (!says(p, &said[done]) || !follows(p, done == 0, said[done].within)) return false;
    p->last = p->receipt;
    done++;
  }
  return fl_proof_end(p) && (done == count || wrong(p, "fewer receipts than keys"));
}

bool fl_proof_command(struct fl_proof *p, const uint8_t *nonce, size_t nonce_length, const struct fl_proof_said *said,
                      size_t count, const char *text, size_t length) {
  struct fl_receipt last = p->last;
  fl_proof_again(p);
  bool ok = command(p, nonce, nonce_length, said, count, text, length);
  if (ok)
    p->has_last = true;
  else
    p->last = last; /* a lie does not move what is known */
  return ok;
}
