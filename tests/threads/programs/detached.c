/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <fl_threads.h>

static cps long work(long n)
{
  long s = 0;
  for (long i = 0; i < n; i++) {
    s = s * 31 % 1000003 + i;
    if (i % 100 == 0) fl_yield();
  }
  return s;
}
static long results[4];
static cps void body(int id)
{
  fl_scheduler *home = fl_link(fl_default_pool());
  long r = work(1000 + id);
  fl_link(home);
  results[id] = r;
}
int main(void)
{
  for (int i = 0; i < 4; i++) fl_spawn(body(i));
  size_t r = fl_main_loop();
  for (int i = 0; i < 4; i++) printf("%ld ", results[i]);
  puts("");
  return (int)r;
}
