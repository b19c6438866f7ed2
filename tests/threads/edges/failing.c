/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* For LD_PRELOAD: one in RATE of the calls that get memory, OS threads or descriptors fails, by SEED. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *old, size_t size);

static atomic_uint rate, state;

__attribute__((constructor)) static void begin(void)
{
  const char *seed = getenv("SEED"), *one_in = getenv("RATE");
  atomic_store(&state, seed ? (unsigned)atoi(seed) * 2654435761u + 1 : 1);
  atomic_store(&rate, one_in ? (unsigned)atoi(one_in) : 0);
}

static int fails(void)
{
  unsigned before = atomic_load(&state), r = atomic_load(&rate);
  if (r == 0)
    return 0;
  before ^= before << 13;
  before ^= before >> 17;
  before ^= before << 5;
  atomic_store(&state, before);
  if (before % r != 0)
    return 0;
  errno = ENOMEM;
  return 1;
}

void *malloc(size_t size)
{
  return fails() ? NULL : __libc_malloc(size);
}

void *calloc(size_t count, size_t size)
{
  return fails() ? NULL : __libc_calloc(count, size);
}

void *realloc(void *old, size_t size)
{
  return fails() ? NULL : __libc_realloc(old, size);
}

void *mmap(void *address, size_t length, int protection, int flags, int fd, off_t offset)
{
  static void *(*next)(void *, size_t, int, int, int, off_t);
  if (!next)
    *(void **)&next = dlsym(RTLD_NEXT, "mmap");
  return fd == -1 && fails() ? MAP_FAILED : next(address, length, protection, flags, fd, offset);
}

int pthread_create(pthread_t *id, const pthread_attr_t *attributes, void *(*f)(void *), void *argument)
{
  static int (*next)(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);
  if (!next)
    *(void **)&next = dlsym(RTLD_NEXT, "pthread_create");
  return fails() ? EAGAIN : next(id, attributes, f, argument);
}

int epoll_create1(int flags);
int epoll_create1(int flags)
{
  static int (*next)(int);
  if (!next)
    *(void **)&next = dlsym(RTLD_NEXT, "epoll_create1");
  if (!fails())
    return next(flags);
  errno = EMFILE;
  return -1;
}
