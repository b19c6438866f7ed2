/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <fl_threads.h>

static cps int odd(int n);
static cps int even(int n)
{
  if (n == 0) {
    fl_yield();
    return 1;
  }
  return odd(n - 1);
}
static cps int odd(int n)
{
  if (n == 0) {
    fl_yield();
    return 0;
  }
  int r = even(n - 1);
  return r;
}
cps int later(int n, int (*native)(int));
static int twice(int n) { return 2 * n; }
static cps void body(int n) { printf("%d %d %d\n", even(n), odd(n), later(n, twice)); }
cps int later(int n, int (*native)(int))
{
  fl_yield();
  return n > 0 ? native(n) + later(n - 10, native) : 0;
}
int main(void)
{
  fl_spawn(body(10));
  fl_spawn(body(777));
  return (int)fl_main_loop();
}
