/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <stdio.h>
#include <string.h>

#include <fl_threads.h>

static cps int later(int v)
{
  fl_yield();
  return v;
}
struct __attribute__((packed)) packed {
  char c;
  int v;
};
static cps __attribute__((noinline, warn_unused_result)) int strict(int v __attribute__((unused)))
{
  fl_yield();
  return 1;
}
static cps int falls(int v)
{
  int r = 0;
  switch (later(v)) {
  case 1:
    r++;
    __attribute__((fallthrough));
  case 2: r += later(2);
  }
  return r;
}
static cps void body(int n)
{
  struct packed p = {'a', n}, q[2];
  int x __attribute__((aligned(16), unused)) = strict(n);
  __attribute__((unused)) int y = later(1);
  fl_yield();
  q[1] = p;
  memcpy(&q[0].v, &(int){later(7)}, sizeof(int));
  printf("%d %d %d %d %d\n", (int)sizeof q, q[1].v, q[0].v, (int)((unsigned long)&x % 16), falls(n));
}
int main(void)
{
  fl_spawn(body(1));
  fl_spawn(body(4));
  return (int)fl_main_loop();
}
