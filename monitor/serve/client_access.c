/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#define _GNU_SOURCE
#include "client_access.h"

#include "complaint.h"
#include "ours_trusted.h"

#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

enum { MOST = 1 << 20, PASSWORD = 512 };
static const char variable[] = "FAIRLEAD_PASSWORD";

void fl_client_access_option(struct fl_client_access *a, const char *name, const char *value) {
  if (strcmp(name, "password-file") == 0)
    a->password_file = value;
  else if (strcmp(name, "users") == 0)
    a->users_file = value;
  else if (strcmp(name, "tls-cert") == 0)
    a->certificate_file = value;
  else if (strcmp(name, "tls-key") == 0)
    a->key_file = value;
  else if (strcmp(name, "tls-ca") == 0)
    a->authorities_file = value;
  else {
    if (strcmp(value, "yes") && strcmp(value, "no")) exit(fl_complain(FL_USAGE, "--protected-mode is yes or no"));
    a->unprotected = strcmp(value, "no") == 0;
  }
}

static int say_file(const char *what, const char *file, const char *why, const char *help) {
  fl_complain(FL_DIAGNOSED, "the %s %s: %s", what, file, why);
  if (!strstr(why, "help: ")) fl_help("%s", help);
  return FL_DIAGNOSED;
}

static const char readable[] = "name a file that the user who runs this may read";

static int read_users(struct fl_client_access *a) {
  const char *why;
  struct fl_text text;
  struct fl_users_wrong wrong;
  if (!a->users_file) return 0;
  if (!fl_text_read(a->users_file, true, MOST, &text, &why)) return say_file("users", a->users_file, why, readable);
  bool ok = fl_users_read(a->users, text.data, text.length, &wrong);
  fl_text_wipe(&text);
  if (ok) return 0;
  /* Not the line: there may be a password in it. */
  fprintf(stderr, "%s:%zu:%zu: error: %s\n", a->users_file, wrong.line, wrong.column, wrong.why);
  fl_help("user NAME on >PASSWORD ~PREFIX* +@CLASS ..., as in Redis' ACL files");
  return FL_DIAGNOSED;
}

static int take_password(struct fl_client_access *a, const char *where, const char *text, size_t length) {
  if (length == 0 || length >= PASSWORD)
    return say_file("password", where, "it has none", "the password is its first line, of at most 511 bytes");
  if (fl_users_password(a->users, text, length)) return 0;
  return say_file("password", where, "it is the default user's, and that is one of --users", "say it there, or here");
}

static int read_password(struct fl_client_access *a) {
  const char *why;
  struct fl_text text;
  char *value = getenv(variable);
  int status = 0;
  if (value) {
    if (!a->password_file && !(a->variable = strdup(value))) return fl_complain(FL_DIAGNOSED, "out of memory");
    explicit_bzero(value, strlen(value));
    unsetenv(variable);
  }
  if (a->password_file) {
    if (!fl_text_read(a->password_file, true, 4096, &text, &why))
      return say_file("password", a->password_file, why, readable);
    size_t length = strcspn(text.data, "\r\n");
    if (length < text.length && text.data[length] == 0)
      status = say_file("password", a->password_file, "there is a byte 0 in it", "openssl rand -hex 32 makes one");
    else
      status = take_password(a, a->password_file, text.data, length);
    fl_text_wipe(&text);
  } else if (a->variable) {
    status = take_password(a, variable, a->variable, strlen(a->variable));
  }
  return status;
}

static int open_tls(struct fl_client_access *a) {
  const char *why;
  const struct {
    const char *what, *file;
    bool secret;
  } files[] = {{"certificate", a->certificate_file, false},
               {"certificate's key", a->key_file, true},
               {"authorities", a->authorities_file, false}};
  struct fl_text text[3] = {{0}};
  if (!a->certificate_file && !a->key_file && !a->authorities_file) return 0;
  if (!a->certificate_file || !a->key_file) return fl_complain(FL_USAGE, "--tls-cert and --tls-key go together");
  int status = 0;
  for (size_t i = 0; i < 3 && status == 0; i++)
    if (files[i].file && !fl_text_read(files[i].file, files[i].secret, MOST, &text[i], &why))
      status = say_file(files[i].what, files[i].file, why, readable);
  if (status == 0) {
    a->tls = fl_tls_side_new(&(struct fl_tls_settings){.server = true,
                                                       .certificate = {text[0].data, text[0].length},
                                                       .key = {text[1].data, text[1].length},
                                                       .authorities = {text[2].data, text[2].length}},
                             &why);
    if (!a->tls) {
      fl_complain(FL_DIAGNOSED, "TLS with %s and %s: %s", a->certificate_file, a->key_file, why);
      fl_help("PEM: the certificate and those that it was signed by, and its private key without a password");
      status = FL_DIAGNOSED;
    }
  }
  for (size_t i = 0; i < 3; i++) fl_text_wipe(&text[i]);
  return status;
}

int fl_client_access_open(struct fl_client_access *a, const char *address) {
  a->users = fl_users_new();
  if (!a->users) return fl_complain(FL_DIAGNOSED, "out of memory");
  int status = read_users(a);
  if (status == 0) status = read_password(a);
  if (status == 0) status = open_tls(a);
  if (status == 0 && fl_users_anybody(a->users) && strncmp(address, "127.", 4) != 0 && strcmp(address, "::1") != 0) {
    if (a->unprotected)
      fl_complain(0, "whoever reaches %s may read and write: there is no password", address);
    else {
      fl_complain(0, "there is no password: other machines get -DENIED at %s", address);
      fl_help("--password-file FILE or --users FILE; --protected-mode no serves everybody");
    }
  }
  return status;
}

void fl_client_access_close(struct fl_client_access *a) {
  fl_users_free(a->users);
  fl_tls_side_free(a->tls);
  if (a->variable) explicit_bzero(a->variable, strlen(a->variable));
  free(a->variable);
  a->users = NULL, a->tls = NULL, a->variable = NULL;
}

int fl_client_access_again(const struct fl_client_access *a, const char *address, struct fl_client_access *fresh) {
  *fresh = *a;
  fresh->users = NULL, fresh->tls = NULL;
  fresh->variable = a->variable ? strdup(a->variable) : NULL;
  int status = a->variable && !fresh->variable ? fl_complain(FL_DIAGNOSED, "out of memory")
                                               : fl_client_access_open(fresh, address);
  if (status) fl_client_access_close(fresh);
  return status;
}

bool fl_is_of_this_machine(int socket) {
  struct sockaddr_storage a;
  socklen_t size = sizeof a;
  static const uint8_t mapped[12] = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff};
  if (getpeername(socket, (struct sockaddr *)&a, &size) < 0) return false;
  if (a.ss_family == AF_INET) {
    struct sockaddr_in four;
    memcpy(&four, &a, sizeof four);
    return ntohl(four.sin_addr.s_addr) >> 24 == 127;
  }
  if (a.ss_family != AF_INET6) return false;
  struct sockaddr_in6 six;
  memcpy(&six, &a, sizeof six);
  const uint8_t *b = six.sin6_addr.s6_addr;
  return IN6_IS_ADDR_LOOPBACK(&six.sin6_addr) || (memcmp(b, mapped, sizeof mapped) == 0 && b[12] == 127);
}
