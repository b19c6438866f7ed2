/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <fl_threads.h>
struct pair {
  int a, b;
};
static cps int f(int n, ...)
{
  fl_yield();
  return n;
}
static cps int (*pointer)(int, ...) = f;
static cps int g(struct pair p)
{
  return f(1, p) + pointer(2, 3);
}
int main(void)
{
  fl_spawn(f(1, 2));
  return 0;
}
