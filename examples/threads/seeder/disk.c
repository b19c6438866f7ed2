/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Reading from a disk without waiting for it. As in Hekate: the kernel is asked to fetch the block, other threads have
 * their turn, and only a block that is still not there after two of them is waited for, detached. What has been fetched
 * can be dropped again before it is sent: then the loop waits for the disk once, and the bytes are right all the
 * same. With io_uring the kernel reads into memory of ours, and nobody waits. */
#define _GNU_SOURCE
#include <errno.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "seeder.h"

/* As many parts at a time; of a torrent of very short files a block is fetched in several steps. */
#define PARTS 4

static struct iovec pages(struct iovec part) {
  uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE), start = (uintptr_t)part.iov_base & ~(page - 1);
  uintptr_t end = ((uintptr_t)part.iov_base + part.iov_len + page - 1) & ~(page - 1);
  return (struct iovec){(void *)start, end - start};
}

static void prefetch(const struct iovec *parts, int count) {
  for (int i = 0; i < count; i++) {
    struct iovec whole = pages(parts[i]);
    madvise(whole.iov_base, whole.iov_len, MADV_WILLNEED);
  }
}

static bool in_core(const struct iovec *parts, int count) {
  for (int i = 0; i < count; i++) {
    unsigned char there[64];
    struct iovec whole = pages(parts[i]);
    size_t page = (size_t)sysconf(_SC_PAGESIZE), most = sizeof there * page;
    for (size_t at = 0; at < whole.iov_len; at += most) {
      size_t some = whole.iov_len - at < most ? whole.iov_len - at : most;
      if (mincore((char *)whole.iov_base + at, some, there) != 0) return false;
      for (size_t k = 0; k < some / page; k++)
        if (!(there[k] & 1)) return false;
    }
  }
  return true;
}

/* Older kernels (before 5.14) know no way to ask for pages without the risk of SIGBUS: there, sending waits. */
static int populate(const struct iovec *parts, int count) {
  for (int i = 0; i < count; i++) {
    struct iovec whole = pages(parts[i]);
    if (madvise(whole.iov_base, whole.iov_len, MADV_POPULATE_READ) != 0 && errno != EINVAL)
      return errno == EFAULT || errno == EHWPOISON ? -EIO : -errno;
  }
  return 0;
}

static cps int fetch_parts(const struct iovec *parts, int count) {
  prefetch(parts, count);
  fl_yield();
  if (in_core(parts, count)) return 0;
  fl_yield();
  if (in_core(parts, count)) return 0;
  seeder.detached++;
  fl_detached { return populate(parts, count); }
}

cps int disk_fetch(const struct torrent *torrent, uint64_t start, size_t length) {
  while (length > 0) {
    struct iovec parts[PARTS];
    size_t bytes = 0;
    int count = torrent_where(torrent, start, length, parts, PARTS);
    for (int i = 0; i < count; i++) bytes += parts[i].iov_len;
    int error = fetch_parts(parts, count);
    if (error != 0) return error;
    start += bytes;
    length -= bytes;
  }
  return 0;
}

cps int disk_read(const struct torrent *torrent, uint64_t start, char *to, size_t length) {
  while (length > 0) {
    uint64_t within, left;
    int fd = torrent_file(torrent, start, &within, &left);
    ssize_t got = fl_ring_pread(seeder.ring, fd, to, length < left ? length : (size_t)left, within);
    if (got <= 0) return got < 0 ? (int)got : -EIO; /* the file ends early */
    start += (size_t)got;
    to += got;
    length -= (size_t)got;
  }
  return 0;
}
