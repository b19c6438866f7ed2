/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* One thread for each ring that has operations under way: it hands over what is queued, and wakes those whose
 * operations have ended. It waits for the ring's descriptor as for any other. */
#include "fl_ring.h"

#include <errno.h>
#include <limits.h>
#include <liburing.h>
#include <stdlib.h>

struct fl_ring {
  struct io_uring uring;
  unsigned most, pending;  /* operations under way, cancellations not counted */
  unsigned cancellations;  /* under way */
  bool attended, sleeping; /* there is the thread; and it waits for the descriptor */
  bool stopped;            /* and is to free the ring when it ends */
  fl_cond more, room;      /* there is something to hand over; an operation has ended */
};

/* Of a thread that waits; in its frame. */
struct operation {
  fl_cond done;
  int result;
  bool ended;
};

fl_ring *fl_ring_start(unsigned operations)
{
  if (!fl_current() || fl_is_detached() || operations == 0 || operations > 16384) {
    errno = EINVAL;
    return NULL;
  }
  if (fl_recording() || fl_replaying()) {
    errno = ENOSYS; /* what the kernel does by itself is not recorded */
    return NULL;
  }
  fl_ring *ring = calloc(1, sizeof *ring);
  if (!ring)
    return NULL;
  ring->most = operations;
  /* Twice as many entries: each operation may be cancelled. */
  int error = io_uring_queue_init(operations * 2, &ring->uring, 0);
  if (error < 0) {
    free(ring);
    errno = -error;
    return NULL;
  }
  fl_cond_loop(&ring->more);
  fl_cond_loop(&ring->room);
  return ring;
}

static void ring_free(fl_ring *ring)
{
  io_uring_queue_exit(&ring->uring);
  free(ring);
}

/* The answer to a cancellation may be under way yet, when its operation has ended. */
void fl_ring_stop(fl_ring *ring)
{
  if (ring->attended)
    ring->stopped = true;
  else
    ring_free(ring);
}

/* Wakes those whose operations have ended: how many entries there were. */
static unsigned reap(fl_ring *ring)
{
  struct io_uring_cqe *entry;
  unsigned count = 0;
  while (io_uring_peek_cqe(&ring->uring, &entry) == 0) {
    struct operation *of = io_uring_cqe_get_data(entry);
    if (of) {
      of->result = entry->res;
      of->ended = true;
      ring->pending--;
      fl_signal(&of->done);
      fl_signal(&ring->room);
    } else {
      ring->cancellations--;
    }
    io_uring_cqe_seen(&ring->uring, entry);
    count++;
  }
  return count;
}

static cps void attend(fl_ring *ring)
{
  while (ring->pending + ring->cancellations > 0) {
    fl_yield(); /* the others queue theirs first */
    if (io_uring_sq_ready(&ring->uring) > 0)
      io_uring_submit(&ring->uring); /* what it could not take stays queued */
    if (reap(ring) == 0 && io_uring_sq_ready(&ring->uring) == 0) {
      ring->sleeping = true;
      fl_io_wait(ring->uring.ring_fd, FL_IN, &ring->more);
      ring->sleeping = false;
    }
  }
  ring->attended = false;
  if (ring->stopped)
    ring_free(ring);
}

/* A free entry; there is one, as no more operations are under way than half of them. */
static struct io_uring_sqe *entry_of(fl_ring *ring)
{
  struct io_uring_sqe *entry = io_uring_get_sqe(&ring->uring);
  if (!entry) {
    io_uring_submit(&ring->uring);
    entry = io_uring_get_sqe(&ring->uring);
  }
  return entry;
}

/* An entry was queued. */
static void attended(fl_ring *ring)
{
  if (!ring->attended) {
    ring->attended = true;
    fl_spawn(attend(ring));
  } else if (ring->sleeping) {
    fl_signal(&ring->more);
  }
}

typedef void prepare(struct io_uring_sqe *entry, int fd, void *buffer, unsigned length, uint64_t offset);

/* On the ring's loop. */
static cps int perform(fl_ring *ring, prepare *prepare, int fd, void *buffer, size_t length, uint64_t offset)
{
  struct operation operation = {FL_COND_INIT, 0, false};
  struct io_uring_sqe *entry = NULL;
  int reason = fl_cancelled();
  while (reason == 0 && (ring->pending >= ring->most || !(entry = entry_of(ring)))) {
    reason = fl_wait(&ring->room);
    if (reason == 0)
      reason = fl_cancelled(); /* a nursery of another loop does not end the wait */
  }
  if (reason < 0) {
    fl_signal(&ring->room); /* which may have been meant for us */
    return reason;
  }
  prepare(entry, fd, buffer, length > INT_MAX ? INT_MAX : (unsigned)length, offset);
  io_uring_sqe_set_data(entry, &operation);
  ring->pending++;
  attended(ring);
  while (!operation.ended && reason == 0)
    reason = fl_wait(&operation.done);
  while (!operation.ended && !(entry = entry_of(ring)))
    fl_yield();
  if (!operation.ended) {
    io_uring_prep_cancel(entry, &operation, 0);
    io_uring_sqe_set_data(entry, NULL);
    ring->cancellations++;
    attended(ring);
  }
  while (!operation.ended)
    fl_wait_anyway(&operation.done);
  /* EINTR: what the kernel had begun on a thread of its own. */
  bool nothing = operation.result == -ECANCELED || operation.result == -EINTR;
  return nothing && reason < 0 ? reason : operation.result;
}

static cps int visit(fl_ring *ring, prepare *prepare, int fd, void *buffer, size_t length, uint64_t offset)
{
  fl_scheduler *home = fl_link(fl_cond_loop(&ring->more));
  int result = perform(ring, prepare, fd, buffer, length, offset);
  fl_link(home);
  return result;
}

static void prepare_pread(struct io_uring_sqe *entry, int fd, void *buffer, unsigned length, uint64_t offset)
{
  io_uring_prep_read(entry, fd, buffer, length, offset);
}

static void prepare_pwrite(struct io_uring_sqe *entry, int fd, void *buffer, unsigned length, uint64_t offset)
{
  io_uring_prep_write(entry, fd, buffer, length, offset);
}

static void prepare_recv(struct io_uring_sqe *entry, int fd, void *buffer, unsigned length, uint64_t flags)
{
  io_uring_prep_recv(entry, fd, buffer, length, (int)flags);
}

static void prepare_send(struct io_uring_sqe *entry, int fd, void *buffer, unsigned length, uint64_t flags)
{
  io_uring_prep_send(entry, fd, buffer, length, (int)flags);
}

static void prepare_accept(struct io_uring_sqe *entry, int fd, void *buffer, unsigned length, uint64_t flags)
{
  (void)buffer, (void)length;
  io_uring_prep_accept(entry, fd, NULL, NULL, (int)flags);
}

static void prepare_fsync(struct io_uring_sqe *entry, int fd, void *buffer, unsigned length, uint64_t flags)
{
  (void)buffer, (void)length;
  io_uring_prep_fsync(entry, fd, (unsigned)flags);
}

cps ssize_t fl_ring_pread(fl_ring *ring, int fd, void *buffer, size_t length, uint64_t offset)
{
  return visit(ring, prepare_pread, fd, buffer, length, offset);
}

cps ssize_t fl_ring_pwrite(fl_ring *ring, int fd, const void *buffer, size_t length, uint64_t offset)
{
  return visit(ring, prepare_pwrite, fd, (void *)(uintptr_t)buffer, length, offset);
}

cps ssize_t fl_ring_recv(fl_ring *ring, int fd, void *buffer, size_t length, int flags)
{
  return visit(ring, prepare_recv, fd, buffer, length, (uint64_t)flags);
}

cps ssize_t fl_ring_send(fl_ring *ring, int fd, const void *buffer, size_t length, int flags)
{
  return visit(ring, prepare_send, fd, (void *)(uintptr_t)buffer, length, (uint64_t)flags);
}

cps int fl_ring_accept(fl_ring *ring, int fd, int flags)
{
  return visit(ring, prepare_accept, fd, NULL, 0, (uint64_t)flags);
}

cps int fl_ring_fsync(fl_ring *ring, int fd)
{
  return visit(ring, prepare_fsync, fd, NULL, 0, 0);
}
