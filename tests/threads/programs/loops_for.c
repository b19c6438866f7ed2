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
  int total = 0;
  for (int i = get(1); get(i) < n; i += get(2)) {
    if (i == 5) continue;
    if (i == 11) break;
    total += i;
  }
  printf("%d\n", total);
  for (int i = 0, j = 10; i < j; i++, j--) {
    fl_yield();
    total += i * j;
  }
  printf("%d\n", total);
  int k;
  for (k = 0; k < 3; k++)
    for (int m = 0; m < k; m++) {
      total += get(m) + k;
      if (m > 5) goto out;
    }
out:
  printf("%d %d\n", total, k);
  for (;;) {
    if (get(total) > 100) break;
    total += 50;
  }
  for (int i = 0; i < 3; i++) {
    int i = get(7);
    total += i;
  }
  printf("%d\n", total);
}
int main(void)
{
  fl_spawn(body(8));
  fl_spawn(body(20));
  return (int)fl_main_loop();
}
