/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <fl_threads.h>

#include <stdint.h>
static cps void touch(char *p)
{
  fl_yield();
  *p += 1;
}
static cps void body(int n)
{
  _Alignas(32) char a[3] = {1, 2, 3};
  int between = n;
  __attribute__((aligned(64))) int b = n;
  _Alignas(16) double d = n;
  touch(a + 1);
  b++;
  d++;
  fl_yield();
  printf("%d %d %d %d %d %d %g\n", (int)((uintptr_t)a % 32), (int)((uintptr_t)&b % 64),
         (int)((uintptr_t)&d % 16), a[1], b, between, d);
}
static cps void deep(int n)
{
  if (n) deep(n - 1);
  else body(n);
  body(n);
}
int main(void)
{
  fl_spawn(deep(3));
  fl_spawn(body(7));
  return (int)fl_main_loop();
}
