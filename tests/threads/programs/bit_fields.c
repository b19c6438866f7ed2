/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <stdio.h>

#include <fl_threads.h>

static cps int later(int v)
{
  fl_yield();
  return v;
}
struct flags {
  unsigned a : 3;
  int b : 5;
  unsigned : 0;
  unsigned long long c : 40;
  _Bool d : 1;
};
static cps struct flags turn(struct flags f, int by)
{
  f.a += (unsigned)later(by);
  f.b = later(f.b - by * 9);
  f.c = f.c * 1000003u + (unsigned)by;
  fl_yield();
  f.d ^= 1;
  return f;
}
static cps void body(int n)
{
  struct flags f = {.a = 6, .b = -3, .c = 1ull << 39, .d = 1};
  for (int i = 0; i < n + 2; i++) {
    f = turn(f, i);
    f.a |= later(1);
    f.b++;
  }
  printf("%d %d %llu %d\n", f.a, f.b, (unsigned long long)f.c, f.d);
}
int main(void)
{
  fl_spawn(body(1));
  fl_spawn(body(4));
  return (int)fl_main_loop();
}
