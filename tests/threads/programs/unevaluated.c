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
static cps void body(int n)
{
  int a[7], *p = 0;
  printf("%zu %zu %zu %zu\n", sizeof get(3), sizeof(a), sizeof p[get(1)], sizeof(struct {
           int x;
           char y;
         }));
  a[0] = get(n);
  printf("%d %d %s\n", a[0], _Generic(n, int : 1, default : 2), __func__);
  int m = get(2);
  __typeof__(p) q = &m;
  printf("%d %d\n", *q, __builtin_constant_p(3));
}
int main(void)
{
  fl_spawn(body(4));
  return (int)fl_main_loop();
}
