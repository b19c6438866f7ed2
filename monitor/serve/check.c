/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* fairlead-monitor-check: what `fairlead monitor check' runs. Reads receipts and certificates as the server gives them
 * (lines `receipt', `of', `seal', `path'), has every signature and every way from a receipt to a seal checked
 * (fl_proof.h), and says in words what was signed. With a nonce, all receipts must have that one; with an anchor, all
 * that is sealed must count by it. */
#define _GNU_SOURCE
#include "fl_proof.h"
#include "ours_trusted.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { DIAGNOSED = 1, USAGE = 2, TEXT = 16384 };

static int line_number;
static const char *file_name;
static int wrong(const char *what) {
  fprintf(stderr, "%s:%d:1: error: %s\n", file_name, line_number, what);
  return DIAGNOSED;
}

static void print_hex(const uint8_t *b, size_t n) {
  for (size_t i = 0; i < n; i++) printf("%02x", b[i]);
}

static void print_receipt(const struct fl_proof_answer *r) {
  printf("certified: incarnation %" PRIu64 ", epoch %" PRIu64 ", answer %" PRIu64 ": %s key ", r->incarnation, r->epoch,
         r->counter, r->wrote ? "wrote" : "got");
  print_hex(r->key, 32);
  if (!r->there)
    printf(": no value");
  else {
    printf(": value ");
    print_hex(r->value, 32);
    if (r->until) printf(", until %" PRIu64, r->until);
  }
  if (r->nonce_length) {
    printf(", nonce ");
    print_hex(r->nonce, r->nonce_length);
  }
  puts("");
}
static void print_seal(const struct fl_proof_answer *s) {
  printf("sealed: incarnation %" PRIu64 ", epoch %" PRIu64 ", root ", s->incarnation, s->epoch);
  print_hex(s->key, 32);
  puts("");
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
  line[length] = 0;
  return LINE_READ;
}

/* What whoever asked said, and each receipt has to say; length 0: anything. */
struct nonce {
  uint8_t bytes[FL_PROOF_NONCE];
  size_t length;
};

/* An even number of hexadecimal digits, and nothing else. */
static bool read_nonce(const char *digits, struct nonce *nonce) {
  static const char all[] = "0123456789abcdef";
  size_t n = strlen(digits);
  if (n == 0 || n % 2 || n > 2 * sizeof nonce->bytes || strspn(digits, all) != n) return false;
  for (size_t i = 0; i < n; i++) {
    uint8_t *b = &nonce->bytes[i / 2];
    *b = (uint8_t)(*b << 4 | (uint8_t)(strchr(all, digits[i]) - all));
  }
  nonce->length = n / 2;
  return true;
}

static int check(struct fl_proof *proof, FILE *f, const struct nonce *nonce) {
  char line[FL_PROOF_LINE];
  size_t checked = 0;
  enum line got;
  while ((got = read_line(f, line, sizeof line)) != LINE_NONE) {
    struct fl_proof_answer answer;
    line_number++;
    if (got == LINE_TOO_LONG) return wrong("a line that is too long");
    if (got == LINE_NO_TEXT) return wrong("this is no text");
    enum fl_proof_line what = fl_proof_line(proof, line, strlen(line), &answer);
    if (what == FL_PROOF_WRONG) return wrong(fl_proof_why(proof));
    if (what == FL_PROOF_MORE) continue;
    checked++;
    if (what == FL_PROOF_SEALED) {
      print_seal(&answer);
      continue;
    }
    if (nonce->length &&
        (answer.nonce_length != nonce->length || memcmp(answer.nonce, nonce->bytes, nonce->length) != 0))
      return wrong(answer.nonce_length ? "a receipt with another nonce" : "a receipt without a nonce");
    print_receipt(&answer);
  }
  if (ferror(f)) return wrong("it cannot be read");
  if (!fl_proof_end(proof)) return wrong(fl_proof_why(proof));
  return checked == 0 ? wrong("there is nothing in it") : 0;
}

/* Of a file or a pipe, whatever it is, no more than a key or an anchor may have. */
static size_t read_text(const char *path, char *text, size_t room, const char **why) {
  int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  ssize_t n = fd < 0 ? -1 : fl_read_patiently(fd, text, room);
  if (n < 0) *why = strerror(errno);
  if (n == (ssize_t)room) *why = "it is too long";
  if (fd >= 0) close(fd);
  return n < 0 || n == (ssize_t)room ? 0 : (size_t)n;
}

static int complain(const char *what, const char *name, const char *why) {
  fprintf(stderr, "fairlead-monitor-check: %s%s: %s\n", what, name, why);
  return DIAGNOSED;
}

static int read_options(int argc, char **argv, struct nonce *nonce, const char **anchor) {
  bool ok = argc >= 3 && argc % 2 == 1 && argv[1][0] != '-';
  for (int i = 3; ok && i < argc; i += 2) {
    if (strcmp(argv[i], "--anchor") == 0)
      *anchor = argv[i + 1];
    else if (strcmp(argv[i], "--nonce") != 0)
      ok = false;
    else if (!read_nonce(argv[i + 1], nonce)) {
      fputs("fairlead-monitor-check: a nonce has from 1 to 32 bytes, in hexadecimal digits (small letters)\n", stderr);
      return USAGE;
    }
  }
  if (!ok) fputs("usage: fairlead-monitor-check PUBLIC-KEY FILE|- [--nonce DIGITS] [--anchor FILE]\n", stderr);
  return ok ? 0 : USAGE;
}

int main(int argc, char **argv) {
  char text[TEXT];
  const char *why = "it is empty", *anchor = NULL;
  struct nonce nonce = {.length = 0};
  int status = read_options(argc, argv, &nonce, &anchor);
  if (status) return status;
  size_t n = read_text(argv[1], text, sizeof text, &why);
  struct fl_proof *proof = n > 0 ? fl_proof_new(text, n, &why) : NULL;
  if (!proof) return complain("the key ", argv[1], why);
  const char *name = strcmp(argv[2], "-") == 0 ? "-" : argv[2];
  FILE *f = strcmp(argv[2], "-") == 0 ? stdin : fopen(argv[2], "re");
  if (!f) {
    status = complain("", argv[2], "cannot be opened");
  } else if (anchor) {
    why = "it is none, or damaged";
    n = read_text(anchor, text, sizeof text, &why);
    if (!fl_proof_anchor(proof, text, n)) status = complain("the anchor ", anchor, why);
  }
  file_name = name;
  if (!status) status = check(proof, f, &nonce);
  if (fflush(stdout) != 0 || ferror(stdout)) {
    fputs("fairlead-monitor-check: the output cannot be written\n", stderr);
    status = DIAGNOSED;
  }
  if (f && f != stdin) fclose(f);
  fl_proof_free(proof);
  return status;
}
