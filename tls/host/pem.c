/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#define _GNU_SOURCE
#include "pem.h"

#include <errno.h>
#include <fcntl.h>
#include <openssl/crypto.h>
#include <openssl/err.h>
#include <poll.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { FILE_MOST = 1 << 20, LABEL_MOST = 32, TEXT_MOST = 40, PIPE_MS = 10000 };

/* A file in memory, and where we are in it. */
struct source {
  const char *path;
  char *why;
  uint8_t *text; /* what it holds; blocks are decoded where they lie */
  size_t length, at;
  unsigned line; /* of the line read last, from 1 */
  unsigned open; /* its permissions to others than its owner, but for its group's to read it */
};

/* A block: what its label says, the line it begins in, and its bytes. */
struct block {
  char label[LABEL_MOST + 1];
  unsigned line;
  const uint8_t *bytes;
  size_t length;
};

enum found { FOUND_BLOCK, FOUND_END, FOUND_ERROR };

__attribute__((format(printf, 3, 4))) static enum found refuse(const struct source *s, unsigned line,
                                                               const char *format, ...) {
  int n = line ? snprintf(s->why, PEM_WHY, "%s:%u: ", s->path, line) : snprintf(s->why, PEM_WHY, "%s: ", s->path);
  if (n < 0 || n >= PEM_WHY) return FOUND_ERROR;
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(s->why + n, PEM_WHY - (size_t)n, format, arguments);
  va_end(arguments);
  return FOUND_ERROR;
}

/* As read, but a pipe is asked once a millisecond, PIPE_MS times in all. One without a writer is at its end at once. */
static ssize_t read_soon(int *left, int fd, uint8_t *to, size_t size) {
  for (;; poll(NULL, 0, 1)) {
    ssize_t n = read(fd, to, size);
    if (n >= 0 || (errno != EAGAIN && errno != EINTR)) return n;
    if (errno == EAGAIN && (*left)-- == 0) return errno = ETIMEDOUT, -1;
  }
}

static bool load(struct source *s, const char *path, char *why) {
  *s = (struct source){.path = path, .why = why};
  int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  int left = PIPE_MS;
  struct stat is;
  if (fd < 0 || fstat(fd, &is) < 0) {
    refuse(s, 0, "cannot be opened: %s", strerror(errno));
    if (fd >= 0) close(fd);
    return false;
  }
  s->open = S_ISREG(is.st_mode) ? is.st_mode & 0037 : 0;
  s->text = malloc(FILE_MOST + 1);
  ssize_t n = s->text ? 1 : -1;
  if (!s->text) errno = ENOMEM;
  while (n > 0 && s->length <= FILE_MOST) {
    n = read_soon(&left, fd, s->text + s->length, FILE_MOST + 1 - s->length);
    if (n > 0) s->length += (size_t)n;
  }
  int saved = errno;
  close(fd);
  if (n < 0)
    refuse(s, 0, "cannot be read: %s", strerror(saved));
  else if (s->length > FILE_MOST)
    refuse(s, 0, "larger than %d bytes", FILE_MOST);
  else
    return true;
  return false;
}

static void unload(struct source *s) {
  if (s->text) OPENSSL_cleanse(s->text, s->length);
  free(s->text);
  s->text = NULL;
}

/* The next line, without its end and the blanks before that. */
static bool next_line(struct source *s, uint8_t **line, size_t *length) {
  if (s->at == s->length) return false;
  *line = s->text + s->at;
  const uint8_t *end = memchr(*line, '\n', s->length - s->at);
  size_t n = end ? (size_t)(end - *line) : s->length - s->at;
  s->at += end ? n + 1 : n;
  s->line++;
  while (n > 0 && ((*line)[n - 1] == ' ' || (*line)[n - 1] == '\t' || (*line)[n - 1] == '\r')) n--;
  *length = n;
  return true;
}

/* The value of a digit of base64; -1: it is none. */
static int digit(uint8_t c) {
  if (c >= 'A' && c <= 'Z') return c - 'A';
  if (c >= 'a' && c <= 'z') return c - 'a' + 26;
  if (c >= '0' && c <= '9') return c - '0' + 52;
  return c == '+' ? 62 : c == '/' ? 63 : -1;
}

/* Is this the line "-----BEGIN LABEL-----", or END? */
static bool is_boundary(const uint8_t *line, size_t length, const char *word, char label[LABEL_MOST + 1]) {
  static const char dashes[] = "-----";
  size_t before = 5 + strlen(word), n = length - before - 5;
  if (length < before + 6 || n > LABEL_MOST || memcmp(line, dashes, 5) != 0 ||
      memcmp(line + 5, word, strlen(word)) != 0 || memcmp(line + length - 5, dashes, 5) != 0)
    return false;
  for (size_t i = 0; i < n; i++)
    if (line[before + i] < ' ' || line[before + i] > '~' || line[before + i] == '-') return false;
  memcpy(label, line + before, n);
  label[n] = 0;
  return true;
}

/* Text beside the blocks may say what they are. It may not look like a piece of one, nor of an indented one. */
static enum found check_text(const struct source *s, const uint8_t *line, size_t length) {
  for (; length > 0 && (*line == ' ' || *line == '\t'); length--) line++;
  size_t digits = 0, padding = 0; /* this alone underlines a name, in bundles of authorities */
  for (size_t i = 0; i < length; i++) {
    if (line[i] < ' ' && line[i] != '\t') return refuse(s, s->line, "a byte of %d is no text", line[i]);
    if (digit(line[i]) >= 0) digits++;
    if (line[i] == '=') padding++;
  }
  if ((length > 0 && line[0] == '-') || memmem(line, length, "--BEGIN ", 8) || memmem(line, length, "--END ", 6))
    return refuse(s, s->line, "this is no line that begins a block of PEM");
  if (length >= TEXT_MOST && digits > 0 && digits + padding == length)
    return refuse(s, s->line, "base64 outside of a block");
  return FOUND_END;
}

/* The decoder's state through the lines of a block. */
struct base64 {
  uint8_t *to;
  uint32_t bits;
  unsigned digits, padding; /* of the group of four that has begun, and in all */
};

static enum found decode_line(const struct source *s, struct base64 *b, const uint8_t *line, size_t length) {
  for (size_t i = 0; i < length; i++) {
    int value = digit(line[i]);
    if (line[i] == '=' && b->digits + b->padding >= 2 && b->padding < 2) {
      if (b->digits + ++b->padding == 4) {
        if ((b->bits & ((1u << (2 * b->padding)) - 1)) != 0)
          return refuse(s, s->line, "base64 that ends in the middle of a byte");
        *b->to++ = (uint8_t)(b->bits >> (b->padding == 2 ? 4 : 10));
        if (b->padding == 1) *b->to++ = (uint8_t)(b->bits >> 2);
        b->digits = 0;
      }
    } else if (value < 0) {
      return refuse(s, s->line, "a character that is none of base64's, at column %zu", i + 1);
    } else if (b->padding > 0) {
      return refuse(s, s->line, "base64 behind its end, at column %zu", i + 1);
    } else {
      b->bits = b->bits << 6 | (uint32_t)value;
      if (++b->digits == 4) {
        *b->to++ = (uint8_t)(b->bits >> 16);
        *b->to++ = (uint8_t)(b->bits >> 8);
        *b->to++ = (uint8_t)b->bits;
        b->digits = b->bits = 0;
      }
    }
  }
  return FOUND_BLOCK;
}

#define KEY_IS_ENCRYPTED "an encrypted key: nobody is asked for its pass phrase (openssl pkey writes it in the clear)"

/* The rest of a block whose BEGIN was read. */
static enum found read_block(struct source *s, struct block *block) {
  uint8_t *line;
  size_t length;
  char label[LABEL_MOST + 1];
  block->line = s->line;
  block->bytes = s->text + s->at;
  struct base64 b = {.to = s->text + s->at}; /* never ahead of what it reads */
  for (bool first = true; next_line(s, &line, &length); first = false) {
    if (is_boundary(line, length, "END ", label)) {
      if (strcmp(label, block->label) != 0)
        return refuse(s, s->line, "END %s where END %s should be", label, block->label);
      block->length = (size_t)(b.to - block->bytes);
      if (b.digits > 0) return refuse(s, s->line - 1, "base64 that stops in the middle of a group of four");
      if (block->length == 0) return refuse(s, block->line, "a block without content");
      return FOUND_BLOCK;
    }
    if (first && length > 10 && memcmp(line, "Proc-Type:", 10) == 0) return refuse(s, block->line, KEY_IS_ENCRYPTED);
    if (length == 0) return refuse(s, s->line, "an empty line in a block");
    if (memchr(line, '-', length))
      return refuse(s, s->line, "a block that begins in line %u has no END here", block->line);
    enum found fine = decode_line(s, &b, line, length);
    if (fine == FOUND_ERROR) return fine;
  }
  return refuse(s, block->line, "a block that begins here does not end");
}

static enum found next_block(struct source *s, struct block *block, unsigned blocks) {
  uint8_t *line;
  size_t length;
  unsigned text = 0; /* the first line of text since the last block */
  while (next_line(s, &line, &length)) {
    if (is_boundary(line, length, "BEGIN ", block->label)) return read_block(s, block);
    if (is_boundary(line, length, "END ", block->label))
      return refuse(s, s->line, "END %s without its BEGIN", block->label);
    if (check_text(s, line, length) == FOUND_ERROR) return FOUND_ERROR;
    if (length > 0 && !text) text = s->line;
  }
  return blocks > 0 && text ? refuse(s, text, "text behind the last block") : FOUND_END;
}

static bool among(const char *label, const char *const *labels) {
  for (; *labels; labels++)
    if (strcmp(label, *labels) == 0) return true;
  return false;
}

static const char *const certificates[] = {"CERTIFICATE", "X509 CERTIFICATE", NULL};
static const char *const keys[] = {"PRIVATE KEY", "EC PRIVATE KEY", "RSA PRIVATE KEY", NULL};
static const char *const parameters[] = {"EC PARAMETERS", "DH PARAMETERS", NULL};

/* What OpenSSL says went wrong first, which it then forgets. */
static const char *reason(void) {
  const char *text = ERR_reason_error_string(ERR_peek_error());
  ERR_clear_error();
  return text ? text : "it does not say why";
}

/* Whether a block of that kind may be here. A private key may not, in a file that others may read or write. */
static enum found check_kind(const struct source *s, const struct block *block) {
  if (strcmp(block->label, "ENCRYPTED PRIVATE KEY") == 0) return refuse(s, block->line, KEY_IS_ENCRYPTED);
  if (among(block->label, keys) && s->open)
    return refuse(s, block->line, "a private key that others than its owner may use: chmod 600 the file");
  if (!among(block->label, certificates) && !among(block->label, keys) && !among(block->label, parameters))
    return refuse(s, block->line, "a block of an unknown kind: %s", block->label);
  return FOUND_BLOCK;
}

EVP_PKEY *fl_tls_pem_key(const char *path, char why[PEM_WHY]) {
  struct source s;
  struct block block;
  EVP_PKEY *key = NULL;
  enum found found = load(&s, path, why) ? FOUND_BLOCK : FOUND_ERROR;
  for (unsigned n = 0; found == FOUND_BLOCK && (found = next_block(&s, &block, n)) == FOUND_BLOCK; n++) {
    found = check_kind(&s, &block);
    if (found == FOUND_ERROR || !among(block.label, keys)) continue;
    const uint8_t *at = block.bytes;
    EVP_PKEY *read = d2i_AutoPrivateKey(NULL, &at, (long)block.length);
    if (!read)
      found = refuse(&s, block.line, "no private key: %s", reason());
    else if (at != block.bytes + block.length)
      found = refuse(&s, block.line, "%zu bytes behind the private key in its block",
                     block.length - (size_t)(at - block.bytes));
    else if (key)
      found = refuse(&s, block.line, "a second private key");
    if (found == FOUND_ERROR)
      EVP_PKEY_free(read);
    else
      key = read;
  }
  if (found == FOUND_END && !key) found = refuse(&s, 0, "holds no private key in PEM");
  unload(&s);
  ERR_clear_error();
  if (found == FOUND_END) return key;
  EVP_PKEY_free(key);
  return NULL;
}

STACK_OF(X509) * fl_tls_pem_chain(const char *path, EVP_PKEY *key, char why[PEM_WHY]) {
  struct source s;
  struct block block;
  STACK_OF(X509) *chain = sk_X509_new_null();
  enum found found = load(&s, path, why) ? FOUND_BLOCK : FOUND_ERROR;
  if (found == FOUND_BLOCK && !chain) found = refuse(&s, 0, "no memory");
  for (unsigned n = 0; found == FOUND_BLOCK && (found = next_block(&s, &block, n)) == FOUND_BLOCK; n++) {
    found = check_kind(&s, &block);
    if (found == FOUND_ERROR || !among(block.label, certificates)) continue;
    const uint8_t *at = block.bytes;
    X509 *read = d2i_X509(NULL, &at, (long)block.length);
    if (!read)
      found = refuse(&s, block.line, "no certificate: %s", reason());
    else if (at != block.bytes + block.length)
      found = refuse(&s, block.line, "%zu bytes behind the certificate in its block",
                     block.length - (size_t)(at - block.bytes));
    else if (key && sk_X509_num(chain) == 0 && X509_check_private_key(read, key) != 1)
      found = refuse(&s, block.line, "the first certificate is not of the key given");
    else if (sk_X509_push(chain, read) == 0)
      found = refuse(&s, 0, "no memory");
    if (found == FOUND_ERROR) X509_free(read);
  }
  if (found == FOUND_END && sk_X509_num(chain) == 0) found = refuse(&s, 0, "holds no certificate in PEM");
  unload(&s);
  ERR_clear_error();
  if (found == FOUND_END) return chain;
  sk_X509_pop_free(chain, X509_free);
  return NULL;
}
