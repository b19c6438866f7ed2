/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* fairlead-monitor-check: what `fairlead monitor check' runs. Reads receipts and certificates as the server gives them
 * (lines `receipt', `of', `seal', `path'), has every signature and every way from a receipt to a seal checked
 * (fl_proof.h), and says in words what was signed. With a nonce, all receipts must have that one; with an anchor, all
 * that is sealed must count by it, or by the one of several that was kept in its run. With signers, requests of clients
 * are read, too, and checked to be all of each client's, in its order (fl_request.h). */
#define _GNU_SOURCE
#include "fl_request.h"
#include "ours_trusted.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { DIAGNOSED = 1, USAGE = 2, TEXT = 16384, SIGNERS = (1 << 20) + 1 };

static int line_number;
static const char *file_name;
static int wrong(const char *what) {
  fprintf(stderr, "%s:%d:1: error: %s\n", file_name, line_number, what);
  return DIAGNOSED;
}

static void print_hex(const uint8_t *b, size_t n) {
  for (size_t i = 0; i < n; i++) printf("%02x", b[i]);
}

static const char *const types[] = {"value", "hash", "list", "set", "sorted set", "stream"};
static void print_receipt(const struct fl_proof_answer *r) {
  printf("certified: incarnation %" PRIu64 ", epoch %" PRIu64 ", answer %" PRIu64 ": %s key ", r->incarnation, r->epoch,
         r->counter, r->wrote ? "wrote" : "got");
  print_hex(r->key, 32);
  if (!r->there)
    printf(": no value");
  else {
    printf(": %s ", types[r->type]);
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

/* ---- Who signed ---- */

/* A line of the file of signers, which was read already: a name and a key. NULL: there are no more. */
static const char *next_signer(const char *at, int *name, uint8_t key[32]) {
  while (*at == '#' || *at == '\n') {
    at += strcspn(at, "\n");
    if (*at) at++;
  }
  if (!*at) return NULL;
  *name = (int)strcspn(at, " ");
  const char *digits = at + *name + strspn(at + *name, " ");
  for (size_t i = 0; i < 32; i++) sscanf(digits + 2 * i, "%2hhx", &key[i]);
  return at;
}
static const char *after_line(const char *at) {
  at += strcspn(at, "\n");
  return *at ? at + 1 : at;
}

static void print_done(const char *signers, const struct fl_proof_done *d) {
  uint8_t key[32];
  int name = 0;
  const char *at = signers;
  while ((at = next_signer(at, &name, key)) && memcmp(key, d->client, 32) != 0) at = after_line(at);
  printf("signed: %.*s, request %" PRIu64 ", changes %" PRIu32 ": ", name, at ? at : "", d->number, d->changes);
  puts(d->earlier ? "done before this answer" : "done, in these answers");
}

static void print_signers(const struct fl_proof_history *history, const char *at) {
  uint8_t key[32];
  int name;
  for (; (at = next_signer(at, &name, key)); at = after_line(at)) {
    uint64_t n = fl_proof_history_number(history, key);
    if (n > 0) printf("%.*s: requests 1 to %" PRIu64 ", each once, in this order\n", name, at, n);
  }
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

/* What is checked; without signers there is no history. */
struct checked {
  struct fl_proof *proof;
  struct fl_proof_history *history;
  const char *signers;
  struct nonce nonce;
};

static const char *why_not(const struct checked *c, const char *line) {
  if (c->history) return fl_proof_history_why(c->history);
  return strncmp(line, "request ", 8) == 0 ? "a client's request\n  help: --signers FILE says who may sign"
                                           : fl_proof_why(c->proof);
}

static int check(const struct checked *c, FILE *f) {
  const struct nonce *nonce = &c->nonce;
  char line[FL_PROOF_LINE];
  size_t checked = 0;
  enum line got;
  while ((got = read_line(f, line, sizeof line)) != LINE_NONE) {
    struct fl_proof_answer answer;
    struct fl_proof_done done = {.number = 0};
    line_number++;
    if (got == LINE_TOO_LONG) return wrong("a line that is too long");
    if (got == LINE_NO_TEXT) return wrong("this is no text");
    enum fl_proof_line what = c->history ? fl_proof_history_line(c->history, line, strlen(line), &answer, &done)
                                         : fl_proof_line(c->proof, line, strlen(line), &answer);
    if (what == FL_PROOF_WRONG) return wrong(why_not(c, line));
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
    if (done.number) print_done(c->signers, &done);
  }
  if (ferror(f)) return wrong("it cannot be read");
  if (c->history ? !fl_proof_history_end(c->history) : !fl_proof_end(c->proof)) return wrong(why_not(c, ""));
  if (checked == 0) return wrong("there is nothing in it");
  if (c->history) print_signers(c->history, c->signers);
  return 0;
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

struct options {
  const char *anchors[FL_PROOF_ANCHORS], *signers;
  size_t anchor_count;
  bool all_signed;
  struct nonce nonce;
};

static int read_options(int argc, char **argv, struct options *o) {
  bool ok = argc >= 3 && argc % 2 == 1 && argv[1][0] != '-';
  for (int i = 3; ok && i < argc; i += 2) {
    const char *value = argv[i + 1];
    if (strcmp(argv[i], "--anchor") == 0) {
      ok = o->anchor_count < FL_PROOF_ANCHORS;
      if (ok) o->anchors[o->anchor_count++] = value;
    } else if (strcmp(argv[i], "--signers") == 0) {
      o->signers = value;
    } else if (strcmp(argv[i], "--signed") == 0) {
      o->all_signed = strcmp(value, "all") == 0;
      ok = o->all_signed || strcmp(value, "some") == 0;
    } else if (strcmp(argv[i], "--nonce") != 0) {
      ok = false;
    } else if (!read_nonce(value, &o->nonce)) {
      fputs("fairlead-monitor-check: a nonce has from 1 to 32 bytes, in hexadecimal digits (small letters)\n", stderr);
      return USAGE;
    }
  }
  if (ok && o->all_signed && !o->signers) {
    fputs("fairlead-monitor-check: --signed all makes no sense without --signers\n", stderr);
    return USAGE;
  }
  if (!ok)
    fputs("usage: fairlead-monitor-check PUBLIC-KEY FILE|- [--nonce DIGITS] [--anchor FILE]...\n"
          "         [--signers FILE [--signed some|all]]\n",
          stderr);
  return ok ? 0 : USAGE;
}

static int read_anchors(struct fl_proof *proof, const struct options *o) {
  char text[TEXT];
  for (size_t i = 0; i < o->anchor_count; i++) {
    const char *why = "it is none, or damaged";
    size_t n = read_text(o->anchors[i], text, sizeof text, &why);
    if (!fl_proof_anchor(proof, text, n)) return complain("the anchor ", o->anchors[i], why);
  }
  return 0;
}

/* Its text stays, for the names in it. */
static bool read_signers(struct checked *c, const struct options *o, char *text, const char **why) {
  if (!text) return false;
  *why = "it is empty";
  size_t n = read_text(o->signers, text, SIGNERS, why);
  text[n] = 0;
  c->signers = text;
  return n > 0 && (c->history = fl_proof_history_new(c->proof, text, n, o->all_signed, why));
}

int main(int argc, char **argv) {
  char text[TEXT], *signers = NULL;
  const char *why = "it is empty";
  struct options o = {.signers = NULL};
  struct checked c = {.proof = NULL};
  int status = read_options(argc, argv, &o);
  if (status) return status;
  c.nonce = o.nonce;
  size_t n = read_text(argv[1], text, sizeof text, &why);
  c.proof = n > 0 ? fl_proof_new(text, n, &why) : NULL;
  if (!c.proof) return complain("the key ", argv[1], why);
  file_name = strcmp(argv[2], "-") == 0 ? "-" : argv[2];
  FILE *f = strcmp(argv[2], "-") == 0 ? stdin : fopen(argv[2], "re");
  if (!f)
    status = complain("", argv[2], "cannot be opened");
  else
    status = read_anchors(c.proof, &o);
  if (!status && o.signers && (why = "no memory", !read_signers(&c, &o, signers = malloc(SIGNERS + 1), &why)))
    status = complain("the signers ", o.signers, why);
  if (!status) status = check(&c, f);
  if (fflush(stdout) != 0 || ferror(stdout)) {
    fputs("fairlead-monitor-check: the output cannot be written\n", stderr);
    status = DIAGNOSED;
  }
  if (f && f != stdin) fclose(f);
  fl_proof_history_free(c.history);
  fl_proof_free(c.proof);
  free(signers);
  return status;
}
