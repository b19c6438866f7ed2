/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef FL_STORE_REDIS_H
#define FL_STORE_REDIS_H
#include "fl_store.h"
#include "redis_place.h"

/* In a Redis, as this user. NULL: *why says why. */
struct fl_store *fl_store_redis(const struct fl_redis_place *place, const struct fl_redis_access *access,
                                const char **why);
/* The connection is lost, and all will fail from now on. */
/* Another server has taken it. */
bool fl_store_redis_is_taken(const struct fl_store *store);
bool fl_store_redis_is_gone(const struct fl_store *store);
#endif
