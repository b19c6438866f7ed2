/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <stdio.h>

#include <fl_threads.h>

static cps int later(int v)
{
  fl_yield();
  return v;
}
static int add(a, b, c)
int a, b;
char c;
{
  return a + b + c;
}
static cps void body(int n)
{
  int x = add(later(n), later(2), 'a'), y;
  y = add(x, n, (char)later(3));
  printf("%d %d\n", x, y);
}
int main(void)
{
  fl_spawn(body(1));
  fl_spawn(body(4));
  return (int)fl_main_loop();
}
