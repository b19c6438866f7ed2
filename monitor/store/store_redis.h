/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef FL_STORE_REDIS_H
#define FL_STORE_REDIS_H
#include "fl_store.h"

/* redis://HOST[:PORT][/DATABASE] or redis+unix://PATH. It connects again when the connection was lost. NULL: *why says
 * why. */
struct fl_store *fl_store_redis(const char *url, const char **why);
#endif
