/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* What a Redis Cluster calls our records, and in which of its 16,384 slots they lie. Redis hashes what stands between
 * the first { of a name and the next }: our names have the first 14 digits of the record's key there. So the records
 * of a way down the tree that are deeper than that are in one slot, and one MGET has them all. */
#ifndef FL_REDIS_SLOTS_H
#define FL_REDIS_SLOTS_H
#include "fl_store.h"

enum { FL_REDIS_SLOTS = 16384, FL_REDIS_NAME = 24 + FL_STORE_KEY };

/* As Redis has it, of any name. */
unsigned fl_redis_slot(const void *name, size_t length);
/* "fairlead:{TAG}", and the key; how long that is. */
size_t fl_redis_name(char name[FL_REDIS_NAME], const uint8_t *key, size_t length);
#endif
