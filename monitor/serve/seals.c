/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* How far seals and anchors are, and what is wanted of them. */
#define _GNU_SOURCE
#include "sealing.h"

struct fl_sealing_figures fl_sealing_figures(const struct fl_server *s) {
  const struct fl_sealing *x = s->sealing;
  uint64_t commits = fl_committer_failures(x->committer), anchors = fl_committer_failures(x->anchors);
  return (struct fl_sealing_figures){x->sealed.epoch, x->anchor.epoch, x->stalled, commits, anchors};
}
bool fl_is_committing(const struct fl_server *s) { return s->sealing->committing; }
bool fl_store_is_failing(const struct fl_server *s) { return fl_committer_is_failing(s->sealing->committer); }
uint64_t fl_next_epoch(const struct fl_server *s) { return s->sealing->made.epoch + 1; }
const uint8_t *fl_last_seal(const struct fl_server *s) { return s->sealing->sealed.bytes; }
void fl_want_seal(struct fl_server *s) { s->sealing->wanted = true; }
uint64_t fl_want_anchor(struct fl_server *s) {
  fl_want_seal(s);
  return s->sealing->anchor_wanted = fl_next_epoch(s);
}
uint64_t fl_safe_epoch(const struct fl_server *s) {
  return fl_anchor_kept(&s->o.anchor) ? s->sealing->anchor.epoch : s->sealing->sealed.epoch;
}
