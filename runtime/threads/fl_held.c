/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Recorded runs: who comes to the main loop from elsewhere, known by the order in which he left; and, in a replay, who
 * came before his entry did, and is held until then. */
#include <stdlib.h>
#include <string.h>

#include "fl_record.h"

/* Numbers for addresses: a hash table with linear probing. All zero: empty. */
struct ids {
  struct id {
    const void *of; /* NULL: free */
    uint64_t id;
  } * slots;
  size_t size, count; /* size: a power of two, or 0 */
};

static size_t home(const struct ids *ids, const void *of) {
  return (size_t)(((uintptr_t)of >> 3) * 0x9e3779b97f4a7c15u >> 20) & (ids->size - 1);
}

/* Where it is, or the free slot where it would be. */
static size_t find(const struct ids *ids, const void *of) {
  size_t at = home(ids, of);
  while (ids->slots[at].of && ids->slots[at].of != of) at = (at + 1) & (ids->size - 1);
  return at;
}

static void grow(struct ids *ids) {
  struct ids larger = {.size = ids->size ? ids->size * 2 : 64, .count = ids->count};
  larger.slots = calloc(larger.size, sizeof *larger.slots);
  if (!larger.slots) fl_die("no memory to record a run");
  for (size_t i = 0; i < ids->size; i++)
    if (ids->slots[i].of) larger.slots[find(&larger, ids->slots[i].of)] = ids->slots[i];
  free(ids->slots);
  *ids = larger;
}

static void ids_put(struct ids *ids, const void *of, uint64_t id) {
  if (2 * ids->count >= ids->size) grow(ids);
  struct id *slot = &ids->slots[find(ids, of)];
  ids->count += !slot->of;
  *slot = (struct id){of, id};
}

static uint64_t ids_get(const struct ids *ids, const void *of) {
  return ids->size > 0 && ids->slots[find(ids, of)].of ? ids->slots[find(ids, of)].id : 0;
}

/* The same, and it is gone. */
static uint64_t ids_take(struct ids *ids, const void *of) {
  uint64_t id = ids_get(ids, of);
  if (id == 0) return 0;
  /* Those behind it move up, unless that would be before their home. */
  size_t hole = find(ids, of), mask = ids->size - 1;
  for (size_t at = (hole + 1) & mask; ids->slots[at].of; at = (at + 1) & mask)
    if (((at - home(ids, ids->slots[at].of)) & mask) >= ((at - hole) & mask)) {
      ids->slots[hole] = ids->slots[at];
      hole = at;
    }
  ids->slots[hole].of = NULL;
  ids->count--;
  return id;
}

/* Of threads that left the loop, and of conditions that are its. */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct ids threads, conds;

/* Who came while a replay was not yet there. */
struct held_signal {
  fl_cond *cond;
  uint32_t pending;
};
static struct fl_thread **held_threads;
static struct held_signal *held_signals;
static size_t threads_held, threads_room, signals_held, signals_room;

void fl_record_arrival(struct fl_thread *thread) {
  pthread_mutex_lock(&lock);
  struct fl_arrival_entry entry = {.id = ids_take(&threads, thread)};
  pthread_mutex_unlock(&lock);
  if (entry.id == 0) entry.place = fl_record_place(thread->top);
  fl_record_add(FL_ENTRY_ARRIVAL, &entry, sizeof entry);
}

void fl_record_signal(const fl_cond *cond, uint32_t pending) {
  pthread_mutex_lock(&lock);
  struct fl_signal_entry entry = {.id = ids_get(&conds, cond), .pending = pending};
  pthread_mutex_unlock(&lock);
  fl_record_add(FL_ENTRY_SIGNAL, &entry, sizeof entry);
}

void fl_record_leaves(struct fl_thread *thread) {
  static uint64_t last;
  pthread_mutex_lock(&lock);
  ids_put(&threads, thread, ++last);
  pthread_mutex_unlock(&lock);
}

void fl_record_new(struct fl_thread *thread) {
  pthread_mutex_lock(&lock);
  ids_take(&threads, thread);
  pthread_mutex_unlock(&lock);
}

/* Those that others bind to the main loop come in no order that would be the same again. */
void fl_record_bound(fl_cond *cond, const fl_scheduler *loop) {
  static uint64_t last;
  pthread_mutex_lock(&lock);
  if (loop == &fl_main_scheduler && fl_mode_here() != FL_LIVE)
    ids_put(&conds, cond, ++last);
  else
    ids_take(&conds, cond);
  pthread_mutex_unlock(&lock);
}

void fl_record_forget(fl_cond *cond) {
  pthread_mutex_lock(&lock);
  ids_take(&conds, cond);
  pthread_mutex_unlock(&lock);
  if (fl_mode_here() == FL_REPLAYING)
    for (size_t i = 0; i < signals_held; i++)
      if (held_signals[i].cond == cond) held_signals[i--] = held_signals[--signals_held];
}

/* ---- in a replay */

static void *grown(void *array, size_t *room, size_t count, size_t size) {
  if (count < *room) return array;
  *room = *room * 2 + 16;
  array = realloc(array, *room * size);
  if (!array) fl_die("no memory for a replay");
  return array;
}

static void hold_signal(fl_cond *cond, uint32_t pending) {
  for (size_t i = 0; i < signals_held; i++)
    if (held_signals[i].cond == cond) {
      held_signals[i].pending = ((held_signals[i].pending | pending) & FL_SIGNAL_ALL) |
                                ((held_signals[i].pending & ~FL_SIGNAL_ALL) + (pending & ~FL_SIGNAL_ALL));
      return;
    }
  held_signals = grown(held_signals, &signals_room, signals_held, sizeof *held_signals);
  held_signals[signals_held++] = (struct held_signal){cond, pending};
}

void fl_held_collect(fl_scheduler *loop) {
  pthread_mutex_lock(&loop->lock);
  for (struct fl_thread *thread; (thread = fl_queue_take(&loop->inbox));) {
    held_threads = grown(held_threads, &threads_room, threads_held, sizeof *held_threads);
    held_threads[threads_held++] = thread;
  }
  while (loop->signals) {
    fl_cond *cond = loop->signals;
    loop->signals = cond->next_posted;
    hold_signal(cond, __atomic_exchange_n(&cond->pending, 0, __ATOMIC_ACQ_REL));
  }
  loop->last_signals = NULL;
  atomic_store(&loop->posted, false);
  pthread_mutex_unlock(&loop->lock);
}

struct fl_thread *fl_held_thread(const struct fl_arrival_entry *entry) {
  struct fl_thread *found = NULL;
  pthread_mutex_lock(&lock);
  for (size_t i = 0; i < threads_held && !found; i++) {
    struct fl_thread *thread = held_threads[i];
    uint64_t id = ids_get(&threads, thread);
    if (id != entry->id || (id == 0 && fl_record_place(thread->top) != entry->place)) continue;
    ids_take(&threads, thread);
    memmove(held_threads + i, held_threads + i + 1, (--threads_held - i) * sizeof *held_threads);
    found = thread;
  }
  pthread_mutex_unlock(&lock);
  return found;
}

fl_cond *fl_held_signal(const struct fl_signal_entry *entry) {
  fl_cond *found = NULL;
  uint32_t count = entry->pending & ~FL_SIGNAL_ALL;
  pthread_mutex_lock(&lock);
  for (size_t i = 0; i < signals_held && !found; i++) {
    struct held_signal *held = &held_signals[i];
    if (ids_get(&conds, held->cond) != entry->id || (held->pending & ~FL_SIGNAL_ALL) < count ||
        (entry->pending & ~held->pending & FL_SIGNAL_ALL))
      continue;
    found = held->cond;
    held->pending = (held->pending - count) & ~(entry->pending & FL_SIGNAL_ALL);
    if (held->pending == 0) held_signals[i] = held_signals[--signals_held];
  }
  pthread_mutex_unlock(&lock);
  return found;
}
