/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Numbers for addresses: a hash table with linear probing. All zero: empty. Out of memory ends the program. */
#ifndef FL_IDS_H
#define FL_IDS_H

#include <stddef.h>
#include <stdint.h>

struct fl_ids {
  struct fl_id {
    const void *of; /* NULL: free */
    uint64_t id;
  } * slots;
  size_t size, count; /* size: a power of two, or 0 */
};

void fl_ids_put(struct fl_ids *ids, const void *of, uint64_t id); /* instead of the one before, if any */
uint64_t fl_ids_get(const struct fl_ids *ids, const void *of);    /* 0: none */
uint64_t fl_ids_take(struct fl_ids *ids, const void *of);         /* the same, and it is gone */

#endif
