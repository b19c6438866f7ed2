/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <stdio.h>

#include <fl_threads.h>

static cps int later(int v)
{
  fl_yield();
  return v;
}
static int reads;
static cps void body(int n)
{
  const int fixed = later(n) * 2;
  const struct {
    int a, b;
  } pair = {1, 2};
  volatile int v = n;
  int *restrict p = &reads;
  register int r = 5;
  static const int table[] = {1, 2, 3};
  const char *const text = "t";
  printf("%d %d\n", pair.a, pair.b);
  fl_yield();
  v++;
  v += later(fixed);
  *p += r;
  int const *volatile q = &fixed;
  fl_yield();
  printf("%d %d %d %d %s %d\n", fixed, v, r, table[later(1)], text, *q);
}
int main(void)
{
  fl_spawn(body(1));
  fl_spawn(body(4));
  return (int)fl_main_loop();
}
