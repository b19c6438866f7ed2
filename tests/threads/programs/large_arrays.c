/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <stdio.h>
#include <string.h>

#include <fl_threads.h>

static cps int later(int v)
{
  fl_yield();
  return v;
}
static cps unsigned fill(unsigned *a, int n, unsigned seed)
{
  for (int i = 0; i < n; i++) {
    a[i] = seed = seed * 1103515245u + 12345u;
    if (i % 1000 == 0) fl_yield();
  }
  return seed;
}
static cps void body(int n)
{
  unsigned a[3000], sum = 0;
  char text[5000];
  memset(text, 'a' + n, sizeof text);
  unsigned last = fill(a, 3000, (unsigned)n);
  fl_yield();
  for (int i = 0; i < 3000; i++) sum += a[i];
  printf("%u %u %c\n", last, sum, text[later(4999)]);
}
int main(void)
{
  fl_spawn(body(1));
  fl_spawn(body(4));
  return (int)fl_main_loop();
}
