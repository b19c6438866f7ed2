/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Operations that the kernel does by itself (io_uring): reads of files that do not block the loop, and sockets with
 * fewer system calls. Written in the language. Link with
 * -lfairlead-threads-uring -luring.
 *
 * A ring belongs to the loop on which it was started; a thread that is elsewhere goes there for the call, and back.
 * Results are those of the system call of that name, or a negated errno. What is queued between two turns of the loop
 * is handed over in one system call.
 *
 * A cancelled operation's buffer is the kernel's until the operation has ended: so a thread of a cancelled nursery asks
 * the kernel to cancel it, and waits until it has. The call results in the reason if nothing was done, else in what
 * was.
 *
 * If the kernel does not take operations any more (a filter of system calls, its descriptor closed), those that it has
 * not taken, and all later ones, result in why; those that it has taken end when they end, and cannot be cancelled.
 * In the child of a fork all operations on the parent's rings result in -EBADF, those under way, too. */
#ifndef FL_RING_H
#define FL_RING_H

#include <sys/types.h>

#include "fl_threads.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct fl_ring fl_ring;

/* A ring for at most `operations` at a time (more wait for their turn), of the caller's loop. NULL with errno: ENOSYS
 * or EPERM where the kernel has none or allows none; EINVAL from a detached thread. Called in a thread. */
fl_ring *fl_ring_start(unsigned operations);

/* With no operation under way. Called on its loop. */
void fl_ring_stop(fl_ring *ring);

/* As pread(2) and pwrite(2); of descriptors without a position, the offset must be 0. */
cps ssize_t fl_ring_pread(fl_ring *ring, int fd, void *buffer, size_t length, uint64_t offset);
cps ssize_t fl_ring_pwrite(fl_ring *ring, int fd, const void *buffer, size_t length, uint64_t offset);

/* As recv(2) and send(2). */
cps ssize_t fl_ring_recv(fl_ring *ring, int fd, void *buffer, size_t length, int flags);
cps ssize_t fl_ring_send(fl_ring *ring, int fd, const void *buffer, size_t length, int flags);

/* As accept4(2), without the peer's address. */
cps int fl_ring_accept(fl_ring *ring, int fd, int flags);

/* As fsync(2). */
cps int fl_ring_fsync(fl_ring *ring, int fd);

#ifdef __cplusplus
}
#endif

#endif
