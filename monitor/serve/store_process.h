/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef FL_STORE_PROCESS_H
#define FL_STORE_PROCESS_H
#include "fl_store.h"

/* A store in processes of its own (store/main.c): one to look, and one to commit, so that neither waits for the other.
 * They are started again when they end. `program` is fairlead-monitor-store. NULL: *why says why. */
struct fl_store *fl_store_process(const char *program, const char *where, const char **why);
#endif
