/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <stdio.h>

#include <fl_threads.h>

static cps int place(int n, int row, unsigned columns, unsigned left, unsigned right)
{
  int found = 0;
  if (row == n) return 1;
  for (unsigned at = 1; at < 1u << n; at <<= 1)
    if (!((columns | left | right) & at)) {
      if (row == 1) fl_yield();
      found += place(n, row + 1, columns | at, (left | at) << 1, (right | at) >> 1);
    }
  return found;
}
static cps void body(int n)
{
  printf("%d\n", place(n + 3, 0, 0, 0, 0));
}
int main(void)
{
  fl_spawn(body(1));
  fl_spawn(body(4));
  return (int)fl_main_loop();
}
