/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <stddef.h>
#include <stdio.h>

#include <fl_threads.h>

static cps int later(int v)
{
  fl_yield();
  return v;
}
static cps void body(int n)
{
  int a[10], *low = a, *high = a + 10, **pp = &low;
  ptrdiff_t d;
  fl_yield();
  while (*pp < high) *(*pp)++ = later((int)(high - low));
  d = low - a;
  low = a + later(n);
  printf("%d %d %d %d\n", (int)d, low < high, a[3], !(low - a == n) || pp != &high);
  char *bytes = (char *)(a + later(1));
  printf("%d %d\n", (int)(bytes - (char *)a) == (int)sizeof *a, *(int *)(void *)bytes);
}
int main(void)
{
  fl_spawn(body(1));
  fl_spawn(body(4));
  return (int)fl_main_loop();
}
