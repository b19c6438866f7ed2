/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <fl_threads.h>

struct node {
  struct node *self;
  int v;
  int arr[2];
  int *mid;
};
static cps int get(int v)
{
  fl_yield();
  return v;
}
static cps void body(int n)
{
  struct node a = {&a, n, {1, 2}, a.arr + 1}, b = {.self = &b, .v = get(n), .mid = &b.arr[1]};
  fl_yield();
  a.self->v++;
  *b.mid = 9;
  *a.mid += 5;
  printf("%d %d %d %d %d\n", a.v, b.self == &b, b.v, b.arr[1], a.arr[1]);
  void *p = &p;
  fl_yield();
  printf("%d\n", *(void **)p == p);
}
int main(void)
{
  fl_spawn(body(1));
  fl_spawn(body(2));
  return (int)fl_main_loop();
}
