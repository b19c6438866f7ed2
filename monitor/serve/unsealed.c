/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Changes that are in no seal yet: what the next one has to have, and how many of them there may be. */
#define _GNU_SOURCE
#include "serving.h"

bool fl_without_redo(const struct fl_server *s) { return s->o.log; }
bool fl_unsealed(const struct fl_server *s) {
  return fl_without_redo(s) ? fl_host_changed(s->host) : s->unsealed.redo.changed;
}

/* The gate's process wants to see each put and deletion again that it saw. One that is in no note of ours, such as
 * of a value whose time was over, is in a checkpoint only. */
void fl_note_for_gate(struct fl_server *s, uint64_t changes) {
  if (!s->o.gate) return;
  uint64_t now = fl_gate_process_changes(s->o.gate);
  if (now - s->unsealed.gate_noted != changes) fl_redo_unknown(&s->unsealed.redo);
  s->unsealed.gate_noted = now;
}

/* What a change came to: it can be made again after a crash. What failed may have been done in part. */
void fl_note_change(struct fl_server *s, uint8_t status, const struct fl_redo_change *change) {
  s->scripts.wrote = true; /* if one runs: nothing else is changed meanwhile */
  if (status == FL_SERVE_records_OK && !s->unsealed.since) s->unsealed.since = fl_now_ms(s);
  if (fl_without_redo(s)) return;
  fl_note_for_gate(s, status == FL_SERVE_records_OK);
  if (status == FL_SERVE_records_OK) fl_redo_note(&s->unsealed.redo, change);
  if (status == FL_SERVE_records_STORE || status == FL_SERVE_records_MEMORY) fl_redo_unknown(&s->unsealed.redo);
}

uint64_t fl_unsealed_ms(struct fl_server *s) {
  uint64_t since = s->unsealed.committing_since ? s->unsealed.committing_since : s->unsealed.since, now = fl_now_ms(s);
  return since && since < now ? now - since : 0;
}

bool fl_redo_is_full(const struct fl_server *s) {
  return s->unsealed.redo.unknown || s->unsealed.redo.bytes >= 2 * (uint64_t)FL_REDO_MOST;
}

/* What was changed last has to be in the store before anything else is changed: otherwise a crash would lose what is
 * older than it may be, or there would be more than the redo log has room for, and then no seal before a checkpoint; or
 * less room in memory than a transaction is to begin with. */
static bool is_behind(struct fl_server *s) {
  if (fl_host_pending(s->host) > s->o.memory / 4 * 3) {
    if (!fl_is_committing(s)) fl_want_seal(s);
    return true;
  }
  if (!fl_is_committing(s) && !fl_unsealed(s)) return false;
  if (fl_unsealed_ms(s) > s->o.unsealed_ms) return true;
  if (fl_without_redo(s)) return false;
  return (fl_unsealed(s) && fl_redo_is_full(s)) || s->unsealed.redo.now.length > FL_REDO_MOST / 2;
}

bool fl_may_change(struct fl_server *s) {
  return !fl_host_why(s->host) && !fl_store_is_failing(s) && !is_behind(s) &&
         fl_host_pending(s->host) <= s->o.memory / 2;
}

uint8_t fl_admit(struct fl_server *s, const struct client *c) {
  if (c->transaction.running || fl_host_why(s->host)) return FL_SERVE_records_OK;
  if (fl_store_is_failing(s)) return s->o.accept_unstored ? FL_SERVE_records_OK : FL_SERVE_records_UNSTORED;
  return is_behind(s) ? FL_SERVE_records_BUSY : FL_SERVE_records_OK;
}
