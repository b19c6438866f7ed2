/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The same functions in idiomatic C, as a careful person writes them. */
#ifndef RIVALS_H
#define RIVALS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

void rival_sha256(const uint8_t *data, size_t length, uint8_t digest[32]);

/* Bytes written, or -1. */
long rival_base64(const uint8_t *text, size_t length, uint8_t *out, size_t capacity);
struct rival_bytes {
  uint32_t length;
  uint8_t data[65536];
};
long rival_base64_checked(const uint8_t *text, size_t length, struct rival_bytes *out);

struct rival_slot {
  uint64_t key, value;
};
struct rival_table {
  struct rival_slot slots[65536];
  uint32_t used;
};
bool rival_add(struct rival_table *table, uint64_t key, uint64_t amount);
uint64_t rival_find(const struct rival_table *table, uint64_t key);

struct rival_field {
  uint32_t name_lo, name_hi, value_lo, value_hi;
};
struct rival_fields {
  struct rival_field list[100];
  uint32_t count;
};
/* Offset behind the empty line, or 0. */
size_t rival_headers(const uint8_t *text, size_t length, struct rival_fields *out);

#endif
