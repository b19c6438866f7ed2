/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <stdio.h>

#include <fl_threads.h>

static cps int later(int v)
{
  fl_yield();
  return v;
}
static cps void body(int n)
{
  int i = 2, sum = 0;
  goto middle;
  for (i = 0; i < n + 3; i++) {
    sum += 100;
  middle:
    sum += later(i);
    while (sum % 3) {
    inner:
      sum++;
      fl_yield();
    }
    if (sum > 2000) goto end;
  }
  if (sum < 900) goto inner;
end:
  printf("%d %d\n", i, sum);
}
int main(void)
{
  fl_spawn(body(1));
  fl_spawn(body(4));
  return (int)fl_main_loop();
}
