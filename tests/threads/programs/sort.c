/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <fl_threads.h>

static cps int before(int a, int b)
{
  fl_yield();
  return a < b;
}
static cps void quick(int *v, int n)
{
  if (n < 2) return;
  int p = v[n / 2], i = 0, j = n - 1;
  for (;;) {
    while (before(v[i], p)) i++;
    while (before(p, v[j])) j--;
    if (i >= j) break;
    int t = v[i];
    v[i++] = v[j];
    v[j--] = t;
  }
  quick(v, i);
  quick(v + i, n - i);
}
static cps void body(unsigned seed)
{
  int v[40];
  for (int i = 0; i < 40; i++) v[i] = (int)((seed = seed * 1103515245 + 12345) >> 16 & 255);
  quick(v, 40);
  for (int i = 0; i < 40; i++) printf("%d ", v[i]);
  puts("");
}
int main(void)
{
  fl_spawn(body(1));
  fl_spawn(body(2));
  return (int)fl_main_loop();
}
