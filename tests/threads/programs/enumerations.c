/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <stdio.h>

#include <fl_threads.h>

enum color { RED, GREEN = 5, BLUE };
static cps enum color next(enum color c)
{
  fl_yield();
  switch (c) {
  case RED: return GREEN;
  case GREEN: return BLUE;
  case BLUE: return RED;
  }
  return c;
}
static cps void body(int n)
{
  enum color c = RED, all[BLUE + 1] = {[GREEN] = BLUE};
  for (int i = 0; i < n; i++) c = next(c);
  fl_yield();
  printf("%d %d %d\n", c, all[GREEN], next(next(all[5])) == GREEN);
}
int main(void)
{
  fl_spawn(body(1));
  fl_spawn(body(4));
  return (int)fl_main_loop();
}
