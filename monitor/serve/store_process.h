/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef FL_STORE_PROCESS_H
#define FL_STORE_PROCESS_H
#include "fl_store.h"
#include "redis_place.h"

struct fl_store_place {
  const char *program, *where, *user; /* `user` of this machine, or NULL: the process' */
  bool held;
  const struct fl_redis_access *access; /* NULL: it is no Redis. What it points to stays while there is a store */
};

/* A store in processes of its own (store/main.c): one to look, and one to commit, so that neither waits for the other.
 * They are started again when they end, and killed when they take too long; while a Redis is not reached, less and less
 * often. `program` is fairlead-monitor-store; it becomes this user first, if one is given. `held`: only to look, at the
 * store as it is now (if it is of that kind: store/main.c), so it is not started again. *kept: whether the kernel keeps
 * it from files, and from system calls (store/sandbox.h). NULL: *why says why. */
struct fl_store *fl_store_process(const struct fl_store_place *place, bool kept[2], const char **why);
/* Of a Redis that several servers have (fl_redis_access.writer): another one has taken it. That is the store's word. */
bool fl_store_process_taken(const struct fl_store *store);
#endif
