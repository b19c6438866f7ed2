/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Data records leave the tree to Blum and come back; parts of the tree go to other gates. */
#include "tree.h"

#include <string.h>

enum fl_host_status fl_tree_give(struct fl_tree *t, uint32_t s, struct fl_gate_stamp *stamp) {
  uint32_t parent = fl_gate_parent(t->gate, s);
  struct fl_name n = fl_name_of(fl_gate_key(t->gate, s));
  size_t length;
  const uint8_t *value = fl_gate_value(t->gate, s, &length);
  if (fl_gate_changed(t->gate, s)) FL_TRY(fl_tree_write_down(t, &n, value, length));
  FL_PASS(fl_gate_to_blum(t->gate, s, parent, stamp));
  fl_tree_forget_near(t, &n);
  fl_tree_forget_leaf(t, s);
  fl_tree_slot_free(t, s);
  t->used[parent] = 1;
  return FL_HOST_OK;
}

/* The record of the tree above one that is in Blum. */
static enum fl_host_status find_above(struct fl_tree *t, const uint8_t key[FL_KEY], uint32_t *above) {
  if (fl_gates_refused(t->gate->gates)) return FL_HOST_LIE;
  t->ahead_count = 0;
  for (uint32_t s = 0;;) {
    unsigned d = fl_bit(key, fl_digits(fl_gate_key(t->gate, s)));
    const uint8_t *edge = fl_gate_edge(t->gate, s, d);
    t->used[s] = 1;
    if (!edge || fl_common(edge, key) < fl_digits(edge))
      return fl_tree_lie(t, "a record of Blum that is not in the tree");
    *above = s;
    if (fl_digits(edge) == FL_DEPTH) return FL_HOST_OK;
    uint32_t child = fl_gate_child(t->gate, s, d);
    if (child == FL_GATE_NONE) FL_TRY(fl_tree_bring_back(t, edge, key, s, &child));
    s = child;
  }
}

enum fl_host_status fl_tree_take(struct fl_tree *t, const uint8_t key[FL_KEY], const uint8_t *datum, size_t length,
                                 const struct fl_gate_stamp *stamp, bool changed) {
  uint8_t value[FL_MERKLE_VALUE] = {0, datum != NULL};
  uint32_t above = 0, s;
  struct fl_name n = fl_name_of(key);
  size_t size = 2;
  if (datum) {
    value[2] = (uint8_t)(length >> 8);
    value[3] = (uint8_t)length;
    memcpy(value + 4, datum, length);
    size = 4 + length;
  }
  FL_TRY(find_above(t, key, &above));
  FL_TRY(fl_tree_find_slot(t, above, &s));
  if (changed || !datum) FL_TRY(fl_tree_write_down(t, &n, datum ? value : NULL, datum ? size : 0));
  FL_PASS(fl_gate_from_blum(t->gate, key, value, size, s, stamp));
  if (datum) {
    fl_tree_keep_near(t, &n, value, size);
    FL_PASS(fl_gate_evict(t->gate, s, above));
    return FL_HOST_OK;
  }
  FL_PASS(fl_gate_remove(t->gate, s, above));
  t->used[above] = 1;
  return fl_tree_join(t, above);
}

enum fl_host_status fl_tree_split(struct fl_tree *t, const uint8_t prefix[FL_KEY], struct fl_gate *other) {
  static const uint8_t none_below[] = {1, 0, 0};
  for (uint32_t s = 0;;) {
    unsigned d = fl_bit(prefix, fl_digits(fl_gate_key(t->gate, s)));
    const uint8_t *edge = fl_gate_edge(t->gate, s, d);
    uint32_t child = edge ? fl_gate_child(t->gate, s, d) : FL_GATE_NONE;
    unsigned shared = edge ? fl_common(edge, prefix) : fl_digits(prefix);
    if (edge && shared == fl_digits(edge)) { /* it is on the way, or what is looked for */
      if (child == FL_GATE_NONE) FL_TRY(fl_tree_bring_back(t, edge, prefix, s, &child));
    } else { /* it is not there yet, or a fork on the way to it */
      uint8_t fork[FL_KEY];
      fl_front(fork, prefix, shared);
      FL_TRY(fl_tree_bring(t, fork, none_below, sizeof none_below, s, &child));
      if (shared < fl_digits(prefix)) {
        s = child;
        continue;
      }
    }
    if (fl_digits(fl_gate_key(t->gate, child)) < fl_digits(prefix)) {
      s = child;
      continue;
    }
    /* Below it nothing is cached yet but what was cut off together with it. */
    FL_PASS(fl_gate_pin(t->gate, child, s, other));
    fl_tree_slot_free(t, child);
    return FL_HOST_OK;
  }
}
