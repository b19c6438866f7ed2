/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Reading and writing with deadlines. Written in the language: compiled by flcc, or by plain cc in erased mode.
 *
 * Descriptors must not block (fl_nonblocking); then attached threads let others run meanwhile, detached ones block
 * their OS thread. `ms` is for the whole call; after it: -ETIMEDOUT. FL_FOREVER: no deadline. Results are bytes, or a
 * negated errno; of a thread in a cancelled nursery, the reason. As with write(2), writing to what nobody reads any
 * more raises SIGPIPE: programs ignore it. */
#ifndef FL_STREAM_H
#define FL_STREAM_H

/* Programs may be in C89. */
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wpedantic"

#include <sys/types.h>

#include "fl_threads.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Reads and writes of the descriptor do not block any more: 0, or a negated errno. */
int fl_nonblocking(int fd);

/* Reads as read(2) does: at least one byte, or 0 at the end. */
cps ssize_t fl_read(int fd, void *buffer, size_t length, uint32_t ms);

/* Writes all of it. On an error, some of it may have been written. */
cps ssize_t fl_write(int fd, const void *buffer, size_t length, uint32_t ms);

/* A buffer of the caller's in front of a descriptor. */
typedef struct fl_reader {
  int fd;
  char *buffer;
  size_t size, start, end; /* unread: from start to end */
} fl_reader;
static __inline__ fl_reader fl_reader_on(int fd, void *buffer, size_t size) {
  fl_reader reader = {fd, (char *)buffer, size, 0, 0};
  return reader;
}

/* Reads up to and with the next `delimiter`: how many bytes; where they are is stored, and they stay there until the
 * next call. 0: the end, with nothing before it. -EMSGSIZE: the buffer is full without one. -EPIPE: the end without. */
cps ssize_t fl_read_until(fl_reader *reader, char delimiter, char **line, uint32_t ms);

/* Reads exactly so many bytes: `length`; or 0 at the end, and -EPIPE if it comes in the middle. */
cps ssize_t fl_read_exactly(fl_reader *reader, void *to, size_t length, uint32_t ms);

#ifdef __cplusplus
}
#endif

#pragma GCC diagnostic pop

#endif
