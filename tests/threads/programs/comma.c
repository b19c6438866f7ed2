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
static cps void body(int a)
{
  int b = (a++, get(a)), c;
  c = (get(1), b++, get(b)), b = get(c), c++;
  for (a = get(1), b = 2; a++, get(a) < 5; b += a, fl_yield())
    ;
  int arr[4] = {(get(1), 5), 6, (a, get(7))};
  printf("%d %d %d %d %d %d\n", a, b, c, arr[0], arr[2], ((a += 2, get(a)), get(b)));
}
int main(void)
{
  fl_spawn(body(3));
  return (int)fl_main_loop();
}
