/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Put in front of a file that reads and writes by read(2) and write(2), so that these suspend. */
#define _POSIX_C_SOURCE 200112L
#include <errno.h>
#include <unistd.h>

#include <fl_stream.h>

static inline cps ssize_t suspending_read(int fd, void *buffer, size_t length)
{
  ssize_t got = fl_read(fd, buffer, length, FL_FOREVER);
  if (got < 0)
    errno = (int)-got;
  return got < 0 ? -1 : got;
}

static inline cps ssize_t suspending_write(int fd, const void *buffer, size_t length)
{
  ssize_t got = fl_write(fd, buffer, length, FL_FOREVER);
  if (got < 0)
    errno = (int)-got;
  return got < 0 ? -1 : got;
}

#define read suspending_read
#define write suspending_write
