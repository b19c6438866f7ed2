/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <fl_threads.h>

#include <errno.h>
static cps int fail(int e)
{
  fl_yield();
  errno = e;
  return -1;
}
static cps void body(int e)
{
  if (fail(e) < 0) {
    int saved = errno;
    fl_yield();
    errno = saved;
    printf("%d %d\n", saved, errno);
  }
}
int main(void)
{
  fl_spawn(body(EINTR));
  fl_spawn(body(EAGAIN));
  return (int)fl_main_loop();
}
