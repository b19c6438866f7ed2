/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <stdio.h>

#include <fl_sync.h>
#include <fl_threads.h>

static fl_channel naturals, odd;
static cps void count(int n)
{
  for (int i = 1; i <= n; i++) fl_send(&naturals, &i);
  fl_channel_close(&naturals);
}
static cps void filter(void)
{
  int v;
  while (fl_receive(&naturals, &v) == 1)
    if (v % 2) fl_send(&odd, &v);
  fl_channel_close(&odd);
}
static cps void show(void)
{
  int v, sum = 0;
  while (fl_receive(&odd, &v) == 1) sum = sum * 3 + v;
  printf("%d\n", sum);
}
int main(void)
{
  int a[2], b[1];
  fl_channel_init(&naturals, a, 2, sizeof *a);
  fl_channel_init(&odd, b, 1, sizeof *b);
  fl_spawn(show());
  fl_spawn(filter());
  fl_spawn(count(12));
  return (int)fl_main_loop();
}
