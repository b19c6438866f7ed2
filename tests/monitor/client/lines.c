/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Lines that a server might say, changed at random: what is certified is one of the receipts that were sealed, and a
 * command is proved only by its own. SEED, how many. */
#include "digest.h"
#include "fl_proof.h"
#include "certificates.h"
#include "seal_trusted.h"

#include <inttypes.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { RECEIPTS = 9, EPOCHS = 3, TEXT = 1 << 16 };

static uint64_t state;
static uint32_t below(uint32_t n) {
  state = state * 6364136223846793005u + 1442695040888963407u;
  return (uint32_t)(state >> 33) % n;
}
static _Noreturn void fail(const char *why) {
  fprintf(stderr, "lines: %s\n", why);
  exit(1);
}

static struct fl_receipt all[EPOCHS][RECEIPTS];
static char text[TEXT], pem[512];
static size_t length, pem_length;
static struct fl_anchor anchor;

static void add(const char *words) { length += (size_t)snprintf(text + length, TEXT - length, "%s", words); }
static void add_hex(const void *bytes, size_t n) {
  char two[3];
  for (size_t i = 0; i < n; i++) snprintf(two, sizeof two, "%02x", ((const uint8_t *)bytes)[i]), add(two);
}

/* Two keys in one text: nobody knows which is meant. */
static void two_keys(void) {
  char both[sizeof pem * 2];
  const char *why;
  memcpy(both, pem, pem_length);
  memcpy(both + pem_length, pem, pem_length);
  struct fl_proof *p = fl_proof_new(both, pem_length, &why);
  if (!p) fail("a key is none");
  fl_proof_free(p);
  /* whole, or of the second one its first line, or what of it is no key */
  for (size_t n = 2 * pem_length; n > pem_length + 11; n -= 7)
    if (fl_proof_new(both, n, &why)) fail("two keys are one");
}

static void sign(void) {
  const char *why;
  EVP_PKEY *key = EVP_PKEY_Q_keygen(NULL, NULL, "ED25519");
  BIO *b = BIO_new(BIO_s_mem());
  PEM_write_bio_PUBKEY(b, key);
  pem_length = (size_t)BIO_read(b, pem, sizeof pem);
  BIO_free(b);
  struct fl_signer *signer = fl_signer_hold(key, &why);
  struct fl_receipts *receipts = fl_receipts_new();
  struct fl_certificates *certificates = fl_certificates_new(0, 1 << 20);
  struct fl_seal seal = {.incarnation = 1};
  for (unsigned e = 0; e < EPOCHS; e++) {
    uint8_t bytes[FL_SEAL];
    seal.epoch = e + 1;
    for (unsigned i = 0; i < RECEIPTS; i++) {
      uint8_t name = (uint8_t)i;
      struct fl_receipt *r = &all[e][i];
      *r = (struct fl_receipt){.incarnation = 1,
                               .epoch = e + 1,
                               .counter = e * RECEIPTS + i + 1,
                               .wrote = true,
                               .there = true,
                               .nonce_length = 1};
      r->nonce[0] = (uint8_t)(e + 1);
      fl_digest(&name, 1, r->key);
      fl_digest("v", 1, r->value);
      fl_receipts_add(receipts, r);
    }
    uint32_t count;
    const uint8_t(*leaves)[32] = fl_receipts_leaves(receipts, &count);
    fl_certificates_keep(certificates, e + 1, leaves, count);
    fl_receipts_close(receipts, seal.receipts);
    fl_seal_make(signer, &seal, bytes);
    fl_seal_digest(bytes, seal.previous);
    fl_certificates_sealed(certificates, e + 1, bytes);
    for (unsigned i = 0; i < RECEIPTS; i++) {
      uint8_t r[FL_RECEIPT_LONG];
      struct fl_certificate found;
      char number[32];
      if (fl_certificates_find(certificates, e + 1, i, &found) != FL_CERTIFICATE_FOUND) abort();
      add("receipt "), add_hex(r, fl_receipt_write(&all[e][i], r));
      add("\nseal "), add_hex(found.seal, FL_SEAL);
      snprintf(number, sizeof number, "\npath %" PRIu32, found.leaves);
      add(number);
      for (size_t s = 0; s < found.steps; s++) add(" "), add_hex(found.path[s], 32);
      add("\n");
    }
  }
  anchor = (struct fl_anchor){.incarnation = 1, .epoch = EPOCHS};
  memcpy(anchor.seal, seal.previous, 32);
  fl_receipts_free(receipts);
  fl_certificates_free(certificates);
  fl_signer_free(signer);
}

/* One to three changes: a byte, a piece left out, or one put elsewhere. */
static size_t change(char *to) {
  size_t n = length;
  memcpy(to, text, n);
  for (uint32_t i = 1 + below(3); i > 0; i--) {
    size_t at = below((uint32_t)n), from = below((uint32_t)n), size = below(600);
    if (size > n - at) size = n - at;
    if (size > n - from) size = n - from;
    switch (below(4)) {
    case 0: to[at] = (char)below(256); break;
    case 1: to[at] = "0123456789abcdef \n"[below(18)]; break;
    case 2:
      memmove(to + at, to + at + size, n - at - size);
      n -= size;
      break;
    default: memmove(to + at, to + from, size);
    }
  }
  return n;
}

/* All that is certified was sealed. */
static size_t look(struct fl_proof *p, const char *at, size_t n) {
  size_t count = 0;
  while (n > 0) {
    const char *end = memchr(at, '\n', n);
    size_t size = end ? (size_t)(end - at) : n;
    struct fl_proof_answer a;
    char *line = malloc(size + !size); /* so that a byte too many is noticed */
    memcpy(line, at, size);
    enum fl_proof_line what = fl_proof_line(p, line, size, &a);
    free(line);
    at += size + !!end, n -= size + !!end;
    if (what == FL_PROOF_WRONG) break;
    if (what != FL_PROOF_CERTIFIED) continue;
    count++;
    if (a.epoch < 1 || a.epoch > EPOCHS || a.counter <= (a.epoch - 1) * RECEIPTS || a.counter > a.epoch * RECEIPTS)
      fail("certified, and never sealed");
    const struct fl_receipt *r = &all[a.epoch - 1][(a.counter - 1) % RECEIPTS];
    if (memcmp(r->key, a.key, 32) != 0 || memcmp(r->value, a.value, 32) != 0 || !a.wrote || !a.there || a.until != 0 ||
        a.nonce_length != 1 || a.nonce[0] != a.epoch)
      fail("certified, and another was sealed");
  }
  return count;
}

int main(int argc, char **argv) {
  static char changed[TEXT], anchor_text[FL_ANCHOR_TEXT];
  const char *why;
  if (argc != 3) return 2;
  state = strtoull(argv[1], NULL, 10);
  sign();
  two_keys();
  struct fl_proof *p = fl_proof_new(pem, pem_length, &why);
  if (!p || !fl_proof_anchor(p, anchor_text, fl_anchor_write_text(anchor_text, &anchor))) fail("no key, or no anchor");
  if (look(p, text, length) != EPOCHS * RECEIPTS || !fl_proof_end(p)) fail("what was sealed is not certified");
  uint8_t names[RECEIPTS];
  struct fl_proof_said said[RECEIPTS];
  for (unsigned i = 0; i < RECEIPTS; i++) {
    names[i] = (uint8_t)i;
    said[i] = (struct fl_proof_said){
        .wrote = true, .there = FL_PROOF_VALUE, .key = &names[i], .key_length = 1, .value = "v", .value_length = 1};
  }
  size_t each = length / EPOCHS, certified = 0, proved = 0, rounds = (size_t)atoll(argv[2]);
  for (size_t i = 0; i < rounds; i++) {
    size_t n = change(changed), from = below((uint32_t)n + 1);
    fl_proof_again(p);
    certified += look(p, changed + from, n - from);
    /* The second epoch's, as one command: at most the changes are elsewhere. */
    struct fl_proof *fresh = fl_proof_new(pem, pem_length, &why);
    const uint8_t nonce = 2;
    size_t start = n > 2 * each ? each : 0;
    if (fl_proof_command(fresh, &nonce, 1, said, RECEIPTS, changed + start, n < each ? n : each)) {
      proved++;
      if (fl_proof_command(fresh, &nonce, 1, said, RECEIPTS, changed + start, each)) fail("proved twice");
    }
    fl_proof_free(fresh);
  }
  printf("%zu certified, %zu proved\n", certified, proved);
  if (rounds > 0 && (certified == 0 || proved == 0)) fail("nothing was certified");
  fl_proof_free(p);
  return 0;
}
