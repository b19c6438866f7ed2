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
static cps void body(void)
{
  int a[5] = {1, 2, 3, 4, 5}, m[3][4] = {{0}};
  a[get(2)] = get(30);
  a[get(3)] += get(40);
  a[get(0)]++;
  m[get(1)][get(2)] = a[get(4)];
  int *p = a;
  p[get(1)] = *(p + get(4)) * get(2);
  *(p + get(4)) -= get(1);
  get(1)[a] += 5;
  for (int i = 0; i < 5; i++) printf("%d ", a[i]);
  printf("%d %d\n", m[1][2], m[get(1)][2] + m[2][get(3)]);
}
int main(void)
{
  fl_spawn(body());
  return (int)fl_main_loop();
}
