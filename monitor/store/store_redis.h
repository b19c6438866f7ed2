/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef FL_STORE_REDIS_H
#define FL_STORE_REDIS_H
#include "fl_store.h"

/* redis://HOST[:PORT][/DATABASE] or redis+unix://PATH. NULL: *why says why. */
struct fl_store *fl_store_redis(const char *url, const char **why);
/* The connection is lost, and all will fail from now on. */
bool fl_store_redis_is_gone(const struct fl_store *store);
#endif
