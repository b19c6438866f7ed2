/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <stdio.h>

#include <fl_threads.h>

static cps void item(unsigned ms, int v)
{
  fl_sleep(ms, NULL);
  printf("%d ", v);
}
int main(void)
{
  static const int items[] = {5, 1, 4, 2, 3};
  for (int i = 0; i < 5; i++) fl_spawn(item((unsigned)items[i] * 60u, items[i]));
  size_t r = fl_main_loop();
  printf("\n");
  return (int)r;
}
