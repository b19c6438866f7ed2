/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <fl_threads.h>

static cps void nap(int ms, const char *name)
{
  int r = fl_sleep((uint32_t)ms, NULL);
  printf("%s:%d ", name, r);
  if (fl_sleep(1, NULL) == 0) printf("%s! ", name);
}
int main(void)
{
  fl_spawn(nap(120, "c"));
  fl_spawn(nap(1, "a"));
  fl_spawn(nap(60, "b"));
  size_t r = fl_main_loop();
  puts("");
  return (int)r;
}
