/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* fairlead-monitor-check: what `fairlead monitor check' runs. Reads receipts and certificates as the server gives them
 * (lines `receipt', `of', `seal', `path'), checks every signature and every way from a receipt to a seal, and says in
 * words what was signed; with a nonce, all receipts must have that one. */
#define _GNU_SOURCE
#include "receipts_trusted.h"
#include "seal_trusted.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { DIAGNOSED = 1, USAGE = 2, LINE = 8192 };

static int line_number;
static const char *file_name;
static int wrong(const char *what) {
  fprintf(stderr, "%s:%d:1: error: %s\n", file_name, line_number, what);
  return DIAGNOSED;
}

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
static void print_hex(const uint8_t *b, size_t n) {
  for (size_t i = 0; i < n; i++) printf("%02x", b[i]);
}

static void print_receipt(const struct fl_receipt *r) {
  printf("incarnation %" PRIu64 ", epoch %" PRIu64 ", answer %" PRIu64 ": %s key ", r->incarnation, r->epoch,
         r->counter, r->wrote ? "wrote" : "got");
  print_hex(r->key, 32);
  if (!r->there)
    printf(": no value");
  else {
    printf(": value ");
    print_hex(r->value, 32);
    if (r->time) printf(", until %" PRIu64, r->time);
  }
  if (r->nonce_length) {
    printf(", nonce ");
    print_hex(r->nonce, r->nonce_length);
  }
}

/* A line without its end. Whatever is in the file, it is read no further than a line of text can go: /dev/zero has no
   end, and what stands behind a zero would not be looked at. */
enum line { LINE_READ, LINE_NONE, LINE_TOO_LONG, LINE_NO_TEXT };
static enum line read_line(FILE *f, char *line, size_t room) {
  size_t length = 0;
  int c;
  while ((c = getc(f)) != EOF && c != '\n') {
    if (c == 0) return LINE_NO_TEXT;
    if (length == room - 1) return LINE_TOO_LONG;
    line[length++] = (char)c;
  }
  if (c == EOF && length == 0) return LINE_NONE;
  while (length > 0 && line[length - 1] == '\r') length--;
  line[length] = 0;
  return LINE_READ;
}

/* What whoever asked said, and each receipt has to say; NULL: anything. */
struct nonce {
  uint8_t bytes[FL_NONCE];
  size_t length;
};

static int check(const struct fl_signer *key, FILE *f, const struct nonce *nonce) {
  char line[LINE];
  bool has_receipt = false, has_seal = false;
  struct fl_receipt r;
  struct fl_seal seal;
  uint8_t bytes[256], path[FL_RECEIPT_PATH][32];
  size_t n, checked = 0;
  enum line got;
  while ((got = read_line(f, line, sizeof line)) != LINE_NONE) {
    line_number++;
    if (got == LINE_TOO_LONG) return wrong("a line that is too long");
    if (got == LINE_NO_TEXT) return wrong("this is no text");
    if (strncmp(line, "receipt ", 8) == 0) {
      size_t end = unhex(line + 8, bytes, sizeof bytes, &n);
      if (has_receipt) return wrong("another receipt, and the one before has no certificate");
      if (!end || line[8 + end] || !fl_receipt_read(bytes, n, &r)) return wrong("this is no receipt");
      if (nonce && (r.nonce_length != nonce->length || memcmp(r.nonce, nonce->bytes, nonce->length) != 0))
        return wrong(r.nonce_length ? "a receipt with another nonce" : "a receipt without a nonce");
      has_receipt = true;
    } else if (strncmp(line, "seal ", 5) == 0) {
      size_t end = unhex(line + 5, bytes, sizeof bytes, &n);
      if (!end || line[5 + end] || n != FL_SEAL) return wrong("this is no seal");
      if (!fl_seal_read(key, bytes, n, &seal)) return wrong("a seal that was not made with this key");
      has_seal = true;
      if (has_receipt) continue;
      printf("sealed: incarnation %" PRIu64 ", epoch %" PRIu64 ", root ", seal.incarnation, seal.epoch);
      print_hex(seal.root, 32);
      puts("");
      checked++;
    } else if (strncmp(line, "path ", 5) == 0) {
      char *at = line;
      unsigned long leaves = line[5] < '0' || line[5] > '9' ? 0 : strtoul(line + 5, &at, 10);
      size_t steps = 0;
      if (!has_receipt || !has_seal) return wrong("a path, without a receipt and a seal before it");
      while (*at == ' ' && steps < FL_RECEIPT_PATH) {
        size_t end = unhex(at + 1, path[steps++], 32, &n);
        if (!end || n != 32) return wrong("this is no path");
        at += 1 + end;
      }
      if (*at || leaves == 0 || leaves > UINT32_MAX) return wrong("this is no path");
      if (r.epoch != seal.epoch || r.incarnation != seal.incarnation)
        return wrong("the seal is of another epoch than the receipt");
      if (!fl_receipt_is_below(&r, (uint32_t)leaves, (const uint8_t(*)[32])path, steps, seal.receipts))
        return wrong("the receipt is not below the seal");
      printf("certified: ");
      print_receipt(&r);
      puts("");
      checked++;
      has_receipt = has_seal = false;
    } else if (line[0] && strncmp(line, "of ", 3) != 0) {
      return wrong("neither a receipt nor a certificate");
    }
  }
  if (ferror(f)) return wrong("it cannot be read");
  if (has_receipt) return wrong("a receipt without a certificate: it certifies nothing");
  if (checked == 0) return wrong("there is nothing in it");
  return 0;
}

int main(int argc, char **argv) {
  const char *why;
  struct nonce nonce = {.length = 0};
  if (argc < 3 || argc > 4 || strcmp(argv[1], "--help") == 0) {
    fputs("usage: fairlead-monitor-check PUBLIC-KEY FILE|- [NONCE]\n", stderr);
    return USAGE;
  }
  if (argc == 4) {
    size_t end = unhex(argv[3], nonce.bytes, sizeof nonce.bytes, &nonce.length);
    if (!end || argv[3][end]) {
      fputs("fairlead-monitor-check: a nonce has from 1 to 32 bytes, in hexadecimal digits (small letters)\n", stderr);
      return USAGE;
    }
  }
  struct fl_signer *key = fl_signer_public(argv[1], &why);
  if (!key) {
    fprintf(stderr, "fairlead-monitor-check: the key %s: %s\n", argv[1], why);
    return DIAGNOSED;
  }
  FILE *f = strcmp(argv[2], "-") == 0 ? stdin : fopen(argv[2], "re");
  if (!f) {
    fprintf(stderr, "fairlead-monitor-check: %s: cannot be opened\n", argv[2]);
    fl_signer_free(key);
    return DIAGNOSED;
  }
  file_name = strcmp(argv[2], "-") == 0 ? "-" : argv[2];
  int status = check(key, f, argc == 4 ? &nonce : NULL);
  if (fflush(stdout) != 0 || ferror(stdout)) {
    fputs("fairlead-monitor-check: the output cannot be written\n", stderr);
    status = DIAGNOSED;
  }
  if (f != stdin) fclose(f);
  fl_signer_free(key);
  return status;
}
