/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <fl_threads.h>

static cps long long sum(long long n)
{
  if (n == 0) {
    fl_yield();
    return 0;
  }
  long long r = sum(n - 1);
  if (n % 10000 == 0) fl_yield();
  return r + n;
}
static cps void body(long long n) { printf("%lld\n", sum(n)); }
int main(void)
{
  fl_spawn(body(100000));
  fl_spawn(body(3));
  fl_spawn(body(1200));
  return (int)fl_main_loop();
}
