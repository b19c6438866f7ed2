/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* What is to be written at the next commit, by key; a later change of a key replaces an earlier one. */
#ifndef FL_CHANGES_H
#define FL_CHANGES_H
#include "fl_store.h"

struct fl_changes;
struct fl_changes *fl_changes_new(void); /* NULL: no memory */
void fl_changes_free(struct fl_changes *changes);
/* value NULL: nothing is to be there. False: no memory, and nothing was changed. */
bool fl_changes_put(struct fl_changes *changes, const uint8_t *key, size_t key_length, const uint8_t *value,
                    size_t length);
/* NULL: not changed. Good until the next put. */
const struct fl_store_change *fl_changes_find(const struct fl_changes *changes, const uint8_t *key, size_t key_length);
const struct fl_store_change *fl_changes_all(const struct fl_changes *changes, size_t *count);
size_t fl_changes_bytes(const struct fl_changes *changes); /* of memory, about */
#endif
