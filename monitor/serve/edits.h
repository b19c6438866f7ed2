/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* What containers are made with (clean/items.fl), in what is lent to the protocol machine as a value. */
#ifndef FL_EDITS_H
#define FL_EDITS_H
#include "serve.h"

/* `room' bytes at `value', of which `*length' are lent; as many to work with. */
struct fl_edited {
  uint8_t *value, *spare;
  size_t *length, room;
};
/* As records.edit has it. */
bool fl_edit(const struct fl_edited *v, size_t at, size_t cut, struct fl_serve_view head, struct fl_serve_view data);
/* As records.sum. */
uint8_t fl_edit_sum(const struct fl_edited *v, bool there, size_t lo, size_t hi, struct fl_serve_view by);
/* As records.random. */
uint32_t fl_edit_random(uint32_t below);
#endif
