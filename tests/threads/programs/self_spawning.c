/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <stdio.h>

#include <fl_threads.h>

static int born, ended;
static cps void family(int generation)
{
  born++;
  for (int i = 0; i < generation; i++) fl_spawn(family(generation - 1 - i));
  for (int i = 0; i < generation; i++) fl_yield();
  ended++;
}
int main(void)
{
  fl_spawn(family(8));
  size_t r = fl_main_loop();
  printf("%d %d\n", born, ended);
  return (int)r;
}
