/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Where a Redis is, and who we are to it. The server reads the address, and takes the password out of it: what is left
 * may be seen by all. What is secret goes to the store's process by a file in memory, not by its command line. */
#ifndef FL_REDIS_PLACE_H
#define FL_REDIS_PLACE_H
#include "tls.h"

#define FL_REDIS_FORMS                                                                                 \
  "redis://[USER:PASSWORD@]HOST[:PORT][/DATABASE], rediss://..., unix://[USER:PASSWORD@]PATH[?db=N], " \
  "redis-cluster://[USER:PASSWORD@]HOST[:PORT][,HOST[:PORT]]... or rediss-cluster://..."

enum { FL_REDIS_TEXT = 512, FL_REDIS_PEM = 1 << 20, FL_REDIS_SEEDS = 16 };

struct fl_redis_seed {
  char host[256];
  unsigned port;
};

struct fl_redis_place {
  bool local, tls, cluster;
  char host[256]; /* or a path */
  unsigned port, database;
  struct fl_redis_seed others[FL_REDIS_SEEDS - 1]; /* more nodes of the cluster, to ask where the others are */
  unsigned other_count;
  int connect_ms;                                    /* how long that may take; 0: as long as is usual */
  char user[FL_REDIS_TEXT], password[FL_REDIS_TEXT]; /* empty: it was not said */
};

/* Whether it is the address of a Redis, and not a folder. */
bool fl_is_redis(const char *store);
bool fl_is_redis_cluster(const char *store);
/* False: it is none of the forms above. */
bool fl_redis_place_read(const char *url, struct fl_redis_place *place);
/* Without user and password; NULL: no memory. To be freed. */
char *fl_redis_place_public(const struct fl_redis_place *place);

/* What the process needs besides. */
struct fl_redis_access {
  const char *user, *password, *name; /* NULL or empty: none */
  const char *replicas;               /* of a cluster: how many have a change before it is done; none: where it can */
  const char *writer;                 /* of several servers (redis_writer.h); none: no others write */
  struct fl_pem authorities, certificate, key;
};
enum { FL_REDIS_TOKEN = 32, FL_REDIS_WRITER = 6 + 2 * (FL_REDIS_TOKEN + 1) }; /* bytes of a token, and of `writer' */
#define FL_REDIS_TAKEN "another server has taken it"
/* A descriptor of a file in memory; -1: errno. */
int fl_redis_access_write(const struct fl_redis_access *access);
/* What points into *text, which is the caller's to wipe (so many bytes) and free. False: there is none. */
bool fl_redis_access_read(int fd, struct fl_redis_access *access, char **text, size_t *length);
#endif
