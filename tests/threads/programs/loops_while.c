/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <fl_threads.h>

static cps int less(int a, int b)
{
  fl_yield();
  return a < b;
}
static cps void body(int n)
{
  int i = 0, sum = 0;
  while (less(i, n)) {
    if (i == 2) {
      i++;
      continue;
    }
    if (i == 6) break;
    sum += i++;
    fl_yield();
  }
  printf("while %d %d\n", i, sum);
  while (i-- > 0) fl_yield();
  printf("down %d\n", i);
  while (less(++i, 3))
    ;
  printf("empty %d\n", i);
}
int main(void)
{
  fl_spawn(body(4));
  fl_spawn(body(9));
  return (int)fl_main_loop();
}
