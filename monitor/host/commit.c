/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Commits: all that is in Blum goes back to the tree, the epoch is certified, the tree sealed, and what has changed is
 * one batch. */
#include "whole.h"

#include <stdlib.h>

struct sealing {
  struct fl_tree *tree;
  bool ok;
};
static void seal_one(void *context, uint32_t s, const uint8_t *value, size_t length) {
  struct sealing *sealing = context;
  struct fl_name n = fl_name_of(fl_gate_key(sealing->tree->gate, s));
  if (sealing->ok && fl_tree_write_down(sealing->tree, &n, value, length) != FL_HOST_OK) sealing->ok = false;
}

static struct fl_tree *tree_at(const struct fl_whole *w, uint32_t i) { return i == 0 ? w->trunk : w->parts[i - 1]; }

static void lock_all(struct fl_whole *w) {
  pthread_mutex_lock(&w->epochs);
  fl_stop(w);
}
static void unlock_all(struct fl_whole *w) {
  fl_go(w);
  pthread_mutex_unlock(&w->epochs);
}

bool fl_host_committing(const struct fl_host *h) { return h->whole->committing; }

static bool anything_changed(const struct fl_whole *w) {
  bool changed = w->written;
  for (uint32_t i = 0; i <= w->part_count; i++) changed = changed || fl_gate_anything_changed(tree_at(w, i)->gate);
  return changed;
}
bool fl_host_changed(const struct fl_host *h) {
  lock_all(h->whole);
  bool changed = anything_changed(h->whole);
  unlock_all(h->whole);
  return changed;
}

/* If the store fails, what is back is back, and what is not is in Blum still. */
static enum fl_host_status take_all_back(struct fl_whole *w) {
  for (size_t i = 0; w->records && i < (size_t)1 << w->records->bits; i++) {
    struct fl_shard *s = &w->records->shards[i];
    while (s->count > 0) /* more than once if a run goes round the end of the table */
      for (uint64_t j = s->size; j-- > 0;)
        if (s->all[j].taken) FL_TRY(fl_take_back(w, s, &s->all[j]));
  }
  return FL_HOST_OK;
}

/* The digest of each part to where the trunk has its edge, then that of the trunk. */
static enum fl_host_status seal_trees(struct fl_whole *w, uint8_t root[32]) {
  for (uint32_t i = w->part_count + 1; i-- > 0;) {
    struct sealing sealing = {tree_at(w, i), true};
    FL_PASS(fl_gate_seal(sealing.tree->gate, root, seal_one, &sealing));
    if (!sealing.ok) { /* what was to be written is no longer known to have changed */
      fl_gates_refuse(w->gates, "out of memory in a commit");
      return FL_HOST_MEMORY;
    }
    if (i > 0) FL_PASS(fl_gate_sealed(w->trunk->gate, sealing.tree->gate, root));
  }
  return FL_HOST_OK;
}

/* Room for the batch of several trees, and one more. */
static bool batch_room(struct fl_whole *w, size_t count) {
  if (w->part_count == 0 || count <= w->batch_room) return true;
  struct fl_store_change *batch = realloc(w->batch, count * sizeof *batch);
  if (!batch) return false;
  w->batch = batch;
  w->batch_room = count;
  return true;
}
static size_t batch_count(const struct fl_whole *w, bool flying) {
  size_t count, all = 0;
  for (uint32_t i = 0; i <= w->part_count; i++) {
    fl_changes_all(flying ? tree_at(w, i)->flying : tree_at(w, i)->now, &count);
    all += count;
  }
  return all;
}

static enum fl_host_status commit_begin(struct fl_host *h, struct fl_host_seal *seal) {
  struct fl_whole *w = h->whole;
  struct fl_changes *fresh[1 + FL_HOST_THREADS] = {NULL};
  if (w->committing) return FL_HOST_STORE;
  if (!w->gates || fl_gates_refused(w->gates)) return FL_HOST_LIE;
  enum fl_host_status back = take_all_back(w);
  if (back == FL_HOST_FULL) { /* what stays with a thread of the monitor cannot leave it before the next epoch */
    FL_TRY(fl_end_epoch(h, true));
    back = take_all_back(w);
  }
  FL_TRY(back);
  seal->changed = anything_changed(w);
  FL_TRY(fl_end_epoch(h, true));
  seal->epoch = w->certified; /* how many there are: the monitor's are numbered from 0 */
  bool memory = true;
  for (uint32_t i = 0; i <= w->part_count; i++) memory = (fresh[i] = fl_changes_new()) && memory;
  enum fl_host_status status = memory ? seal_trees(w, seal->root) : FL_HOST_MEMORY;
  if (status == FL_HOST_OK && !batch_room(w, batch_count(w, false))) {
    fl_gates_refuse(w->gates, "out of memory in a commit");
    status = FL_HOST_MEMORY;
  }
  if (status != FL_HOST_OK) {
    for (uint32_t i = 0; i <= w->part_count; i++) fl_changes_free(fresh[i]);
    return status;
  }
  for (uint32_t i = 0; i <= w->part_count; i++) {
    tree_at(w, i)->flying = tree_at(w, i)->now;
    tree_at(w, i)->now = fresh[i];
  }
  w->written = false;
  w->committing = true;
  return FL_HOST_OK;
}

uint32_t fl_host_settle(struct fl_host *h, uint32_t most) {
  struct fl_whole *w = h->whole;
  uint32_t left = 0;
  lock_all(w);
  for (uint32_t i = w->part_count + 1; w->gates && i-- > 0;) { /* as they are sealed */
    struct sealing sealing = {tree_at(w, i), true};
    left += fl_gate_settle(sealing.tree->gate, &most, seal_one, &sealing);
    if (!sealing.ok) fl_gates_refuse(w->gates, "out of memory in a commit");
  }
  unlock_all(w);
  return left;
}

enum fl_host_status fl_host_commit_begin(struct fl_host *h, struct fl_host_seal *seal) {
  lock_all(h->whole);
  enum fl_host_status status = commit_begin(h, seal);
  unlock_all(h->whole);
  return status;
}

/* What is under way is in nobody else's hands than the committer's: `flying` of the trees is only read meanwhile. */
enum fl_host_status fl_host_commit_with(struct fl_host *h, const uint8_t *key, size_t key_length, const uint8_t *value,
                                        size_t length) {
  struct fl_whole *w = h->whole;
  pthread_mutex_lock(&w->trunk->lock);
  bool ok = batch_room(w, batch_count(w, true) + 1) && fl_changes_put(w->trunk->flying, key, key_length, value, length);
  pthread_mutex_unlock(&w->trunk->lock);
  return ok ? FL_HOST_OK : FL_HOST_MEMORY;
}

const struct fl_store_change *fl_host_commit_batch(const struct fl_host *h, size_t *count) {
  const struct fl_whole *w = h->whole;
  if (w->part_count == 0) return fl_changes_all(w->trunk->flying, count);
  *count = 0;
  for (uint32_t i = 0; i <= w->part_count; i++) {
    size_t n;
    const struct fl_store_change *all = fl_changes_all(tree_at(w, i)->flying, &n);
    for (size_t j = 0; j < n; j++) w->batch[(*count)++] = all[j];
  }
  return w->batch;
}

void fl_host_commit_end(struct fl_host *h) {
  struct fl_whole *w = h->whole;
  lock_all(w);
  for (uint32_t i = 0; i <= w->part_count; i++) {
    fl_tree_forget_soon(tree_at(w, i)); /* what was read of it was from before, perhaps */
    fl_changes_free(tree_at(w, i)->flying);
    tree_at(w, i)->flying = NULL;
  }
  w->committing = false;
  unlock_all(w);
}

enum fl_host_status fl_host_commit(struct fl_host *h, struct fl_host_seal *seal) {
  if (!h->whole->committing) FL_TRY(fl_host_commit_begin(h, seal));
  size_t count;
  const struct fl_store_change *batch = fl_host_commit_batch(h, &count);
  if (!h->whole->store->commit(h->whole->store->context, batch, count)) return FL_HOST_STORE;
  fl_host_commit_end(h);
  return FL_HOST_OK;
}
