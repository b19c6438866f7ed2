/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <errno.h>
#include <stdio.h>
#include <unistd.h>

#include <fl_threads.h>

/* errno is the OS thread's: what a call leaves there is to be read before the thread goes elsewhere. */
static cps int fails(void)
{
  fl_detached {
    errno = 0;
    if (read(-1, &(char){0}, 1) < 0) return errno;
  }
  return 0;
}
static cps int twice(fl_scheduler *other)
{
  int first, second;
  errno = EDOM;
  fl_attached(other) {
    errno = ERANGE;
    first = errno;
    fl_attached(fl_main()) second = errno == EDOM || errno != ERANGE; /* nobody else has set it here */
    first += errno == ERANGE ? 1000 : 0;
  }
  return first - ERANGE + second;
}
static cps void body(fl_scheduler *other)
{
  printf("%d %d\n", fails() == EBADF, twice(other));
}
int main(void)
{
  fl_scheduler *other = fl_loop_start();
  fl_spawn(body(other));
  size_t r = fl_main_loop();
  fl_scheduler_stop(other);
  return (int)r;
}
