/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* One thread for each ring that has operations under way: it hands over what is queued, and wakes those whose
 * operations have ended. It waits for the ring's descriptor as for any other. */
#include "fl_ring.h"

#include <errno.h>
#include <limits.h>
#include <liburing.h>
#include <pthread.h>
#include <stdlib.h>

struct fl_ring {
  struct io_uring uring;
  unsigned most, pending;  /* operations under way, cancellations not counted */
  unsigned cancellations;  /* under way */
  bool attended, sleeping; /* there is the thread; and it waits for the descriptor */
  bool stopped;            /* and is to free the ring when it ends */
  int broken;              /* a negated errno: it takes nothing more */
  bool lost;               /* it is the parent's of this process */
  fl_cond more, room;      /* there is something to hand over; an operation has ended */
  struct operation *first; /* of those under way */
  /* What is queued and was not handed over yet, first in, first out: the operation; NULL for a cancellation. */
  struct operation **queue;
  unsigned mask, head, tail;
  fl_ring *next, **link; /* of all rings */
};

/* Of a thread that waits; in its frame. */
struct operation {
  fl_cond done;
  int result;
  bool ended;
  struct operation *next, **link;
};

/* ---- the child of a fork has the rings' memory, which is not its own: no operation of it may touch that */

static pthread_mutex_t all_lock = PTHREAD_MUTEX_INITIALIZER;
static fl_ring *all;

static void in_child(void) {
  pthread_mutex_init(&all_lock, NULL);
  for (fl_ring *ring = all; ring; ring = ring->next) {
    ring->lost = true;
    fl_signal(&ring->more);
  }
}

static void watch_forks(void) { pthread_atfork(NULL, NULL, in_child); }

static void add_ring(fl_ring *ring) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, watch_forks);
  pthread_mutex_lock(&all_lock);
  ring->next = all;
  ring->link = &all;
  if (all) all->link = &ring->next;
  all = ring;
  pthread_mutex_unlock(&all_lock);
}

static void remove_ring(fl_ring *ring) {
  pthread_mutex_lock(&all_lock);
  *ring->link = ring->next;
  if (ring->next) ring->next->link = ring->link;
  pthread_mutex_unlock(&all_lock);
}

fl_ring *fl_ring_start(unsigned operations) {
  if (!fl_current() || fl_is_detached() || operations == 0 || operations > 16384) {
    errno = EINVAL;
    return NULL;
  }
  if (fl_recording() || fl_replaying()) {
    errno = ENOSYS; /* what the kernel does by itself is not recorded */
    return NULL;
  }
  fl_ring *ring = calloc(1, sizeof *ring);
  if (!ring) return NULL;
  ring->most = operations;
  /* Twice as many entries: each operation may be cancelled. */
  unsigned entries = 2;
  while (entries < operations * 2) entries *= 2;
  ring->mask = entries - 1;
  ring->queue = calloc(entries, sizeof *ring->queue);
  int error = ring->queue ? io_uring_queue_init(entries, &ring->uring, 0) : -ENOMEM;
  if (error < 0) {
    free(ring->queue);
    free(ring);
    errno = -error;
    return NULL;
  }
  fl_cond_loop(&ring->more);
  fl_cond_loop(&ring->room);
  add_ring(ring);
  return ring;
}

static void ring_free(fl_ring *ring) {
  remove_ring(ring);
  io_uring_queue_exit(&ring->uring);
  free(ring->queue);
  free(ring);
}

/* The answer to a cancellation may be under way yet, when its operation has ended. */
void fl_ring_stop(fl_ring *ring) {
  if (ring->attended)
    ring->stopped = true;
  else
    ring_free(ring);
}

static void end(fl_ring *ring, struct operation *of, int result) {
  of->result = result;
  of->ended = true;
  *of->link = of->next;
  if (of->next) of->next->link = of->link;
  ring->pending--;
  fl_signal(&of->done);
  fl_signal(&ring->room);
}

/* Wakes those whose operations have ended: how many entries there were. */
static unsigned reap(fl_ring *ring) {
  struct io_uring_cqe *entry;
  unsigned count = 0;
  while (io_uring_peek_cqe(&ring->uring, &entry) == 0) {
    struct operation *of = io_uring_cqe_get_data(entry);
    if (of)
      end(ring, of, entry->res);
    else
      ring->cancellations--;
    io_uring_cqe_seen(&ring->uring, entry);
    count++;
  }
  return count;
}

/* What the kernel cannot take yet stays queued. If it never will, what is queued has ended; what it has taken before
 * goes on, and whoever waits for that waits for the kernel, which may still write its buffer. */
static void submit(fl_ring *ring) {
  int taken = io_uring_submit(&ring->uring);
  if (taken >= 0) {
    ring->head += (unsigned)taken;
    return;
  }
  if (taken == -EAGAIN || taken == -EBUSY || taken == -EINTR || taken == -ENOMEM) return;
  ring->broken = taken;
  for (; ring->head != ring->tail; ring->head++) {
    struct operation *of = ring->queue[ring->head & ring->mask];
    if (of)
      end(ring, of, taken);
    else
      ring->cancellations--;
  }
}

static cps void attend(fl_ring *ring) {
  while (ring->pending + ring->cancellations > 0) {
    fl_yield(); /* the others queue theirs first */
    if (ring->lost) {
      while (ring->first) end(ring, ring->first, -EBADF);
      ring->cancellations = 0;
      continue;
    }
    if (ring->head != ring->tail) submit(ring);
    if (reap(ring) > 0 || ring->head != ring->tail) continue;
    ring->sleeping = true;
    if (ring->broken)
      fl_sleep(1, &ring->more); /* its descriptor may not tell any more */
    else
      fl_io_wait(ring->uring.ring_fd, FL_IN, &ring->more);
    ring->sleeping = false;
  }
  ring->attended = false;
  if (ring->stopped) ring_free(ring);
}

/* Why it takes nothing, or 0. */
static int refusal(const fl_ring *ring) { return ring->lost ? -EBADF : ring->broken; }

/* A free entry; there is one, as no more operations are under way than half of them, unless the kernel has not taken
 * those before, or never will. */
static struct io_uring_sqe *entry_of(fl_ring *ring) {
  if (refusal(ring) != 0) return NULL;
  struct io_uring_sqe *entry = io_uring_get_sqe(&ring->uring);
  if (!entry) {
    submit(ring);
    entry = refusal(ring) == 0 ? io_uring_get_sqe(&ring->uring) : NULL;
  }
  return entry;
}

/* An entry was queued, for that operation; NULL: a cancellation. */
static void queued(fl_ring *ring, struct operation *of) {
  ring->queue[ring->tail++ & ring->mask] = of;
  if (!ring->attended) {
    ring->attended = true;
    fl_spawn(attend(ring));
  } else if (ring->sleeping) {
    fl_signal(&ring->more);
  }
}

typedef void prepare(struct io_uring_sqe *entry, int fd, void *buffer, unsigned length, uint64_t offset);

/* On the ring's loop. */
static cps int perform(fl_ring *ring, prepare *prepare, int fd, void *buffer, size_t length, uint64_t offset) {
  struct operation operation = {FL_COND_INIT, 0, false, NULL, NULL};
  struct io_uring_sqe *entry = NULL;
  int reason = fl_cancelled();
  while (reason == 0 && (reason = refusal(ring)) == 0 && (ring->pending >= ring->most || !(entry = entry_of(ring)))) {
    if (refusal(ring) != 0) continue;
    reason = fl_wait(&ring->room);
    if (reason == 0) reason = fl_cancelled(); /* a nursery of another loop does not end the wait */
  }
  if (reason < 0) {
    fl_signal(&ring->room); /* which may have been meant for us */
    return reason;
  }
  prepare(entry, fd, buffer, length > INT_MAX ? INT_MAX : (unsigned)length, offset);
  io_uring_sqe_set_data(entry, &operation);
  ring->pending++;
  operation.next = ring->first;
  operation.link = &ring->first;
  if (ring->first) ring->first->link = &operation.next;
  ring->first = &operation;
  queued(ring, &operation);
  while (!operation.ended && reason == 0) reason = fl_wait(&operation.done);
  while (!operation.ended && refusal(ring) == 0 && !(entry = entry_of(ring))) fl_yield();
  if (!operation.ended && refusal(ring) == 0) {
    io_uring_prep_cancel(entry, &operation, 0);
    io_uring_sqe_set_data(entry, NULL);
    ring->cancellations++;
    queued(ring, NULL);
  }
  while (!operation.ended) fl_wait_anyway(&operation.done);
  /* EINTR: what the kernel had begun on a thread of its own. */
  bool nothing = operation.result == -ECANCELED || operation.result == -EINTR;
  return nothing && reason < 0 ? reason : operation.result;
}

static cps int visit(fl_ring *ring, prepare *prepare, int fd, void *buffer, size_t length, uint64_t offset) {
  fl_scheduler *home = fl_link(fl_cond_loop(&ring->more));
  int result = perform(ring, prepare, fd, buffer, length, offset);
  fl_link(home);
  return result;
}

static void prepare_pread(struct io_uring_sqe *entry, int fd, void *buffer, unsigned length, uint64_t offset) {
  io_uring_prep_read(entry, fd, buffer, length, offset);
}

static void prepare_pwrite(struct io_uring_sqe *entry, int fd, void *buffer, unsigned length, uint64_t offset) {
  io_uring_prep_write(entry, fd, buffer, length, offset);
}

static void prepare_recv(struct io_uring_sqe *entry, int fd, void *buffer, unsigned length, uint64_t flags) {
  io_uring_prep_recv(entry, fd, buffer, length, (int)flags);
}

static void prepare_send(struct io_uring_sqe *entry, int fd, void *buffer, unsigned length, uint64_t flags) {
  io_uring_prep_send(entry, fd, buffer, length, (int)flags);
}

static void prepare_accept(struct io_uring_sqe *entry, int fd, void *buffer, unsigned length, uint64_t flags) {
  (void)buffer, (void)length;
  io_uring_prep_accept(entry, fd, NULL, NULL, (int)flags);
}

static void prepare_fsync(struct io_uring_sqe *entry, int fd, void *buffer, unsigned length, uint64_t flags) {
  (void)buffer, (void)length;
  io_uring_prep_fsync(entry, fd, (unsigned)flags);
}

cps ssize_t fl_ring_pread(fl_ring *ring, int fd, void *buffer, size_t length, uint64_t offset) {
  return visit(ring, prepare_pread, fd, buffer, length, offset);
}

cps ssize_t fl_ring_pwrite(fl_ring *ring, int fd, const void *buffer, size_t length, uint64_t offset) {
  return visit(ring, prepare_pwrite, fd, (void *)(uintptr_t)buffer, length, offset);
}

cps ssize_t fl_ring_recv(fl_ring *ring, int fd, void *buffer, size_t length, int flags) {
  return visit(ring, prepare_recv, fd, buffer, length, (uint64_t)flags);
}

cps ssize_t fl_ring_send(fl_ring *ring, int fd, const void *buffer, size_t length, int flags) {
  return visit(ring, prepare_send, fd, (void *)(uintptr_t)buffer, length, (uint64_t)flags);
}

cps int fl_ring_accept(fl_ring *ring, int fd, int flags) {
  return visit(ring, prepare_accept, fd, NULL, 0, (uint64_t)flags);
}

cps int fl_ring_fsync(fl_ring *ring, int fd) { return visit(ring, prepare_fsync, fd, NULL, 0, 0); }
