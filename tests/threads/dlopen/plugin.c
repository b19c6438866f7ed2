/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <fl_stream.h>
#include <fl_threads.h>
#include <unistd.h>
static int calls;
cps int plugin(int v);
cps int plugin(int v)
{
  int fds[2];
  char c = (char)v, got = 0;
  if (pipe(fds) || fl_nonblocking(fds[0])) return -1;
  fl_detached calls += fl_is_detached();
  fl_sleep(1, NULL);
  if (write(fds[1], &c, 1) == 1) fl_read(fds[0], &got, 1, 1000);
  close(fds[0]);
  close(fds[1]);
  return got + calls * 1000;
}
