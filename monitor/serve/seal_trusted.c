/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#define _GNU_SOURCE
#include "seal_trusted.h"

#include "digest.h"
#include "ours_trusted.h"
#include "own_file.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <libgen.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

struct fl_signer {
  EVP_PKEY *key;
};

static const uint8_t magic[8] = "FLSEAL1\n";

/* A file that was made is found again after a crash when its folder is on the disk, too. */
static bool keep_name(const char *path) {
  char *copy = strdup(path);
  int fd = copy ? open(dirname(copy), O_RDONLY | O_DIRECTORY | O_CLOEXEC) : -1;
  bool ok = fd >= 0 && fsync(fd) == 0;
  if (fd >= 0) close(fd);
  free(copy);
  return ok;
}

/* ---- Keys ---- */

static struct fl_signer *hold(EVP_PKEY *key, const char **why) {
  struct fl_signer *signer = key && EVP_PKEY_id(key) == EVP_PKEY_ED25519 ? malloc(sizeof *signer) : NULL;
  if (!signer) {
    *why = key ? "not a key of Ed25519" : "no key in it";
    EVP_PKEY_free(key);
    return NULL;
  }
  signer->key = key;
  return signer;
}

/* A new file, or none: 0600 for the private key, 0644 for the other. */
static bool write_key(const char *path, EVP_PKEY *key, bool secret) {
  int fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, secret ? 0600 : 0644);
  FILE *f = fd < 0 ? NULL : fdopen(fd, "w");
  if (!f) return false;
  bool ok = secret ? PEM_write_PrivateKey(f, key, NULL, NULL, 0, NULL, NULL) == 1 : PEM_write_PUBKEY(f, key) == 1;
  ok = ok && fflush(f) == 0 && fsync(fd) == 0;
  ok = fclose(f) == 0 && ok;
  if (!ok) unlink(path);
  return ok;
}

static struct fl_signer *make(const char *path, const char **why) {
  const char *name;
  int folder = fl_own_folder(path, &name);
  *why = "it is not there, and its folder is not either\n  help: make the folder; the key is made in it";
  if (folder < 0 && errno != ENOENT) *why = strerror(errno);
  bool ours = folder >= 0 && fl_folder_is_ours(folder, why);
  if (folder >= 0) close(folder);
  if (!ours) return NULL;
  EVP_PKEY *key = EVP_PKEY_Q_keygen(NULL, NULL, "ED25519");
  char *public;
  if (!key || asprintf(&public, "%s.pub", path) < 0) {
    EVP_PKEY_free(key);
    *why = "no memory, or no randomness";
    return NULL;
  }
  unlink(public);
  bool ok = write_key(public, key, false) && write_key(path, key, true) && keep_name(path);
  free(public);
  if (ok) return hold(key, why);
  *why = strerror(errno);
  EVP_PKEY_free(key);
  return NULL;
}

/* A key's text is short; whatever the file is, no more of it is read. */
static struct fl_signer *read_key(int fd, bool whole, const char **why) {
  char text[16384];
  if (fd < 0) {
    *why = strerror(errno);
    return NULL;
  }
  if (whole && (!fl_is_ours(fd, S_IRWXG | S_IRWXO, why) || !fl_lies_well(fd, why))) {
    close(fd);
    return NULL;
  }
  ssize_t n = fl_read_patiently(fd, text, sizeof text);
  close(fd);
  BIO *b = n < 0 ? NULL : BIO_new_mem_buf(text, (int)n);
  EVP_PKEY *key = !b      ? NULL
                  : whole ? PEM_read_bio_PrivateKey(b, NULL, NULL, (void *)(uintptr_t) "")
                          : PEM_read_bio_PUBKEY(b, NULL, NULL, NULL);
  BIO_free(b);
  OPENSSL_cleanse(text, sizeof text);
  return hold(key, why);
}

struct fl_signer *fl_signer_open(const char *path, bool may_make, const char **why) {
  int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  return fd < 0 && errno == ENOENT && may_make ? make(path, why) : read_key(fd, true, why);
}

struct fl_signer *fl_signer_public(const char *path, const char **why) {
  return read_key(open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK), false, why);
}

void fl_signer_free(struct fl_signer *signer) {
  if (signer) EVP_PKEY_free(signer->key);
  free(signer);
}

/* ---- Seals ---- */

static void put64(uint8_t *b, uint64_t n) {
  for (int i = 0; i < 8; i++) b[i] = (uint8_t)(n >> 8 * (7 - i));
}
static uint64_t get64(const uint8_t *b) {
  uint64_t n = 0;
  for (int i = 0; i < 8; i++) n = n << 8 | b[i];
  return n;
}

bool fl_seal_make(const struct fl_signer *signer, const struct fl_seal *seal, uint8_t bytes[FL_SEAL]) {
  memcpy(bytes, magic, 8);
  put64(bytes + 8, seal->incarnation);
  put64(bytes + 16, seal->epoch);
  put64(bytes + 24, seal->answers);
  put64(bytes + 32, seal->time);
  memcpy(bytes + 40, seal->root, 32);
  memcpy(bytes + 72, seal->receipts, 32);
  memcpy(bytes + 104, seal->previous, 32);
  EVP_MD_CTX *c = EVP_MD_CTX_new();
  size_t length = FL_SEAL - FL_SEAL_SIGNED;
  bool ok = c && EVP_DigestSignInit(c, NULL, NULL, NULL, signer->key) == 1 &&
            EVP_DigestSign(c, bytes + FL_SEAL_SIGNED, &length, bytes, FL_SEAL_SIGNED) == 1 &&
            length == FL_SEAL - FL_SEAL_SIGNED;
  EVP_MD_CTX_free(c);
  return ok;
}

bool fl_seal_read(const struct fl_signer *signer, const uint8_t *bytes, size_t length, struct fl_seal *seal) {
  if (length != FL_SEAL || memcmp(bytes, magic, 8) != 0) return false;
  EVP_MD_CTX *c = EVP_MD_CTX_new();
  bool ok = c && EVP_DigestVerifyInit(c, NULL, NULL, NULL, signer->key) == 1 &&
            EVP_DigestVerify(c, bytes + FL_SEAL_SIGNED, FL_SEAL - FL_SEAL_SIGNED, bytes, FL_SEAL_SIGNED) == 1;
  EVP_MD_CTX_free(c);
  *seal = (struct fl_seal){.incarnation = get64(bytes + 8),
                           .epoch = get64(bytes + 16),
                           .answers = get64(bytes + 24),
                           .time = get64(bytes + 32)};
  memcpy(seal->root, bytes + 40, 32);
  memcpy(seal->receipts, bytes + 72, 32);
  memcpy(seal->previous, bytes + 104, 32);
  return ok;
}

void fl_seal_digest(const uint8_t bytes[FL_SEAL], uint8_t digest[32]) { fl_digest(bytes, FL_SEAL, digest); }

/* ---- Anchors ---- */

static const char form[] = "fairlead anchor 1\nincarnation %" PRIu64 "\nepoch %" PRIu64 "\nseal ";

static void hex(char *to, const uint8_t *bytes, size_t n) {
  for (size_t i = 0; i < n; i++) snprintf(to + 2 * i, 3, "%02x", bytes[i]);
}

size_t fl_anchor_write_text(char text[FL_ANCHOR_TEXT], const struct fl_anchor *a) {
  int n = snprintf(text, FL_ANCHOR_TEXT, form, a->incarnation, a->epoch);
  hex(text + n, a->seal, 32);
  text[n + 64] = '\n';
  return (size_t)n + 65;
}

bool fl_anchor_read_text(const char *given, size_t length, struct fl_anchor *a) {
  char text[FL_ANCHOR_TEXT + 1] = "", again[FL_ANCHOR_TEXT], digest[65] = "";
  *a = (struct fl_anchor){0};
  if (length == 0 || length > FL_ANCHOR_TEXT) return false;
  memcpy(text, given, length);
  if (sscanf(text, "fairlead anchor 1\nincarnation %" SCNu64 "\nepoch %" SCNu64 "\nseal %64[0-9a-f]", &a->incarnation,
             &a->epoch, digest) != 3 ||
      strlen(digest) != 64)
    return false;
  for (size_t i = 0; i < 32; i++) {
    unsigned byte;
    sscanf(digest + 2 * i, "%2x", &byte);
    a->seal[i] = (uint8_t)byte;
  }
  /* Only what we write is one. */
  return fl_anchor_write_text(again, a) == length && memcmp(again, text, length) == 0;
}

int fl_anchor_read(const char *path, struct fl_anchor *a, const char **why) {
  char text[FL_ANCHOR_TEXT + 1];
  const char *name;
  int folder = fl_own_folder(path, &name);
  if (folder < 0) {
    *why = errno == ENOENT ? "its folder is not there\n  help: make the folder; the anchor is made in it"
                           : strerror(errno);
    return -1;
  }
  int fd = fl_folder_is_ours(folder, why) ? fl_own_file(folder, name, O_RDONLY, 0, why) : (errno = EPERM, -1);
  int failed = errno;
  close(folder);
  if (fd < 0) return failed == ENOENT ? 0 : -1;
  bool ours = fl_is_ours(fd, S_IWGRP | S_IWOTH, why);
  flock(fd, LOCK_SH); /* not while one is written; where there are no locks, it may have to be read again */
  ssize_t n = ours ? read(fd, text, sizeof text) : -1;
  close(fd);
  if (!ours) return -1;
  *why = "it is none, or damaged";
  return n > 0 && fl_anchor_read_text(text, (size_t)n, a) ? 1 : -1;
}

/* Over the one that is there, in one write: it has less than 256 bytes, so it lies in one sector of a disk, which is
 * written or not. One flush instead of three. False: there is none yet, or it is not as long as this one. */
static bool write_over(int folder, const char *name, const char *text, size_t length) {
  struct stat s;
  const char *why;
  int fd = fl_own_file(folder, name, O_WRONLY, 0, &why);
  bool ok = fd >= 0 && fstat(fd, &s) == 0 && s.st_size == (off_t)length && flock(fd, LOCK_EX) == 0;
  ok = ok && pwrite(fd, text, length, 0) == (ssize_t)length && fdatasync(fd) == 0;
  if (fd >= 0) close(fd);
  return ok;
}

static bool write_new(int folder, const char *name, const char *text, size_t length) {
  char *other;
  const char *why;
  bool ok = false;
  if (asprintf(&other, "%s.new", name) < 0) return false;
  int fd = fl_own_file(folder, other, O_WRONLY | O_CREAT, 0600, &why);
  if (fd >= 0) {
    ok = ftruncate(fd, 0) == 0 && write(fd, text, length) == (ssize_t)length && fsync(fd) == 0;
    ok = close(fd) == 0 && ok && renameat(folder, other, folder, name) == 0 && fsync(folder) == 0;
  }
  free(other);
  return ok;
}

bool fl_anchor_write(const char *path, const struct fl_anchor *a) {
  char text[FL_ANCHOR_TEXT];
  size_t length = fl_anchor_write_text(text, a);
  const char *name;
  int folder = fl_own_folder(path, &name);
  bool ok = folder >= 0 && (write_over(folder, name, text, length) || write_new(folder, name, text, length));
  int failed = errno;
  if (folder >= 0) close(folder);
  errno = failed;
  return ok;
}

const char *fl_anchor_refuses(const struct fl_anchor *a, const struct fl_seal *seal, const uint8_t digest[32]) {
  if (!seal)
    return a->epoch == 0 ? NULL
                         : "the store has no seal, and the anchor knows of one: it is not our store, or an old one";
  if (a->epoch > 0 && seal->epoch == a->epoch && memcmp(digest, a->seal, 32) == 0) return NULL;
  if (seal->epoch > a->epoch && seal->incarnation == a->incarnation) return NULL;
  if (seal->epoch < a->epoch) return "the store is older than the anchor: it was rolled back";
  return "the store's seal was not made after the anchored one";
}
