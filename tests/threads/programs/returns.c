/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <fl_threads.h>

static cps int find(const int *v, int n, int x)
{
  for (int i = 0; i < n; i++) {
    fl_yield();
    if (v[i] == x) return i;
  }
  return -1;
}
static cps int sign(int x)
{
  switch (x > 0) {
  case 1: return 1;
  default:
    if (x) {
      fl_yield();
      return -1;
    }
  }
  return 0;
}
static cps void nothing(void) {}
static cps void early(int n)
{
  if (n) return;
  fl_yield();
  puts("late");
}
static cps void chain(int n)
{
  if (n > 0) return chain(n - 1);
  fl_yield();
}
static cps int tail(int n) { return n > 0 ? tail(n - 1) : find(&n, 1, 0); }
static cps int falls(int n)
{
  if (n) return n;
}
static cps void body(void)
{
  int v[] = {5, 6, 7};
  nothing();
  early(1);
  early(0);
  chain(5);
  printf("%d %d %d %d %d %d %d\n", find(v, 3, 7), find(v, 3, 9), sign(3), sign(-3), sign(0), tail(10),
         falls(4));
  falls(0);
}
int main(void)
{
  fl_spawn(body());
  return (int)fl_main_loop();
}
