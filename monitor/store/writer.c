/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#define _GNU_SOURCE
#include "writer.h"

#include "fl_store_lmdb.h"
#include "pending.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <time.h>

/* So much of a file, or so long after its first batch, it is the other one's turn, if that is free; where LMDB is too
 * slow for this, a commit waits from the second size on. Tests have others. */
#ifndef FL_JOURNAL_TURN
#define FL_JOURNAL_TURN (64 << 20)
#define FL_JOURNAL_TURN_MS 2000
#endif
enum { TURN = FL_JOURNAL_TURN, TURN_MOST = 2 * TURN, TURN_MS = FL_JOURNAL_TURN_MS, AGAIN_MS = 200, NICE = 10 };

/* What a file has between two marks. */
struct turn {
  unsigned file;
  struct fl_journal_mark begin, end;
};

struct fl_writer {
  struct fl_store *lmdb;
  int files[2];
  uint64_t sizes[2];
  pthread_t thread;
  pthread_mutex_t lock;
  pthread_cond_t changed;
  bool running, ending, gone;
  bool goes_on;                 /* the journal, from LMDB's mark; otherwise the next commit is LMDB's */
  bool known;                   /* it did before, and `now' and `meant' are what it has */
  struct turn now;              /* the end moves with each batch */
  uint64_t at;                  /* 0: nothing in it yet */
  struct timespec until;        /* its turn is over then */
  struct fl_journal_mark meant; /* of the last batch that was begun */
  bool applying, busy, failed;  /* there is a turn before; it is being taken to LMDB; that did not work out */
  struct turn before;
  struct fl_buffer batch;
};

static struct timespec in_ms(long ms) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  t.tv_sec += ms / 1000;
  t.tv_nsec += ms % 1000 * 1000000;
  if (t.tv_nsec >= 1000000000) t.tv_sec++, t.tv_nsec -= 1000000000;
  return t;
}

/* ---- To LMDB ---- */

static bool to_lmdb(struct fl_writer *w, const struct fl_store_change *changes, size_t count,
                    const struct fl_journal_mark *mark) {
  uint8_t bytes[FL_JOURNAL_MARK];
  struct fl_store_change *all = malloc((count + 1) * sizeof *all);
  if (!all) return false;
  for (size_t i = 0; i < count; i++) all[i] = changes[i];
  fl_journal_put_mark(bytes, mark);
  all[count] = (struct fl_store_change){(const uint8_t *)FL_STORE_LMDB_MARK, bytes, 1, sizeof bytes};
  bool ok = w->lmdb->commit(w->lmdb->context, all, count + 1);
  free(all);
  return ok;
}

/* False and `lost`: the disk does not have what it was given. */
static bool apply(struct fl_writer *w, const struct turn *turn, bool *lost) {
  struct fl_pending p = {.files = {w->files[0], w->files[1]}, .count = 1};
  struct fl_pending_part *part = &p.parts[0];
  *part = (struct fl_pending_part){turn->file,       turn->begin,      turn->begin,
                                   FL_JOURNAL_FRONT, FL_JOURNAL_FRONT, fl_changes_new()};
  *lost = part->changes && !fl_pending_read(&p, part, &turn->end);
  bool ok = part->changes && !*lost;
  if (ok) {
    size_t count;
    const struct fl_store_change *all = fl_changes_all(part->changes, &count);
    ok = to_lmdb(w, all, count, &turn->end);
  }
  fl_pending_empty(&p);
  return ok;
}

static void other_turn(struct fl_writer *w) {
  w->before = w->now;
  w->applying = true;
  w->failed = false;
  w->now.file ^= 1;
  w->now.begin = w->now.end;
  w->at = 0;
  pthread_cond_broadcast(&w->changed);
}

static bool is_over(const struct timespec *until) {
  struct timespec now = in_ms(0);
  return now.tv_sec > until->tv_sec || (now.tv_sec == until->tv_sec && now.tv_nsec >= until->tv_nsec);
}

static void *work(void *context) {
  struct fl_writer *w = context;
  /* Nobody waits for this thread, before a turn is twice as long as it should be: so it takes no processor that another
   * one wants. (Linux has this for each thread.) */
  setpriority(PRIO_PROCESS, 0, getpriority(PRIO_PROCESS, 0) + NICE);
  pthread_mutex_lock(&w->lock);
  w->running = true;
  pthread_cond_broadcast(&w->changed);
  while (!w->ending) {
    if (w->applying) {
      struct turn turn = w->before;
      bool lost;
      w->busy = true;
      pthread_mutex_unlock(&w->lock);
      bool ok = apply(w, &turn, &lost);
      pthread_mutex_lock(&w->lock);
      w->busy = false;
      w->applying = !ok;
      w->failed = !ok;
      w->gone = w->gone || lost || (!ok && fl_store_lmdb_is_dead(w->lmdb));
      pthread_cond_broadcast(&w->changed);
      struct timespec again = in_ms(AGAIN_MS);
      while (w->applying && !w->ending && pthread_cond_timedwait(&w->changed, &w->lock, &again) == 0) {}
    } else if (!w->goes_on || w->at == 0) {
      pthread_cond_wait(&w->changed, &w->lock);
    } else if (is_over(&w->until)) {
      other_turn(w);
    } else {
      pthread_cond_timedwait(&w->changed, &w->lock, &w->until);
    }
  }
  pthread_mutex_unlock(&w->lock);
  return NULL;
}

/* ---- Commits ---- */

/* All that the journal has and these changes in one transaction, and then the journal begins anew: so with the first
 * commit, with what is too large for the journal, and when that could not be written. What is in its files is void by
 * then, the batch too of which nobody knows: its number is left out. */
static bool begin_anew(struct fl_writer *w, const struct fl_store_change *changes, size_t count) {
  struct fl_pending p = {.files = {w->files[0], w->files[1]}};
  struct fl_journal_mark base, end, next;
  while (w->busy) pthread_cond_wait(&w->changed, &w->lock);
  bool ok = fl_pending_base(w->lmdb, &base) && fl_pending_follow(&p, &base);
  end = fl_pending_end(&p);
  next.number = end.number + 2;
  if (ok && w->known && !fl_journal_same(&end, &w->now.end) && !fl_journal_same(&end, &w->meant)) {
    w->gone = true; /* the disk does not have what it was given */
    ok = false;
  }
  struct fl_changes *all = p.count ? p.parts[0].changes : NULL;
  size_t more = 0;
  const struct fl_store_change *younger = p.count > 1 ? fl_changes_all(p.parts[1].changes, &more) : NULL;
  for (size_t i = 0; ok && i < more; i++)
    ok = fl_changes_put(all, younger[i].key, younger[i].key_length, younger[i].value, younger[i].value_length);
  for (size_t i = 0; ok && all && i < count; i++)
    ok = fl_changes_put(all, changes[i].key, changes[i].key_length, changes[i].value, changes[i].value_length);
  if (ok && all) changes = fl_changes_all(all, &count);
  ok = ok && getrandom(next.digest, sizeof next.digest, 0) == sizeof next.digest && to_lmdb(w, changes, count, &next);
  fl_pending_empty(&p);
  if (ok) {
    w->now = (struct turn){0, next, next};
    w->meant = next;
    w->at = 0;
    w->applying = w->failed = false;
    w->known = w->goes_on = w->running;
  }
  w->gone = w->gone || (!ok && fl_store_lmdb_is_dead(w->lmdb));
  pthread_cond_broadcast(&w->changed);
  return ok;
}

/* False: LMDB does not take what there is. */
static bool make_room(struct fl_writer *w) {
  if (w->at + FL_JOURNAL_HEAD + w->batch.length > TURN_MOST)
    while (w->applying && !w->failed) pthread_cond_wait(&w->changed, &w->lock);
  if (!w->applying && w->at >= TURN) other_turn(w);
  return w->at + FL_JOURNAL_HEAD + w->batch.length <= TURN_MOST;
}

static bool commit(struct fl_writer *w, const struct fl_store_change *changes, size_t count) {
  static const uint8_t head[FL_JOURNAL_HEAD];
  w->batch.length = 0;
  bool ok = fl_buffer_add(&w->batch, head, sizeof head);
  for (size_t i = 0; ok && i < count && w->batch.length <= FL_JOURNAL_BATCH; i++)
    ok = fl_frame_add_change(&w->batch, &changes[i]);
  if (!ok) return false;
  if (w->goes_on && w->batch.length <= FL_JOURNAL_BATCH) {
    if (!make_room(w)) return false;
    bool first = w->at == 0;
    if (fl_journal_write(w->files[w->now.file], &w->at, &w->sizes[w->now.file], &w->now.end, &w->meant, &w->batch)) {
      if (first) w->until = in_ms(TURN_MS), pthread_cond_broadcast(&w->changed);
      return true;
    }
  }
  w->goes_on = false;
  return begin_anew(w, changes, count);
}

bool fl_writer_commit(struct fl_writer *w, const struct fl_store_change *changes, size_t count) {
  for (size_t i = 0; i < count; i++)
    if (!fl_store_lmdb_takes(&changes[i])) return false;
  if (count == 0) return true;
  pthread_mutex_lock(&w->lock);
  bool ok = !w->gone && commit(w, changes, count);
  pthread_mutex_unlock(&w->lock);
  return ok;
}

/* ---- From beginning to end ---- */

struct fl_writer *fl_writer_new(struct fl_store *lmdb, const int files[2]) {
  struct fl_writer *w = calloc(1, sizeof *w);
  pthread_condattr_t monotonic;
  struct stat s;
  if (!w) return NULL;
  w->lmdb = lmdb;
  for (int i = 0; i < 2; i++) {
    w->files[i] = files[i];
    if (fstat(files[i], &s) == 0) w->sizes[i] = (uint64_t)s.st_size;
  }
  pthread_mutex_init(&w->lock, NULL);
  pthread_condattr_init(&monotonic);
  pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
  pthread_cond_init(&w->changed, &monotonic);
  pthread_condattr_destroy(&monotonic);
  return w;
}

/* It runs when this is done: what a thread asks the kernel for at its beginning, a sandbox may not give it. */
bool fl_writer_begin(struct fl_writer *w) {
  pthread_mutex_lock(&w->lock);
  bool ok = pthread_create(&w->thread, NULL, work, w) == 0;
  while (ok && !w->running) pthread_cond_wait(&w->changed, &w->lock);
  pthread_mutex_unlock(&w->lock);
  return ok;
}

bool fl_writer_is_gone(struct fl_writer *w) {
  pthread_mutex_lock(&w->lock);
  bool gone = w->gone;
  pthread_mutex_unlock(&w->lock);
  return gone;
}

void fl_writer_free(struct fl_writer *w) {
  if (!w) return;
  pthread_mutex_lock(&w->lock);
  w->ending = true;
  pthread_cond_broadcast(&w->changed);
  bool running = w->running;
  pthread_mutex_unlock(&w->lock);
  if (running) pthread_join(w->thread, NULL);
  pthread_mutex_destroy(&w->lock);
  pthread_cond_destroy(&w->changed);
  free(w->batch.data);
  free(w);
}
