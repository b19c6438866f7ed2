/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "certificates.h"

#include <stdlib.h>
#include <string.h>

enum {
  OVERHEAD = 32, /* of one more block of memory, and of the place that it is known by */
  LEVELS = 4,
  GROUP = 1 << LEVELS
};

/* A way up is asked for by anybody, one receipt after the other. So it may not cost what the epoch has receipts: behind
 * the leaves are the nodes above groups of 16, level by level, without the topmost. What is below is computed. */
struct epoch {
  uint64_t number;
  uint32_t count;
  bool sealed;
  uint8_t seal[FL_SEAL];
  uint8_t nodes[][32];
};
/* In their order: those from `first' on. */
struct fl_certificates {
  struct epoch **all;
  size_t first, count, room;
  struct fl_certificates_figures figures;
};

static uint32_t groups(uint32_t count) { return (count + GROUP - 1) / GROUP; }

static uint64_t nodes(uint32_t count) {
  uint64_t all = count;
  for (uint32_t n = groups(count); n > 1; n = (n + 1) / 2) all += n;
  return all;
}

static uint64_t size_of(uint32_t count) { return sizeof(struct epoch) + nodes(count) * 32 + OVERHEAD; }

/* The topmost of these, and the way there. */
static size_t climb(const uint8_t (*from)[32], uint32_t count, uint32_t index, uint8_t top[32],
                    uint8_t path[FL_RECEIPT_PATH][32]) {
  uint8_t level[GROUP][32];
  memcpy(level, from, count * sizeof *level);
  size_t steps = fl_receipts_climb(level, count, index, path);
  if (top) memcpy(top, level[0], 32);
  return steps;
}

/* Each level from the one below: in groups of 16, then of 2. */
static void build(struct epoch *e) {
  uint8_t(*below)[32] = e->nodes, (*here)[32] = below + e->count;
  uint32_t n = e->count, group = GROUP;
  while (n > group) {
    for (uint32_t i = 0; i < n; i += group)
      climb((const uint8_t(*)[32])below + i, n - i < group ? n - i : group, 0, here[i / group], NULL);
    n = (n + group - 1) / group;
    group = 2;
    below = here;
    here += n;
  }
}

static size_t way(const struct epoch *e, uint32_t index, uint8_t path[FL_RECEIPT_PATH][32]) {
  uint32_t first = index / GROUP * GROUP, rest = e->count - first;
  const uint8_t(*level)[32] = (const uint8_t(*)[32])e->nodes;
  size_t steps = climb(level + first, rest < GROUP ? rest : GROUP, index - first, NULL, path);
  level += e->count;
  index /= GROUP;
  for (uint32_t n = groups(e->count); n > 1; level += n, n = (n + 1) / 2, index /= 2)
    if ((index ^ 1) < n) memcpy(path[steps++], level[index ^ 1], 32);
  return steps;
}

struct fl_certificates *fl_certificates_new(uint64_t after, uint64_t most) {
  struct fl_certificates *c = calloc(1, sizeof *c);
  if (c) c->figures = (struct fl_certificates_figures){.gone = after, .most = most};
  return c;
}

void fl_certificates_free(struct fl_certificates *c) {
  if (!c) return;
  for (size_t i = c->first; i < c->count; i++) free(c->all[i]);
  free(c->all);
  free(c);
}

struct fl_certificates_figures fl_certificates_figures(const struct fl_certificates *c) {
  return c->figures;
}

static void drop_oldest(struct fl_certificates *c) {
  struct epoch *e = c->all[c->first++];
  c->figures.gone = e->number;
  c->figures.bytes -= size_of(e->count);
  free(e);
}

/* One more place; those of what is gone come first. */
static bool has_place(struct fl_certificates *c) {
  if (c->count < c->room) return true;
  if (c->first > c->count / 2) {
    c->count -= c->first;
    memmove(c->all, c->all + c->first, c->count * sizeof *c->all);
    c->first = 0;
    return true;
  }
  size_t room = c->room ? 2 * c->room : 64;
  void *more = realloc(c->all, room * sizeof *c->all);
  if (!more) return false;
  c->all = more;
  c->room = room;
  return true;
}

bool fl_certificates_keep(struct fl_certificates *c, uint64_t number, const uint8_t (*leaves)[32], uint32_t count) {
  if (count == 0) return true;
  struct epoch *e = has_place(c) ? malloc(sizeof *e + nodes(count) * 32) : NULL;
  if (!e) { /* none before it is found any more, either: one bound says what is gone */
    while (c->first < c->count) drop_oldest(c);
    c->figures.gone = number;
    return false;
  }
  e->number = number;
  e->count = count;
  e->sealed = false;
  memcpy(e->nodes, leaves, (size_t)count * 32);
  build(e);
  c->all[c->count++] = e;
  c->figures.bytes += size_of(count);
  while (c->figures.bytes > c->figures.most && c->count - c->first > 1) drop_oldest(c);
  return true;
}

static struct epoch *find(const struct fl_certificates *c, uint64_t number) {
  size_t low = c->first, high = c->count;
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    if (c->all[middle]->number < number)
      low = middle + 1;
    else
      high = middle;
  }
  return low < c->count && c->all[low]->number == number ? c->all[low] : NULL;
}

void fl_certificates_sealed(struct fl_certificates *c, uint64_t number, const uint8_t seal[FL_SEAL]) {
  struct epoch *e = find(c, number);
  if (!e) return;
  memcpy(e->seal, seal, FL_SEAL);
  e->sealed = true;
}

enum fl_certificate_found fl_certificates_find(const struct fl_certificates *c, uint64_t number, uint32_t index,
                                               struct fl_certificate *found) {
  const struct epoch *e = find(c, number);
  if (number <= c->figures.gone) return FL_CERTIFICATE_GONE;
  if (!e || !e->sealed || index >= e->count) return FL_CERTIFICATE_UNKNOWN;
  found->seal = e->seal;
  found->leaves = e->count;
  found->steps = way(e, index, found->path);
  return FL_CERTIFICATE_FOUND;
}
