/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <fl_threads.h>

static cps int get(int v)
{
  fl_yield();
  return v;
}
int x = 1000;
static cps void body(int x)
{
  int total = x;
  {
    int x = get(2);
    total += x;
    {
      long x = get(3);
      fl_yield();
      total += (int)x;
      {
        extern int x;
        total += x;
      }
    }
    total += x;
  }
  for (int x = 0; x < 2; x++) {
    int y = get(x);
    {
      int x = y + 10;
      fl_yield();
      total += x;
    }
    total += x;
  }
  struct x {
    int x;
  } s = {x};
  total += s.x;
  printf("%d %d\n", x, total);
}
int main(void)
{
  fl_spawn(body(7));
  fl_spawn(body(8));
  return (int)fl_main_loop();
}
