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
static int x = 100;
static cps int f(int n)
{
  int r = x;
  for (int x = 0; x < n; x++) {
    r += get(x);
    for (int x = 10; x < 12; x++) {
      int r2 = get(x);
      fl_yield();
      r += r2;
    }
    {
      static int x = 1000;
      x++;
      fl_yield();
      r += x;
    }
  }
  if (n) {
    int x = get(3);
    r += x;
    {
      r += x;
      int x = 4;
      fl_yield();
      r += x;
    }
  } else {
    long x = get(2);
    fl_yield();
    r += (int)x;
  }
  {
    int f = 1, get_ = 2;
    fl_yield();
    r += f + get_;
  }
  enum { x_ = 5 };
  {
    enum { x_ = 6 };
    fl_yield();
    r += x_;
  }
  r += x_;
  return r + x;
}
static cps void body(void) { printf("%d %d\n", f(0), f(2)); }
int main(void)
{
  fl_spawn(body());
  return (int)fl_main_loop();
}
