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
static cps int big(int n)
{
  char a[5000];
  memset(a, n, sizeof a);
  a[2500] = (char)get(9);
  int s = 0;
  for (int i = 0; i < 5000; i += 499) s += a[i];
  return s + a[2500] + (n ? big(n - 1) : 0);
}
static cps void body(int n)
{
  char b[100000];
  b[0] = 1;
  b[99999] = 2;
  int r = big(n);
  printf("%d %d\n", r, b[0] + b[99999]);
}
int main(void)
{
  fl_spawn(body(3));
  fl_spawn(body(30));
  return (int)fl_main_loop();
}
