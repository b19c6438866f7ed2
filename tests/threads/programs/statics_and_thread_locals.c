/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <stdio.h>

#include <fl_threads.h>

static cps int later(int v)
{
  fl_yield();
  return v;
}
static _Thread_local int local = 1;
static cps int counter(void)
{
  static int count;
  static int *where = &count;
  int mine = ++count;
  fl_yield();
  ++*where;
  return mine * 100 + count;
}
static cps void body(int n)
{
  local += n;
  int a = counter(), b = counter();
  extern int outside;
  outside += later(local);
  printf("%d %d %d %d\n", a, b, local, outside);
}
int outside = 5;
int main(void)
{
  fl_spawn(body(1));
  fl_spawn(body(4));
  return (int)fl_main_loop();
}
