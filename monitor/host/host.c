/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* A host's life: handles, threads of the monitor, the start, and what is known of it. */
#include "whole.h"

#include <stdlib.h>
#include <string.h>

enum { SHARD_BITS = 10 };

static uint32_t thread_count(const struct fl_host_options *o) { return o->threads ? o->threads : 1; }
/* Of the tree: one for each handle, or as many as one handle is to have. */
static uint32_t parts_wanted(const struct fl_host_options *o) {
  return thread_count(o) > 1 || o->parts == 0 ? thread_count(o) : o->parts;
}

/* What is kept near is shared out. */
static bool new_parts(struct fl_whole *w, uint32_t count) {
  struct fl_host_options part = w->options;
  part.near = (uint32_t)(((uint64_t)part.near + count - 1) / count);
  w->parts = calloc(count, sizeof *w->parts);
  for (; w->parts && w->part_count < count; w->part_count++) {
    struct fl_tree *t = fl_tree_new(&part, w->trunk->store, &w->store_lock);
    if (!t) return false;
    t->soon = w->trunk->soon;
    w->parts[w->part_count] = t;
  }
  while (1u << w->part_bits < count) w->part_bits++;
  return w->parts != NULL;
}

struct fl_host *fl_host_new(const struct fl_host_options *options, struct fl_store *store) {
  uint32_t threads = thread_count(options), parts = parts_wanted(options);
  bool merkle = options->mode == FL_HOST_MERKLE;
  if (options->slots < 512 || options->slots > 65536 || threads > FL_HOST_THREADS || parts > FL_HOST_THREADS)
    return NULL;
  if (options->parts > 1 && !(merkle && threads == 1)) return NULL;
  if (merkle && (parts & (parts - 1)) != 0) return NULL;
  if (options->log && !options->thread_log && !(merkle && parts == 1)) return NULL;
  struct fl_whole *w = calloc(1, sizeof *w);
  struct fl_host *handles = aligned_alloc(64, threads * sizeof *handles);
  if (!w || !handles) {
    free(w);
    free(handles);
    return NULL;
  }
  memset(handles, 0, threads * sizeof *handles);
  w->handles = handles;
  w->handle_count = threads;
  w->options = *options;
  pthread_mutex_init(&w->store_lock, NULL);
  pthread_mutex_init(&w->epochs, NULL);
  for (uint32_t i = 0; i < threads; i++) handles[i].whole = w;
  struct fl_host_options trunk = *options;
  if (merkle && parts > 1) trunk.near = 0;
  bool ok = (w->trunk = fl_tree_new(&trunk, store, &w->store_lock)) != NULL;
  /* One handle, and nobody else, has what is foreseen, for all parts of the tree. */
  if (ok && merkle && threads == 1 && store->paths) ok = (w->trunk->soon = calloc(1, sizeof *w->trunk->soon)) != NULL;
  if (ok && merkle && parts > 1) ok = new_parts(w, parts);
  if (!merkle) ok = ok && (w->records = fl_records_new(SHARD_BITS)) != NULL;
  if (!ok) {
    fl_host_free(handles);
    return NULL;
  }
  w->store = store;
  return handles;
}

void fl_host_free(struct fl_host *h) {
  if (!h) return;
  struct fl_whole *w = h->whole;
  if (w->store && w->store->close) w->store->close(w->store->context);
  for (uint32_t i = 0; i < w->part_count; i++) fl_tree_free(w->parts[i]);
  for (uint32_t i = 0; i < w->handle_count; i++) {
    fl_gate_free(w->handles[i].gate);
    free(w->handles[i].vacant);
  }
  if (w->trunk) free(w->trunk->soon);
  fl_tree_free(w->trunk);
  fl_records_free(w->records);
  fl_gates_free(w->gates);
  pthread_mutex_destroy(&w->store_lock);
  pthread_mutex_destroy(&w->epochs);
  free(w->parts);
  free(w->batch);
  free(w->handles);
  free(w);
}

struct fl_host *fl_host_thread(struct fl_host *h, uint32_t thread) {
  return thread < h->whole->handle_count ? &h->whole->handles[thread] : NULL;
}

/* ---- The start ---- */

static void log_one(void *context, uint32_t thread, const uint8_t *bytes, size_t length) {
  const struct fl_host_options *o = context;
  (void)thread;
  o->log(o->log_context, bytes, length);
}
static void begin_log(struct fl_whole *w, struct fl_gate *gate) {
  if (w->options.thread_log)
    fl_gate_log(gate, w->options.incarnation, w->options.thread_log, w->options.log_context);
  else if (w->options.log)
    fl_gate_log(gate, w->options.incarnation, log_one, &w->options);
}

/* The other threads of the monitor: each with a part of the tree, or each with a handle. */
static enum fl_host_status begin_threads(struct fl_whole *w) {
  uint32_t count = w->records ? w->handle_count : w->part_count;
  for (uint32_t i = 0; i < count; i++) {
    struct fl_gate *gate = fl_gate_another(w->gates, (uint16_t)(i + 1), !w->records);
    if (!gate) return FL_HOST_MEMORY;
    begin_log(w, gate);
    if (w->records) {
      struct fl_host *h = &w->handles[i];
      h->gate = gate;
      h->quick = w->options.short_keys;
      h->thread = (uint16_t)(i + 1);
      h->vacant = calloc(w->options.slots, sizeof *h->vacant);
      if (!h->vacant) return FL_HOST_MEMORY;
      for (uint32_t s = w->options.slots; s-- > 1;) h->vacant[h->vacant_count++] = (uint16_t)s;
      continue;
    }
    uint8_t prefix[FL_KEY] = {0, (uint8_t)w->part_bits, (uint8_t)(i << (8 - w->part_bits))};
    w->parts[i]->gate = gate;
    FL_TRY(fl_tree_split(w->trunk, prefix, gate));
  }
  /* From then on answers from the parts are right at once. */
  return w->part_count > 0 ? fl_end_epoch(w->handles, true) : FL_HOST_OK;
}

enum fl_host_status fl_host_start(struct fl_host *h, const struct fl_host_seal *from) {
  static const uint8_t root_key[FL_KEY];
  struct fl_whole *w = h->whole;
  struct fl_name n = fl_name_of(root_key);
  struct fl_tree *t = w->trunk;
  size_t length = 0;
  const char *why = NULL;
  enum fl_store_result r = fl_tree_fetch(t, &n, &length);
  if (r == FL_STORE_FAILED) return FL_HOST_STORE;
  if (from && r == FL_STORE_ABSENT) return fl_lie(h, "a store without what was sealed");
  if (!from && r == FL_STORE_FOUND) return fl_lie(h, "a store that is not empty, without a seal");
  w->epoch = w->certified = from ? from->epoch : 0;
  uint32_t others = w->records ? w->handle_count : w->part_count;
  struct fl_gates *gates = fl_gates_new(1 + others, w->options.slots, w->epoch);
  if (gates) t->gate = fl_gate_new(gates, from ? t->bytes : NULL, length, from ? from->root : NULL, &why);
  if (!t->gate) {
    fl_gates_free(gates);
    w->why = why ? why : "no memory, no randomness, or a processor without AES instructions";
    return why ? FL_HOST_LIE : FL_HOST_MEMORY;
  }
  w->gates = gates;
  gates->told = w->options.told;
  gates->told_context = w->options.told_context;
  begin_log(w, t->gate);
  enum fl_host_status status = begin_threads(w);
  if (status != FL_HOST_OK) fl_gates_refuse(gates, "it did not start"); /* unless there is a reason already */
  return status;
}

/* ---- What is known of it ---- */

const char *fl_host_why(const struct fl_host *h) {
  return h->whole->gates ? fl_gates_refused(h->whole->gates) : h->whole->why;
}
void fl_host_refuse(struct fl_host *h, const char *why) { fl_lie(h, why); }
struct fl_host_receipt fl_host_receipt(const struct fl_host *h) {
  if (!h->answered) return h->receipt;
  const struct fl_gate_receipt *r = &h->gate->receipt;
  return (struct fl_host_receipt){r->epoch, r->index, r->counter, r->thread};
}

void fl_host_doubt(const struct fl_host *h, struct fl_host_doubt *d) {
  const struct fl_whole *w = h->whole;
  *d = (struct fl_host_doubt){0};
  for (uint32_t i = 0; i <= w->part_count; i++) {
    struct fl_tree *t = i == 0 ? w->trunk : w->parts[i - 1];
    pthread_mutex_lock(&t->lock);
    d->count += t->doubts;
    if (t->doubts > 0) {
      d->why = t->doubt;
      d->length = t->doubtful.length;
      memcpy(d->key, t->doubtful.data, t->doubtful.length);
    }
    pthread_mutex_unlock(&t->lock);
  }
}

static void add_figures(struct fl_host_figures *f, const struct fl_gate *gate) {
  f->answers += gate->answers + gate->waiting.visits;
  f->entries += gate->entries + gate->waiting.entries;
}

void fl_host_figures(const struct fl_host *h, struct fl_host_figures *f) {
  struct fl_whole *w = h->whole;
  *f = (struct fl_host_figures){.epoch = w->epoch};
  pthread_mutex_lock(&w->epochs);
  for (uint32_t i = 0; i <= w->part_count; i++) {
    struct fl_tree *t = i == 0 ? w->trunk : w->parts[i - 1];
    pthread_mutex_lock(&t->lock);
    if (t->gate) add_figures(f, t->gate);
    f->fetched += t->fetched;
    f->cached += t->slots - t->vacant_count;
    f->pending_bytes += fl_changes_bytes(t->now) + (t->flying ? fl_changes_bytes(t->flying) : 0);
    pthread_mutex_unlock(&t->lock);
  }
  fl_stop(w);
  for (uint32_t i = 0; i < w->handle_count; i++) {
    const struct fl_host *one = &w->handles[i];
    if (one->gate) add_figures(f, one->gate);
    if (one->vacant) f->cached += w->options.slots - 1 - one->vacant_count;
  }
  for (size_t i = 0; w->records && i < (size_t)1 << w->records->bits; i++) f->in_blum += w->records->shards[i].count;
  fl_go(w);
  pthread_mutex_unlock(&w->epochs);
}

static int64_t sum(const struct fl_whole *w, bool behind) {
  int64_t n = 0;
  for (uint32_t i = 0; i <= w->part_count; i++) {
    struct fl_tree *t = i == 0 ? w->trunk : w->parts[i - 1];
    pthread_mutex_lock(&t->lock);
    n += behind ? t->balance_behind : t->balance;
    pthread_mutex_unlock(&t->lock);
  }
  return n;
}
int64_t fl_host_balance(const struct fl_host *h) { return sum(h->whole, false); }
int64_t fl_host_balance_behind(const struct fl_host *h) { return sum(h->whole, true); }

void fl_host_counted_to(struct fl_host *h, const uint8_t place[32]) {
  static const uint8_t none[32];
  const struct fl_whole *w = h->whole;
  for (uint32_t i = 0; i <= w->part_count; i++) {
    struct fl_tree *t = i == 0 ? w->trunk : w->parts[i - 1];
    pthread_mutex_lock(&t->lock);
    memcpy(t->counted_to, place, sizeof t->counted_to);
    if (memcmp(place, none, sizeof none) == 0) t->balance_behind = 0;
    pthread_mutex_unlock(&t->lock);
  }
}

size_t fl_host_pending(const struct fl_host *h) {
  const struct fl_whole *w = h->whole;
  size_t n = 0;
  for (uint32_t i = 0; i <= w->part_count; i++) {
    struct fl_tree *t = i == 0 ? w->trunk : w->parts[i - 1];
    pthread_mutex_lock(&t->lock);
    n += fl_changes_bytes(t->now) + (t->flying ? fl_changes_bytes(t->flying) : 0);
    pthread_mutex_unlock(&t->lock);
  }
  return n;
}
