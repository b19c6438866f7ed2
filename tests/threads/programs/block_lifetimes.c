/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <fl_threads.h>

static cps int get(int v)
{
  fl_yield();
  return v;
}
static cps void set(int *p)
{
  fl_yield();
  ++*p;
}
static cps void body(void)
{
  int sum = 0;
  for (int i = 0; i < 3; i++) {
    int a = i;
    set(&a);
    sum += a;
    if (a == 2) continue;
    {
      int b = a;
      set(&b);
      set(&b);
      sum += b * 10;
    }
  }
  {
    int a[3] = {1, 2, 3};
    set(a + 1);
    sum += a[1];
  }
  {
    long a = get(5);
    sum += (int)a;
  }
  {
    char a[4] = "abc";
    fl_yield();
    sum += a[2];
  }
  printf("%d\n", sum);
}
int main(void)
{
  fl_spawn(body());
  fl_spawn(body());
  return (int)fl_main_loop();
}
