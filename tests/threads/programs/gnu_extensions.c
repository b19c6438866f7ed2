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
static cps void body(int n)
{
  int a = ({
    int t = n;
    t * 2;
  }),
      b = get(a);
  int c = get(({
    int t = b;
    t + 1;
  }));
  switch (get(n)) {
  case 1 ... 3:
    fl_yield();
    b++;
    __attribute__((fallthrough));
  default: c++;
  }
  __asm__ volatile("" : "+r"(b) : : "memory");
  __extension__ union {
    int i;
    char c[4];
  } u = {i : get(b)}, w = {i : u.i};
  __extension__ long long far = w.i;
  b = (int)far;
  int e = __builtin_expect(get(b) > 2, 1);
  printf("%d %d %d %d %s\n", a, b, c, e, __FUNCTION__);
  if (({
        fl_yield;
        1;
      }))
    puts("address only");
}
int main(void)
{
  fl_spawn(body(2));
  fl_spawn(body(8));
  return (int)fl_main_loop();
}
