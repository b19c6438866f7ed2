/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Seals and anchors. A seal is made of an epoch, goes to the store with all that was done in it (or, as a checkpoint,
 * with all of the tree that changed since the last one), and then the anchor has to know it. The two go on side by
 * side: while an anchor is on its way, more seals reach the store, and the next anchor is the last of them. */
#define _GNU_SOURCE
#include "complaint.h"
#include "sealing.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/timerfd.h>
#include <unistd.h>

enum { AT_THE_END_MS = 20000 };
/* How a checkpoint is prepared: in slices of so many records (of some microsecond each), more where many commands were
 * carried out since the last one; how few records may be left; how long that goes on, whatever is left; and how often
 * when few are. */
enum {
  SLICE = 1024,
  SLICE_MOST = 16384,
  SLICE_OF_COMMAND = 10,
  UNSETTLED_MOST = 1024,
  SETTLING_MS = 3000,
  SETTLED_MS = 2
};
static const uint8_t seal_key[] = "s";

static bool has_anchor(const struct fl_server *s) { return fl_anchor_kept(&s->o.anchor); }

/* ---- Into the store ---- */

static bool refuse(struct fl_server *s, const char *why) {
  fl_host_refuse(s->host, why);
  fl_log_refusal(s);
  return false;
}

/* Where servers stand by, the next anchor is our sign of life. How long until it is due; without a lease, never. */
static uint32_t sign_in_ms(const struct fl_server *s) {
  uint64_t past = fl_clock_read(CLOCK_MONOTONIC) - s->sealing->last_seal_ms, every = s->o.lease->ms / 4;
  return past >= every ? 0 : (uint32_t)(every - past);
}

static bool something_to_seal(const struct fl_server *s) {
  return s->sealing->wanted || fl_unsealed(s) || fl_receipts_count(s->receipts) > 0 ||
         (s->o.lease->ms && sign_in_ms(s) == 0);
}

/* Whoever asked for a seal wants the store as it is, without a redo log. */
static bool wants_checkpoint(const struct fl_server *s) {
  return fl_without_redo(s) || s->sealing->wanted || fl_redo_wants_checkpoint(&s->unsealed.redo) ||
         fl_clock_read(CLOCK_MONOTONIC) - s->sealing->last_checkpoint_ms >= s->o.checkpoint_ms ||
         fl_host_pending(s->host) > s->o.memory / 2;
}

/* A checkpoint has to hash and write down all that changed since the last one. It is prepared in slices, between which
 * clients are served, the deepest records first: what changes again meanwhile is done again, and the checkpoint itself
 * has what is left. */
static bool is_due(const struct fl_server *s) {
  return !fl_without_redo(s) && !fl_host_why(s->host) && something_to_seal(s) && wants_checkpoint(s);
}
static void settle(struct fl_server *s) {
  uint64_t slice = s->sealing->settling_ms ? SLICE_OF_COMMAND * (s->commands - s->sealing->settled_commands) : 0;
  if (!s->sealing->settling_ms) s->sealing->settling_ms = fl_clock_read(CLOCK_MONOTONIC);
  slice = slice < SLICE ? SLICE : slice > SLICE_MOST ? SLICE_MOST : slice;
  s->sealing->unsettled = fl_host_settle(s->host, (uint32_t)slice);
  s->sealing->settled_commands = s->commands;
}
static bool is_settled(const struct fl_server *s) {
  if (fl_without_redo(s) || s->sealing->ending) return true;
  if (!s->sealing->settling_ms) return false;
  return s->sealing->unsettled <= UNSETTLED_MOST ||
         fl_clock_read(CLOCK_MONOTONIC) - s->sealing->settling_ms > SETTLING_MS ||
         fl_host_pending(s->host) > s->o.memory / 4 * 3;
}

/* What the seal stands for: an epoch, and the root. */
static bool end_epoch(struct fl_server *s, bool checkpoint, struct fl_host_seal *state) {
  fl_note_for_gate(s, 0);
  s->sealing->checkpointing = checkpoint || !fl_redo_seal(&s->unsealed.redo, state->root);
  if (!s->sealing->checkpointing && s->o.gate) {
    memcpy(s->sealing->gate_log, state->root, sizeof s->sealing->gate_log);
    fl_gate_process_root(s->o.gate, s->sealing->gate_log, s->unsealed.redo.above, state->root);
    s->unsealed.redo.has_above = s->unsealed.redo.pieces > 0;
  }
  if (!s->sealing->checkpointing)
    return fl_host_certify(s->host, &state->epoch) == FL_HOST_OK || refuse(s, "an epoch that cannot be ended");
  if (fl_host_commit_begin(s->host, state) != FL_HOST_OK) {
    fl_log_refusal(s);
    return false;
  }
  s->sealing->last_checkpoint_ms = fl_clock_read(CLOCK_MONOTONIC);
  s->sealing->settling_ms = 0;
  return fl_redo_checkpoint(&s->unsealed.redo, s->host, state->root) == FL_HOST_OK ||
         refuse(s, "out of memory in a commit");
}

static bool submit(struct fl_server *s) {
  struct fl_committer_job job = {0};
  if (s->sealing->checkpointing) {
    if (fl_host_commit_with(s->host, seal_key, 1, s->sealing->made.bytes, FL_SEAL) != FL_HOST_OK) return false;
    job.batch = fl_host_commit_batch(s->host, &job.count);
  } else {
    job.batch = fl_redo_batch(&s->unsealed.redo, s->sealing->made.bytes, FL_SEAL, &job.count);
  }
  fl_committer_submit(s->sealing->committer, &job);
  return true;
}

static bool is_made(struct fl_server *s) {
  fl_seal_digest(s->sealing->made.bytes, s->sealing->made.digest);
  return submit(s) || refuse(s, "a seal cannot be made");
}

/* For CERTIFICATE. */
static void keep_receipts(struct fl_server *s, uint64_t epoch) {
  uint32_t count;
  const uint8_t(*leaves)[32] = fl_receipts_leaves(s->receipts, &count);
  if (!fl_certificates_keep(s->certificates, epoch, leaves, count))
    fl_complain(0, "out of memory: of epoch %" PRIu64 " there are no certificates", epoch);
}

/* Begins a seal if there is something to seal; `must`: in any case. */
static bool begin_seal(struct fl_server *s, bool must) {
  struct fl_host_seal state;
  s->steps.drains = false;
  if (s->sealing->committing || fl_host_why(s->host)) return false;
  if (!must && !something_to_seal(s)) return false;
  s->steps.drains = s->steps.first && !s->sealing->ending;
  if (s->steps.drains) return false; /* a seal has all of a step, or nothing */
  bool checkpoint = must || wants_checkpoint(s);
  if (checkpoint && !must && !is_settled(s)) { /* seals go on meanwhile, as far as they can */
    uint64_t past = fl_clock_read(CLOCK_MONOTONIC) - s->sealing->last_seal_ms;
    bool can = !s->sealing->wanted && !fl_redo_is_full(s);
    if (!can || past < s->o.commit_ms) return false;
    checkpoint = false;
  }
  if (!end_epoch(s, checkpoint, &state)) return false;
  s->sealing->last_seal_ms = fl_clock_read(CLOCK_MONOTONIC);
  s->unsealed.committing_since = s->unsealed.since;
  s->unsealed.since = 0;
  if (state.epoch != s->sealing->made.epoch + 1) return refuse(s, "an epoch that is not the next one");
  if (s->o.log && !fl_run_log_flush(s->o.log)) return refuse(s, "the log cannot be written");
  struct fl_seal seal = {
      .incarnation = s->incarnation, .epoch = state.epoch, .answers = s->answers, .time = fl_clock_now(&s->clock)};
  memcpy(seal.root, state.root, 32);
  memcpy(seal.previous, s->sealing->made.digest, 32);
  keep_receipts(s, seal.epoch);
  fl_receipts_close(s->receipts, seal.receipts);
  s->sealing->made.epoch = seal.epoch;
  s->sealing->wanted = false;
  s->sealing->committing = true;
  s->sealing->asked = s->o.gate != NULL;
  s->sealing->mine = seal;
  if (s->sealing->asked) {
    fl_gate_process_ask_seal(s->o.gate, seal.time, seal.root, s->sealing->checkpointing ? NULL : s->sealing->gate_log);
    return true;
  }
  if (!fl_seal_make(s->sealing->signer, &seal, s->sealing->made.bytes)) return refuse(s, "a seal cannot be made");
  return is_made(s);
}

static void end_seal(struct fl_server *s) {
  s->sealing->committing = false;
  s->unsealed.committing_since = 0;
  if (s->sealing->checkpointing) fl_host_commit_end(s->host);
  s->sealing->sealed = s->sealing->made;
  fl_certificates_sealed(s->certificates, s->sealing->sealed.epoch, s->sealing->sealed.bytes);
}

/* ---- By the gate's process ---- */

/* It sealed what we have, or one of the two is wrong. */
static bool same_as_mine(const struct fl_server *s, const uint8_t bytes[FL_SEAL]) {
  struct fl_seal theirs;
  return fl_seal_read(s->sealing->signer, bytes, FL_SEAL, &theirs) &&
         theirs.incarnation == s->sealing->mine.incarnation && theirs.epoch == s->sealing->mine.epoch &&
         memcmp(theirs.root, s->sealing->mine.root, 32) == 0 &&
         memcmp(theirs.receipts, s->sealing->mine.receipts, 32) == 0;
}

static bool gate_heard(struct fl_server *s, int wait_ms) {
  uint8_t bytes[FL_SEAL];
  switch (fl_gate_process_hear(s->o.gate, wait_ms, bytes)) {
  case FL_GATE_SILENT: return true;
  case FL_GATE_GONE:
    if (fl_host_why(s->host)) return false;
    fl_complain(0, "the gate's process is gone: %s", fl_gate_process_why(s->o.gate));
    return refuse(s, "the gate's process is gone");
  case FL_GATE_SEAL: break;
  }
  if (!s->sealing->asked || !same_as_mine(s, bytes)) return refuse(s, "the gate's process has sealed something else");
  s->sealing->asked = false;
  memcpy(s->sealing->made.bytes, bytes, FL_SEAL);
  return is_made(s);
}

/* ---- To the anchor ---- */

static bool anchor_lags(const struct fl_server *s) {
  return has_anchor(s) && s->sealing->anchor.epoch != s->sealing->sealed.epoch;
}

/* How long until the next one may be written. */
static uint32_t anchor_in_ms(const struct fl_server *s) {
  uint64_t past = fl_clock_read(CLOCK_MONOTONIC) - s->sealing->last_anchor_ms;
  bool wanted =
      s->sealing->anchor.epoch < s->sealing->anchor_wanted && s->sealing->anchor_wanted <= s->sealing->sealed.epoch;
  return wanted || past >= s->o.anchor_ms ? 0 : (uint32_t)(s->o.anchor_ms - past);
}

static void begin_anchor(struct fl_server *s) {
  if (s->sealing->anchoring) return;
  struct fl_committer_job job = {.anchor = {.incarnation = s->incarnation, .epoch = s->sealing->sealed.epoch},
                                 .before = s->sealing->anchor};
  memcpy(job.anchor.seal, s->sealing->sealed.digest, 32);
  s->sealing->next_anchor = job.anchor;
  s->sealing->anchoring = true;
  fl_committer_submit(s->sealing->anchors, &job);
}

static void end_anchor(struct fl_server *s) {
  s->sealing->anchoring = false;
  s->sealing->anchor = s->sealing->next_anchor;
  s->sealing->last_anchor_ms = fl_clock_read(CLOCK_MONOTONIC);
}

/* ---- When ---- */

static void arm(struct fl_server *s, uint32_t ms) {
  uint64_t when = fl_clock_read(CLOCK_MONOTONIC) + ms;
  if (s->sealing->armed && s->sealing->armed <= when) return;
  struct itimerspec t = {.it_value = {ms / 1000, (long)(ms % 1000) * 1000000 + (ms == 0)}};
  if (timerfd_settime(s->sealing->timer, 0, &t, NULL) == 0) s->sealing->armed = when;
}

void fl_schedule(struct fl_server *s) {
  if (s->o.gate && fl_gate_process_has_seal(s->o.gate)) gate_heard(s, 0);
  fl_log_refusal(s);
  if (anchor_lags(s) && !s->sealing->anchoring) {
    uint32_t ms = anchor_in_ms(s);
    if (ms == 0)
      begin_anchor(s);
    else
      arm(s, ms + 1);
  }
  if (fl_host_why(s->host)) return;
  if (!something_to_seal(s)) {
    if (s->o.lease->ms) arm(s, sign_in_ms(s) + 1);
    return;
  }
  if (s->steps.drains)
    arm(s, s->steps.first ? s->o.commit_ms : 0);
  else if (s->sealing->settling_ms)
    arm(s, s->sealing->committing && is_settled(s) ? SETTLED_MS : 0);
  else if (!s->sealing->committing)
    arm(s, s->sealing->wanted ? 0 : s->o.commit_ms);
}

void fl_no_longer_waiting(struct fl_server *s, struct client *c) {
  if (!c->wait.epoch) return;
  s->sealing->stalled -= c->wait.stalled;
  c->wait.stalled = false;
  *(c->wait.older ? &c->wait.older->wait.newer : &s->sealing->first) = c->wait.newer;
  *(c->wait.newer ? &c->wait.newer->wait.older : &s->sealing->last) = c->wait.older;
  c->wait.older = c->wait.newer = NULL;
  c->wait.epoch = 0;
}

void fl_wait_for_seal(struct fl_server *s, struct client *c, uint64_t epoch) {
  c->wait.epoch = epoch;
  c->wait.older = s->sealing->last;
  *(s->sealing->last ? &s->sealing->last->wait.newer : &s->sealing->first) = c;
  s->sealing->last = c;
  fl_schedule(s);
}

void fl_wait_for_store(struct fl_server *s, struct client *c) {
  c->wait.stalled = true;
  s->sealing->stalled++;
  fl_wait_for_seal(s, c, s->sealing->sealed.epoch + 1);
}

/* Whether it need not wait any more: for an answer, its seal is where it has to be, or will never be; a change may be
 * tried again, or is refused. */
static bool is_ready(struct fl_server *s, const struct client *c) {
  bool refused = fl_host_why(s->host) != NULL;
  if (c->wait.stalled)
    return c->wait.epoch <= s->sealing->sealed.epoch || refused || fl_committer_is_failing(s->sealing->committer);
  return c->wait.epoch <= fl_safe_epoch(s) || (refused && c->wait.epoch > s->sealing->made.epoch);
}

/* Those whose seal is kept. If there will be none any more, they are told so by the end of their connection. */
static void wake(struct fl_server *s) {
  for (;;) {
    struct client *c = s->sealing->first;
    while (c && !is_ready(s, c)) c = c->wait.newer;
    if (!c) return;
    bool kept = c->wait.stalled || c->wait.epoch <= fl_safe_epoch(s);
    fl_no_longer_waiting(s, c);
    if (!kept) {
      free(c->answer.held);
      c->answer.held = NULL;
      c->answer.dropped = true;
    }
    fl_conn_wake(c->conn);
  }
}

static void on_gate(void *context) {
  struct fl_server *s = context;
  if (gate_heard(s, 0)) return;
  fl_schedule(s);
  wake(s);
  fl_loop_stop(s->loop); /* there will be no seal any more */
}

static void empty(int fd) {
  uint64_t n;
  (void)!read(fd, &n, sizeof n);
}

static void on_timer(void *context) {
  struct fl_server *s = context;
  empty(s->sealing->timer);
  s->sealing->armed = 0;
  if (is_due(s)) settle(s);
  begin_seal(s, false);
  fl_schedule(s);
  if (fl_host_why(s->host)) wake(s);
}

static void on_stored(void *context) {
  struct fl_server *s = context;
  bool ok;
  empty(s->sealing->stored);
  if (!fl_committer_take(s->sealing->committer, 0, &ok)) { /* it was tried, and will be again */
    if (fl_committer_is_failing(s->sealing->committer)) wake(s);
    return;
  }
  if (!ok) return; /* given up: at the end only */
  end_seal(s);
  fl_schedule(s);
  wake(s);
}

static void on_anchored(void *context) {
  struct fl_server *s = context;
  bool ok;
  empty(s->sealing->anchored);
  if (!fl_committer_take(s->sealing->anchors, 0, &ok) || !ok) return;
  end_anchor(s);
  fl_schedule(s);
  wake(s);
}

/* ---- At the beginning and at the end, while nobody is served ---- */

static bool finish(struct fl_server *s) {
  bool ok = true;
  if (s->sealing->asked && (!gate_heard(s, AT_THE_END_MS) || s->sealing->asked)) return false;
  if (s->sealing->committing) {
    if (!fl_committer_take(s->sealing->committer, AT_THE_END_MS, &ok) || !ok) return false;
    end_seal(s);
  }
  if (s->sealing->anchoring) {
    if (!fl_committer_take(s->sealing->anchors, AT_THE_END_MS, &ok) || !ok) return false;
    end_anchor(s);
  }
  return true;
}

static bool finish_all(struct fl_server *s) {
  if (!finish(s)) return false;
  if (!anchor_lags(s)) return true;
  begin_anchor(s);
  return finish(s);
}

bool fl_server_begin(struct fl_server *s) {
  bool ok = begin_seal(s, true) && finish_all(s);
  fl_schedule(s);
  return ok;
}

bool fl_server_anchor_failed(struct fl_server *s) { return fl_committer_failures(s->sealing->anchors) > 0; }

bool fl_server_end(struct fl_server *s) {
  s->sealing->ending = true;
  bool ok = finish_all(s);
  if (s->unsealed.redo.pieces > 0 || s->unsealed.redo.unknown) fl_want_seal(s); /* the next start has less to do */
  if (ok && !fl_host_why(s->host) && begin_seal(s, false)) ok = finish_all(s);
  return ok && !fl_host_why(s->host);
}

/* ---- Its life ---- */

bool fl_sealing_new(struct fl_server *s, struct fl_store *store, const struct fl_signer *signer,
                    const struct fl_anchor *anchor, const uint8_t last_seal[32]) {
  struct fl_sealing *x = s->sealing = calloc(1, sizeof *x);
  if (!x) return false;
  x->signer = signer;
  x->anchor = *anchor;
  x->made.epoch = anchor->epoch;
  memcpy(x->made.digest, last_seal, 32);
  x->sealed = x->made;
  x->made.epoch = fl_host_certified(s->host); /* a cache in parts took an epoch to begin */
  x->timer = timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC | TFD_NONBLOCK);
  x->committer = fl_committer_new(store, s->o.log, s->incarnation, &x->stored);
  x->anchors = fl_committer_anchors(&s->o.anchor, s->o.lease, s->incarnation, &x->anchored);
  return x->timer >= 0 && x->committer && x->anchors && fl_loop_watch(s->loop, x->timer, on_timer, s) >= 0 &&
         fl_loop_watch(s->loop, x->stored, on_stored, s) >= 0 &&
         fl_loop_watch(s->loop, x->anchored, on_anchored, s) >= 0 &&
         (!s->o.gate || fl_loop_watch(s->loop, fl_gate_process_descriptor(s->o.gate), on_gate, s) >= 0);
}

void fl_sealing_free(struct fl_sealing *x) {
  if (!x) return;
  fl_committer_free(x->committer);
  fl_committer_free(x->anchors);
  if (x->timer >= 0) close(x->timer);
  free(x);
}
