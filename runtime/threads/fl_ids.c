/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "fl_ids.h"

#include <stdlib.h>

#include "fl_internal.h"

static size_t home(const struct fl_ids *ids, const void *of) {
  return (size_t)(((uintptr_t)of >> 3) * 0x9e3779b97f4a7c15u >> 20) & (ids->size - 1);
}

/* Where it is, or the free slot where it would be. */
static size_t find(const struct fl_ids *ids, const void *of) {
  size_t at = home(ids, of);
  while (ids->slots[at].of && ids->slots[at].of != of) at = (at + 1) & (ids->size - 1);
  return at;
}

static void grow(struct fl_ids *ids) {
  struct fl_ids larger = {.size = ids->size ? ids->size * 2 : 64, .count = ids->count};
  larger.slots = calloc(larger.size, sizeof *larger.slots);
  if (!larger.slots) fl_die("no memory to record a run");
  for (size_t i = 0; i < ids->size; i++)
    if (ids->slots[i].of) larger.slots[find(&larger, ids->slots[i].of)] = ids->slots[i];
  free(ids->slots);
  *ids = larger;
}

void fl_ids_put(struct fl_ids *ids, const void *of, uint64_t id) {
  if (2 * ids->count >= ids->size) grow(ids);
  struct fl_id *slot = &ids->slots[find(ids, of)];
  ids->count += !slot->of;
  *slot = (struct fl_id){of, id};
}

uint64_t fl_ids_get(const struct fl_ids *ids, const void *of) {
  return ids->size > 0 && ids->slots[find(ids, of)].of ? ids->slots[find(ids, of)].id : 0;
}

uint64_t fl_ids_take(struct fl_ids *ids, const void *of) {
  uint64_t id = fl_ids_get(ids, of);
  if (id == 0) return 0;
  /* Those behind it move up, unless that would be before their home. */
  size_t hole = find(ids, of), mask = ids->size - 1;
  for (size_t at = (hole + 1) & mask; ids->slots[at].of; at = (at + 1) & mask)
    if (((at - home(ids, ids->slots[at].of)) & mask) >= ((at - hole) & mask)) {
      ids->slots[hole] = ids->slots[at];
      hole = at;
    }
  ids->slots[hole].of = NULL;
  ids->count--;
  return id;
}
