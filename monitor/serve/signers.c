/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#define _GNU_SOURCE
#include "signers.h"

#include "complaint.h"
#include "serving.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/* ---- What nobody else may ---- */

bool fl_is_for_signers(const struct fl_server *s, struct fl_serve_view key) {
  static const char prefix[] = "fairlead:client:";
  if (!s->o.signers || s->signing) return false;
  return s->o.require_signed || (key.len == FL_REQUEST_NAME && memcmp(key.data, prefix, sizeof prefix - 1) == 0);
}

/* ---- Who they are ---- */

int fl_signers_open(const char *path, struct fl_text *text, const struct fl_signers **signers) {
  const char *why;
  if (!path) return 0;
  if (fl_text_read(path, false, FL_SIGNERS_TEXT, text, &why) &&
      (*signers = fl_signers_read(text->data, text->length, &why)))
    return 0;
  fl_complain(FL_DIAGNOSED, "the clients %s: %s", path, why);
  fl_help("a line for each, `NAME KEY': openssl pkey -in client.key -pubout -outform DER | tail -c 32 | xxd -p -c 64");
  return FL_DIAGNOSED;
}

int fl_signers_hand_over(const struct fl_text *text, int least) {
  int low = memfd_create("fairlead-signers", MFD_CLOEXEC), fd = low < 0 ? -1 : fcntl(low, F_DUPFD_CLOEXEC, least);
  if (low >= 0) close(low);
  for (size_t at = 0; fd >= 0 && at < text->length;) {
    ssize_t n = write(fd, text->data + at, text->length - at);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return close(fd), -1;
    at += (size_t)n;
  }
  return fd < 0 || lseek(fd, 0, SEEK_SET) == 0 ? fd : (close(fd), -1);
}
