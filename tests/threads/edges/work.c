/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Uses much of the runtime, to be run where memory, OS threads and descriptors fail: deep calls, crowds, loops, pools,
 * nurseries, descriptors. Status 0: all is as it should be; 4: an error was reported, and taken. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

#include <fl_stream.h>
#include <fl_threads.h>

static long sum, reported;

static cps long deep(long n)
{
  if (n == 0) {
    fl_yield();
    return 0;
  }
  return deep(n - 1) + 1;
}

static cps void one(void *number)
{
  long n = (long)number;
  if (n % 7 == 0)
    fl_detached n = n + 0;
  sum += deep(n % 50) == n % 50;
  fl_sleep((uint32_t)n % 3, NULL);
}

static cps void piped(void)
{
  int fds[2];
  char byte = 'p';
  if (pipe2(fds, O_NONBLOCK | O_CLOEXEC) != 0) {
    reported++;
    return;
  }
  int ready = fl_io_wait_for(fds[0], FL_IN, 1, NULL);
  if (ready != -ETIMEDOUT && ready != -ENOMEM && ready != -EMFILE)
    abort();
  reported += ready != -ETIMEDOUT;
  if (fl_write(fds[1], &byte, 1, 1000) != 1)
    reported++;
  ssize_t got = fl_read(fds[0], &byte, 1, 1000);
  reported += got != 1;
  fl_close(fds[0]);
  fl_close(fds[1]);
}

static cps void all(void)
{
  fl_nursery nursery = FL_NURSERY_INIT;
  for (long i = 0; i < 300; i++)
    if (fl_nursery_spawn(&nursery, one, (void *)i) != 0)
      reported++;
  fl_spawn(piped());
  fl_scheduler *other = fl_loop_start();
  if (other) {
    fl_attached(other) sum += deep(200) == 200;
    fl_detached fl_scheduler_stop(other);
  } else {
    reported++;
    sum++;
  }
  if (fl_nursery_join(&nursery) != 0)
    abort();
}

int main(void)
{
  fl_spawn(all());
  if (fl_main_loop() != 0 || sum != 301)
    abort();
  return reported > 0 ? 4 : 0;
}
