/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <fl_threads.h>

static cps void set(int *p, int v)
{
  fl_yield();
  *p = v;
}
static cps void swap(int *a, int *b)
{
  int t = *a;
  fl_yield();
  *a = *b;
  fl_yield();
  *b = t;
}
static cps void body(int n)
{
  int a = 1, b = 2, *p = &a, **pp = &p;
  set(&a, n);
  swap(&a, &b);
  **pp += 100;
  p = &b;
  set(*pp, n * 2);
  int arr[4] = {4, 3, 2, 1};
  for (int i = 0; i < 4; i++)
    for (int j = 0; j + 1 < 4; j++)
      if (arr[j] > arr[j + 1]) swap(&arr[j], arr + j + 1);
  int *q = arr + 2;
  fl_yield();
  *q = 77;
  printf("%d %d %d %d %d %d\n", a, b, arr[0], arr[1], arr[2], arr[3]);
  {
    int c = n;
    int *r = &c;
    fl_yield();
    *r += 1;
    set(r, *r + 1);
    printf("%d\n", c);
  }
}
int main(void)
{
  fl_spawn(body(5));
  fl_spawn(body(6));
  return (int)fl_main_loop();
}
