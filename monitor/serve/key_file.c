/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Keys in files: made, read, and handed to whoever signs. */
#define _GNU_SOURCE
#include "digest.h"
#include "ours_trusted.h"
#include "own_file.h"
#include "seal_trusted.h"

#include <errno.h>
#include <fcntl.h>
#include <libgen.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

/* A file that was made is found again after a crash when its folder is on the disk, too. */
static bool keep_name(const char *path) {
  char *copy = strdup(path);
  int fd = copy ? open(dirname(copy), O_RDONLY | O_DIRECTORY | O_CLOEXEC) : -1;
  bool ok = fd >= 0 && fsync(fd) == 0;
  if (fd >= 0) close(fd);
  free(copy);
  return ok;
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
  if (ok) return fl_signer_hold(key, why);
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
  *why = n < 0 ? "it cannot be read, or says nothing" : "it is too long for a key";
  struct fl_signer *signer = n < 0 || n == sizeof text ? NULL : fl_signer_read(text, (size_t)n, whole, why);
  OPENSSL_cleanse(text, sizeof text);
  return signer;
}

struct fl_signer *fl_signer_open(const char *path, bool may_make, const char **why) {
  int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  return fd < 0 && errno == ENOENT && may_make ? make(path, why) : read_key(fd, true, why);
}

struct fl_signer *fl_signer_public(const char *path, const char **why) {
  return read_key(open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK), false, why);
}

/* ---- For another process ---- */

enum { PUBLIC = 32, WHY = 512 };

/* What is read here is gone with this process, whatever libcrypto leaves in its memory. */
static void read_and_give(const char *path, bool may_make, int to, int back) {
  const char *why = "it cannot be handed over";
  struct fl_signer *signer = fl_signer_open(path, may_make, &why);
  BIO *b = BIO_new(BIO_s_mem());
  uint8_t public[PUBLIC];
  size_t size = sizeof public;
  char *text;
  bool ok = signer && b && PEM_write_bio_PrivateKey(b, fl_signer_key(signer), NULL, NULL, 0, NULL, NULL) == 1;
  long length = ok ? BIO_get_mem_data(b, &text) : 0;
  ok = ok && write(to, text, (size_t)length) == length &&
       EVP_PKEY_get_raw_public_key(fl_signer_key(signer), public, &size) == 1 && size == PUBLIC;
  /* Words are of no key, however many they are. */
  _exit((ok ? write(back, public, size) == PUBLIC : dprintf(back, "%s\n", why) < 0) ? 0 : 1);
}

/* Descriptors of the key's file that we were started with, as by `--key /dev/stdin <key`. */
static void let_go(const char *path) {
  struct stat key, is;
  for (int fd = stat(path, &key) == 0 && S_ISREG(key.st_mode) ? 1023 : -1; fd >= 0; fd--)
    if (fstat(fd, &is) == 0 && is.st_dev == key.st_dev && is.st_ino == key.st_ino && dup2(STDERR_FILENO, fd) < 0)
      close(fd);
}

struct fl_signer *fl_signer_open_apart(const char *path, bool may_make, int to, const char **why) {
  static char said[WHY];
  int back[2], status = -1;
  *why = "out of memory, or of descriptors";
  if (pipe2(back, O_CLOEXEC) < 0) return NULL;
  pid_t pid = fork();
  if (pid == 0) read_and_give(path, may_make, to, back[1]);
  close(back[1]);
  size_t n = 0;
  for (ssize_t got = 1; pid > 0 && n < sizeof said - 1 && got > 0; n += got > 0 ? (size_t)got : 0)
    got = TEMP_FAILURE_RETRY(read(back[0], said + n, sizeof said - 1 - n));
  close(back[0]);
  let_go(path);
  while (pid > 0 && waitpid(pid, &status, 0) < 0 && errno == EINTR) {}
  if (pid < 0 || n == 0) return NULL;
  if (n == PUBLIC && status == 0)
    return fl_signer_hold(EVP_PKEY_new_raw_public_key(EVP_PKEY_ED25519, NULL, (uint8_t *)said, n), why);
  said[said[n - 1] == '\n' ? n - 1 : n] = 0;
  *why = said;
  return NULL;
}
