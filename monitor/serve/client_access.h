/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Which clients are served, and how: passwords, users, TLS. From options, the environment, and files. */
#ifndef FL_CLIENT_ACCESS_H
#define FL_CLIENT_ACCESS_H
#include "tls.h"
#include "users.h"

struct fl_client_access {
  const char *password_file, *users_file, *certificate_file, *key_file, *authorities_file; /* options */
  bool unprotected;
  char *variable; /* what FAIRLEAD_PASSWORD said, for a reload */
  struct fl_users *users;
  struct fl_tls_side *tls; /* NULL: in plain text */
};

#define FL_CLIENT_ACCESS_OPTIONS                                                                              \
  {"password-file", 1, 0, 'W'}, {"users", 1, 0, 'W'}, {"protected-mode", 1, 0, 'W'}, {"tls-cert", 1, 0, 'W'}, \
      {"tls-key", 1, 0, 'W'}, {                                                                               \
    "tls-ca", 1, 0, 'W'                                                                                       \
  }
void fl_client_access_option(struct fl_client_access *access, const char *name, const char *value);
/* Reads what they name. 0, or an exit status, and then why was said. */
int fl_client_access_open(struct fl_client_access *access, const char *address);
/* What the same options name now. A status, and then `fresh` is nothing, and why was said. */
int fl_client_access_again(const struct fl_client_access *access, const char *address, struct fl_client_access *fresh);
void fl_client_access_close(struct fl_client_access *access);
bool fl_is_of_this_machine(int socket); /* who is on the other side */
#endif
