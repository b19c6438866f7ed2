/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <stdio.h>

#include <fl_threads.h>
static cps int later(int v)
{
  fl_yield();
  return v;
}
static cps int work(int n)
{
  int sum = 0;
  if (n > 5) goto done;
  if (n == 3) goto twice;
  [[gnu::unused]] again: if (sum < 0) goto again;
  sum += later(n);
  [[gnu::unused]] twice: sum += 2;
  [[]] [[gnu::unused]] last: ;
  switch (later(n)) {
    [[]] case 1: sum += 10; [[fallthrough]];
    [[]] case 2: sum += later(20); break;
    [[]] default: sum++;
  }
  [[]] sum += later(1);
  [[]] if (sum > 3) [[]] { sum++; }
  [[]] while (sum < 4) [[]] sum += later(1);
  [[]] for (int i = 0; i < 2; i++) [[]] sum += later(i);
  for ([[maybe_unused]] int unread = later(1), i = later(0); i < 2; i++) sum += later(i);
  if (sum) [[]] for ([[]] [[gnu::aligned(64)]] int i = 0; i < 2; i++) sum += later((int)((long)&i % 64)) + i;
  [[]] do [[]] sum++; while (later(sum) < 0);
  [[]];
  if (sum > 100) [[]] sum += later(3);
  else [[]] sum -= later(0);
  [[maybe_unused]] int unread = later(sum);
  [[]] { sum += later(2); }
done:
  [[]] return sum;
}
static cps void body(void)
{
  for (int i = 0; i < 7; i++) printf("%d\n", work(i));
}
int main(void)
{
  fl_spawn(body());
  return (int)fl_main_loop();
}
