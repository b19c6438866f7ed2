/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "fl_stream.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

static uint64_t deadline(uint32_t ms) { return ms == FL_FOREVER ? UINT64_MAX : fl_now_ms() + ms; }

static uint32_t left(uint64_t end) {
  if (end == UINT64_MAX) return FL_FOREVER;
  uint64_t now = fl_now_ms();
  return end > now ? (uint32_t)(end - now) : 0;
}

int fl_nonblocking(int fd) {
  int flags = fcntl(fd, F_GETFL);
  return flags == -1 || fcntl(fd, F_SETFL, flags | O_NONBLOCK) == -1 ? -errno : 0;
}

static ssize_t read_live(int fd, void *buffer, size_t length) {
  ssize_t got;
  do got = read(fd, buffer, length);
  while (got == -1 && errno == EINTR);
  return got >= 0 ? got : errno == EWOULDBLOCK ? -EAGAIN : -errno;
}

static ssize_t read_now(int fd, void *buffer, size_t length) {
  if (fl_live()) return read_live(fd, buffer, length);
  ssize_t got = fl_replaying() ? 0 : read_live(fd, buffer, length);
  fl_recorded(&got, sizeof got);
  if (got > 0) fl_recorded(buffer, (size_t)got);
  return got;
}

static ssize_t write_live(int fd, const void *buffer, size_t length) {
  ssize_t put;
  do put = write(fd, buffer, length);
  while (put == -1 && errno == EINTR);
  return put >= 0 ? put : errno == EWOULDBLOCK ? -EAGAIN : -errno;
}

static ssize_t write_now(int fd, const void *buffer, size_t length) {
  if (fl_live()) return write_live(fd, buffer, length);
  ssize_t put = fl_replaying() ? 0 : write_live(fd, buffer, length);
  fl_recorded(&put, sizeof put);
  return put;
}

/* Nothing was there just now. */
static cps ssize_t read_later(int fd, void *buffer, size_t length, uint64_t end) {
  for (;;) {
    int ready = fl_io_wait_for(fd, FL_IN, left(end), NULL);
    if (ready < 0) return ready;
    ssize_t got = read_now(fd, buffer, length);
    if (got != -EAGAIN) return got;
  }
}

cps ssize_t fl_read(int fd, void *buffer, size_t length, uint32_t ms) {
  int cancelled = fl_cancelled();
  ssize_t got = cancelled != 0 ? cancelled : read_now(fd, buffer, length);
  if (got != -EAGAIN) return got;
  return read_later(fd, buffer, length, deadline(ms));
}

cps ssize_t fl_write(int fd, const void *buffer, size_t length, uint32_t ms) {
  uint64_t end = 0; /* not known as long as nothing is waited for */
  size_t sent = 0;
  int cancelled = fl_cancelled();
  if (cancelled != 0) return cancelled;
  while (sent < length) {
    ssize_t put = write_now(fd, (const char *)buffer + sent, length - sent);
    if (put >= 0) {
      sent += (size_t)put;
    } else if (put == -EAGAIN) {
      if (end == 0) end = deadline(ms);
      int ready = fl_io_wait_for(fd, FL_OUT, left(end), NULL);
      if (ready < 0) return ready;
    } else {
      return put;
    }
  }
  return (ssize_t)sent;
}

/* More into the buffer, of which something is free: as fl_read. */
static cps ssize_t fill(fl_reader *reader, uint64_t end) {
  char *place = reader->buffer + reader->end;
  size_t room = reader->size - reader->end;
  ssize_t got = read_now(reader->fd, place, room);
  if (got == -EAGAIN) got = read_later(reader->fd, place, room, end);
  if (got > 0) reader->end += (size_t)got;
  return got;
}

static void to_front(fl_reader *reader) {
  memmove(reader->buffer, reader->buffer + reader->start, reader->end - reader->start);
  reader->end -= reader->start;
  reader->start = 0;
}

cps ssize_t fl_read_until(fl_reader *reader, char delimiter, char **line, uint32_t ms) {
  uint64_t end = deadline(ms);
  size_t seen = 0;
  int cancelled = fl_cancelled();
  if (cancelled != 0) return cancelled;
  for (;;) {
    char *from = reader->buffer + reader->start;
    size_t length = reader->end - reader->start;
    char *found = length > seen ? memchr(from + seen, delimiter, length - seen) : NULL;
    if (found) {
      *line = from;
      reader->start += (size_t)(found + 1 - from);
      return found + 1 - from;
    }
    seen = length;
    if (reader->end == reader->size && reader->start > 0) to_front(reader);
    if (reader->end == reader->size) return -EMSGSIZE;
    ssize_t got = fill(reader, end);
    if (got < 0) return got;
    if (got == 0) return seen > 0 ? -EPIPE : 0;
  }
}

cps ssize_t fl_read_exactly(fl_reader *reader, void *to, size_t length, uint32_t ms) {
  uint64_t end = deadline(ms);
  size_t have = 0;
  int cancelled = fl_cancelled();
  if (cancelled != 0) return cancelled;
  while (have < length) {
    size_t some = reader->end - reader->start;
    if (some == 0) {
      reader->start = reader->end = 0;
      /* What is larger than the buffer goes past it. */
      ssize_t got;
      if (length - have < reader->size)
        got = fill(reader, end);
      else if ((got = read_now(reader->fd, (char *)to + have, length - have)) == -EAGAIN)
        got = read_later(reader->fd, (char *)to + have, length - have, end);
      if (got < 0) return got;
      if (got == 0) return have > 0 ? -EPIPE : 0;
      if (reader->end == 0) have += (size_t)got;
      continue;
    }
    if (some > length - have) some = length - have;
    memcpy((char *)to + have, reader->buffer + reader->start, some);
    reader->start += some;
    have += some;
  }
  return (ssize_t)length;
}
