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
static cps int f(int v)
{
  switch (get(v)) {
    int late;
  case -1:
    late = get(5);
    fl_yield();
    return late;
  case 'a': v = 1; goto shared;
  case 'b' ... 'd': {
    v = 2;
  shared:
    v += get(10);
  } break;
  case 7:
    if (get(0)) case 8:
      v = get(80);
    else case 9:
      v = get(90) + v;
    break;
  case 10:
    while (get(v) > 8) {
      v--;
    case 11:
      v -= get(1);
      if (v < 5) break;
    }
    v += 100;
    break;
  default:
    switch (v)
    default: v = get(-7);
  }
  return v;
}
static cps void body(void)
{
  int t[] = {-1, 'a', 'c', 7, 8, 9, 10, 11, 50};
  for (unsigned i = 0; i < sizeof t / sizeof *t; i++) printf("%d ", f(t[i]));
  puts("");
}
int main(void)
{
  fl_spawn(body());
  return (int)fl_main_loop();
}
