/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <stdio.h>

#include <fl_threads.h>

#define QUIETLY(...)                                     \
  _Pragma("GCC diagnostic push")                         \
  _Pragma("GCC diagnostic ignored \"-Wunused-variable\"") \
  __VA_ARGS__;                                           \
  _Pragma("GCC diagnostic pop")

static cps int later(int v)
{
  fl_yield();
  return v;
}
static cps void body(int n)
{
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wparentheses"
  int sum = 0;
  for (int i = 0; i < n; i++) {
#pragma GCC diagnostic ignored "-Wunused-value"
    sum += later(i);
    QUIETLY(int unused = sum)
    QUIETLY(sum += later(1))
#pragma GCC diagnostic pop
#pragma GCC unroll 4
    for (int j = 0; j < 4; j++)
      sum += j;
    switch (later(i)) {
#pragma GCC diagnostic push
    case 0: sum++; break;
    default: sum += 2;
#pragma GCC diagnostic pop
    }
#pragma GCC diagnostic push
  }
#pragma message_of_nobody
  if (n > 3) {
#pragma GCC ivdep
    for (int j = 0; j < n; j++)
      sum ^= j;
  }
  printf("%d line %d\n", sum, __LINE__);
#pragma GCC diagnostic pop
}
int main(void)
{
  fl_spawn(body(3));
  fl_spawn(body(5));
  return (int)fl_main_loop();
}
