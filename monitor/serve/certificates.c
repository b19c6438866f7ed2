/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "certificates.h"

#include <stdlib.h>
#include <string.h>

enum { OVERHEAD = 32 }; /* of one more block of memory, and of the place that it is known by */

struct epoch {
  uint64_t number;
  uint32_t count;
  bool sealed;
  uint8_t seal[FL_SEAL];
  uint8_t leaves[][32];
};
/* In their order: those from `first' on. */
struct fl_certificates {
  struct epoch **all;
  size_t first, count, room;
  struct fl_certificates_figures figures;
};

static uint64_t size_of(uint32_t count) { return sizeof(struct epoch) + (uint64_t)count * 32 + OVERHEAD; }

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
  struct epoch *e = has_place(c) ? malloc(sizeof *e + (size_t)count * 32) : NULL;
  if (!e) { /* none before it is found any more, either: one bound says what is gone */
    while (c->first < c->count) drop_oldest(c);
    c->figures.gone = number;
    return false;
  }
  e->number = number;
  e->count = count;
  e->sealed = false;
  memcpy(e->leaves, leaves, (size_t)count * 32);
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
  uint8_t root[32];
  const struct epoch *e = find(c, number);
  if (number <= c->figures.gone) return FL_CERTIFICATE_GONE;
  if (!e || !e->sealed || index >= e->count) return FL_CERTIFICATE_UNKNOWN;
  found->seal = e->seal;
  found->leaves = e->count;
  found->steps = fl_receipts_climb((const uint8_t(*)[32])e->leaves, e->count, index, root, found->path);
  return found->steps == SIZE_MAX ? FL_CERTIFICATE_UNKNOWN : FL_CERTIFICATE_FOUND;
}
