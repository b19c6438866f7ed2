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
static cps int f(int a, int b)
{
  int r = 0;
  switch (a) {
  case 1:
    switch (get(b)) {
    case 1: r = get(11); break;
    case 2: r = 12; fl_yield();
    default: r += get(1);
    }
    break;
  case 2:
    for (int i = 0; i < 3; i++) {
      if (i == b) continue;
      switch (i) {
      case 0: fl_yield(); continue;
      case 1: r += get(5); break;
      default: r += 7;
      }
      r += 100;
    }
    break;
  default:
    if (b) {
    case 3: r = get(33) + b;
    }
    r++;
  }
  return r;
}
static cps void body(void)
{
  for (int a = 0; a < 5; a++)
    for (int b = 0; b < 4; b++) printf("%d ", f(a, b));
  puts("");
}
int main(void)
{
  fl_spawn(body());
  return (int)fl_main_loop();
}
