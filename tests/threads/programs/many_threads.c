/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <fl_threads.h>

static long total;
static cps void one(int id)
{
  int mine = id;
  for (int i = 0; i < 3; i++) {
    fl_yield();
    mine = mine * 31 % 1009;
  }
  total += mine;
}
int main(void)
{
  for (int i = 0; i < 5000; i++) fl_spawn(one(i));
  size_t r = fl_main_loop();
  printf("%ld\n", total);
  return (int)r;
}
