/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef FL_STORE_CLUSTER_H
#define FL_STORE_CLUSTER_H
#include "fl_store.h"
#include "redis_place.h"

/* In a Redis Cluster, as this user. `looks': it will not commit, and does not end what another one has begun. NULL:
 * *why says why. */
struct fl_store *fl_store_cluster(const struct fl_redis_place *place, const struct fl_redis_access *access, bool looks,
                                  const char **why);
/* After a commit was answered: what it needs no more is taken away. */
void fl_store_cluster_rest(const struct fl_store *store);
/* A node cannot be reached that another process might reach. */
bool fl_store_cluster_is_gone(const struct fl_store *store);
#endif
