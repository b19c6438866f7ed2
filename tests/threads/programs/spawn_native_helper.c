/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <fl_threads.h>

static cps void leaf(int id)
{
  fl_yield();
  printf("%d ", id);
}
static int start(int n)
{
  int started = 0;
  while (n-- > 0) {
    fl_spawn(leaf(n));
    started++;
  }
  return started;
}
static cps void body(void)
{
  int n = start(3);
  fl_yield();
  n += start(2);
  printf("[%d] ", n);
}
int main(void)
{
  fl_spawn(body());
  start(1);
  size_t r = fl_main_loop();
  puts("");
  return (int)r;
}
