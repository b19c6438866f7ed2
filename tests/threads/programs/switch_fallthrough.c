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
static cps int classify(int v)
{
  int r = 0;
  switch (get(v)) {
  case 0: r += get(1);
  case 1: r += get(10); /* falls through */
  case 2: {
    int q = get(100);
    fl_yield();
    r += q;
    break;
  }
  case 3 ... 5: r = get(3); break;
  default:
    r = -1;
    fl_yield();
    r--;
  case 9: r -= get(5);
  }
  return r;
}
static cps void body(void)
{
  for (int i = -1; i < 11; i++) printf("%d:%d ", i, classify(i));
  puts("");
}
int main(void)
{
  fl_spawn(body());
  return (int)fl_main_loop();
}
