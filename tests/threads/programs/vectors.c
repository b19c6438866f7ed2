/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <stdio.h>

#include <fl_threads.h>

static cps int later(int v)
{
  fl_yield();
  return v;
}
typedef int four __attribute__((vector_size(16)));
static cps four twice(four v)
{
  fl_yield();
  return v + v;
}
static cps void body(int n)
{
  four a = {1, 2, 3, n}, b = twice(a) * 3;
  fl_yield();
  b[later(2)] = 7;
  a = b > a;
  printf("%d %d %d %d %d\n", b[0], b[2], b[3], a[0], twice(b)[later(1)]);
}
int main(void)
{
  fl_spawn(body(1));
  fl_spawn(body(4));
  return (int)fl_main_loop();
}
