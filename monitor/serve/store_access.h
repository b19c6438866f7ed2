/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Who we are to a Redis that is the store: from its address, the environment, and files. Its process has to know; other
 * processes and users of this machine, and whoever reads what we say, do not. */
#ifndef FL_STORE_ACCESS_H
#define FL_STORE_ACCESS_H
#include "ours_trusted.h"
#include "redis_place.h"

struct fl_store_access {
  const char *password_file, *authorities_file, *certificate_file, *key_file, *name, *replicas; /* options */
  const char *writer; /* of several servers (redis_writer.h) */
  struct fl_redis_place place;
  bool is_redis, in_the_open; /* the password stood on the command line */
  char *address;              /* of the Redis, without user and password */
  struct fl_text authorities, certificate, key;
};

#define FL_STORE_ACCESS_OPTIONS                                                             \
  {"store-password-file", 1, 0, 0}, {"store-tls-ca", 1, 0, 0}, {"store-tls-cert", 1, 0, 0}, \
      {"store-tls-key", 1, 0, 0}, {"store-tls-name", 1, 0, 0}, {                            \
    "store-replicas", 1, 0, 0                                                               \
  }
/* Takes one of them; false: it is another one. */
bool fl_store_access_option(struct fl_store_access *access, const char *name, const char *value);

/* *store is as it stood on the command line. Of a Redis' address what is secret is taken out of it there, so that ps
 * does not show it, and out of *store. NULL, or what is wrong with it and the other options. */
const char *fl_store_access_check(struct fl_store_access *access, const char **store);
/* Reads the files. 0, or an exit status, and then why was said. */
int fl_store_access_read(struct fl_store_access *access);
struct fl_redis_access fl_store_access_of(const struct fl_store_access *access);
void fl_store_access_wipe(struct fl_store_access *access);
#endif
