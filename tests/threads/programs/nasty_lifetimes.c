/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <fl_threads.h>

struct big {
  int a[8];
};
static cps int get(int v)
{
  fl_yield();
  return v;
}
static cps struct big make(int v)
{
  struct big b = {{v, v + 1, v + 2}};
  fl_yield();
  b.a[7] = v;
  return b;
}
static cps int sum(struct big b)
{
  int s = 0;
  for (int i = 0; i < 8; i++) {
    s += b.a[i];
    if (i == 3) fl_yield();
  }
  return s;
}
static cps int sum_of(const int *p, int n)
{
  int s = 0;
  while (n--) {
    s += *p++;
    fl_yield();
  }
  return s;
}
static cps void body(int n)
{
  printf("%d %d %d\n", sum(make(n)), sum(make(get(n + 1))), make(3).a[2] + make(4).a[7]);
  printf("%d\n", sum_of(make(n).a, 8));
  int k = (n ? make(1) : make(2)).a[1] + sum_of((get(n) ? make(5) : make(6)).a, 3) + get(1);
  const int *p = n ? (int[]){1, 2, 3} : (int[4]){4, 5, 6};
  fl_yield();
  printf("%d %d\n", k, sum_of(p, 3));
  for (int i = 0; i < 2; i++) {
    struct big local = make(i), *lp = &local;
    fl_yield();
    lp->a[0] += 100;
    printf("%d ", local.a[0] + sum(local));
  }
  struct big arr[2] = {make(1), make(2)}, other = arr[1];
  fl_yield();
  arr[0] = other;
  printf("%d %d\n", sum(arr[0]), arr[get(1)].a[get(2)]);
}
int main(void)
{
  fl_spawn(body(0));
  fl_spawn(body(3));
  return (int)fl_main_loop();
}
