/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <fl_threads.h>

static cps int next(int *p)
{
  fl_yield();
  return ++*p;
}
static cps void body(int n)
{
  int i = 0, seen = 0;
  do {
    if (i % 3 == 1) continue;
    seen += i;
    if (seen > 40) break;
  } while (next(&i) < n);
  printf("do %d %d\n", i, seen);
  do fl_yield();
  while (--i > 0);
  printf("do %d\n", i);
  do {
    int k = i;
    fl_yield();
    if (k == 2) continue;
    i++;
  } while (i < 2);
  printf("do %d\n", i);
}
int main(void)
{
  fl_spawn(body(5));
  fl_spawn(body(30));
  return (int)fl_main_loop();
}
