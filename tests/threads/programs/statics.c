/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <fl_threads.h>

static cps int count(void)
{
  static int n;
  static const char *const names[] = {"a", "b", "c"};
  n++;
  fl_yield();
  printf("%s", names[n % 3]);
  return n;
}
static cps void body(void)
{
  for (int i = 0; i < 3; i++) printf("%d ", count());
}
int main(void)
{
  fl_spawn(body());
  fl_spawn(body());
  size_t r = fl_main_loop();
  puts("");
  return (int)r;
}
