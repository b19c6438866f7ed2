/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* A monotonic clock that a test moves, for servers that are linked with
 * -Wl,--wrap=clock_gettime,--wrap=epoll_wait: a process that finds CLOCK in its environment, a file of eight bytes,
 * takes from there how many milliseconds it is. So no test of a time-out depends on how fast the machine is. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

int __real_clock_gettime(clockid_t which, struct timespec *t);
int __real_epoll_wait(int fd, struct epoll_event *events, int most, int wait);
int __wrap_clock_gettime(clockid_t which, struct timespec *t);
int __wrap_epoll_wait(int fd, struct epoll_event *events, int most, int wait);

static const volatile uint64_t *milliseconds;

__attribute__((constructor)) static void find_clock(void)
{
  const char *path = getenv("CLOCK");
  int fd = path ? open(path, O_RDONLY | O_CLOEXEC) : -1;
  void *at = fd < 0 ? MAP_FAILED : mmap(NULL, sizeof *milliseconds, PROT_READ, MAP_SHARED, fd, 0);
  if (path && at == MAP_FAILED)
    abort();
  if (fd >= 0)
    close(fd);
  milliseconds = path ? at : NULL;
}

int __wrap_clock_gettime(clockid_t which, struct timespec *t)
{
  if (!milliseconds || which != CLOCK_MONOTONIC)
    return __real_clock_gettime(which, t);
  uint64_t now = *milliseconds;
  *t = (struct timespec){(time_t)(now / 1000), (long)(now % 1000) * 1000000};
  return 0;
}

/* It looks at the clock again soon. */
int __wrap_epoll_wait(int fd, struct epoll_event *events, int most, int wait)
{
  return __real_epoll_wait(fd, events, most, milliseconds && (wait < 0 || wait > 2) ? 2 : wait);
}
