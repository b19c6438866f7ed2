/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The file of --cluster: which servers share out all keys, where clients find them, and which of Redis Cluster's 16,384
 * slots each has. The same file on every machine; nothing else tells one server of the others.
 *
 *     # a line for each: its name, where clients reach it, its slots
 *     a 10.0.0.1:6379 0-5460
 *     b 10.0.0.2:6379 5461-10922
 *     c [fd00::3]:6379 10923-16000 16001-16383
 *
 * Every slot has one server. What is not so is an error, and the file is not used. */
#ifndef FL_CLUSTER_FILE_H
#define FL_CLUSTER_FILE_H
#include "redis_slots.h"

#include <stdbool.h>

enum { FL_CLUSTER_TEXT = 1 << 20, FL_CLUSTER_SERVERS = 1000, FL_CLUSTER_NAME = 64, FL_CLUSTER_HOST = 255 };
enum { FL_CLUSTER_ID = 40 };

struct fl_cluster_server {
  char name[FL_CLUSTER_NAME + 1], host[FL_CLUSTER_HOST + 1]; /* an IPv6 address without brackets */
  uint16_t port;
  char id[FL_CLUSTER_ID + 1]; /* of a node, as Redis has them: the same for one name */
};
struct fl_cluster {
  struct fl_cluster_server *servers;
  size_t count;
  uint16_t owner[FL_REDIS_SLOTS]; /* which of them has it */
};

struct fl_cluster_wrong {
  size_t line, column;
  char why[160];
  const char *help;
};
/* NULL: *wrong says where and why. Any bytes may be given. */
struct fl_cluster *fl_cluster_read(const char *text, size_t length, struct fl_cluster_wrong *wrong);
void fl_cluster_free(struct fl_cluster *cluster);

/* By its name, or its address as it stands there, HOST:PORT; `count': there is none. */
size_t fl_cluster_find(const struct fl_cluster *cluster, const char *who);

/* `0-5460 10923', without an end; *at goes behind it. False: it is none. */
bool fl_slots_read(const char **at, const char *end, unsigned *low, unsigned *high);
/* From `from' on, the next slots that follow each other and of which this is so. False: there are no more. */
bool fl_slots_next(const uint16_t owner[FL_REDIS_SLOTS], size_t who, unsigned from, unsigned *low, unsigned *high);
#endif
