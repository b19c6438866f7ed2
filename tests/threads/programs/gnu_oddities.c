/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <stdio.h>

#include <fl_threads.h>

static cps int later(int v)
{
  fl_yield();
  return v;
}
struct none {
};
struct tail {
  int n;
  int rest[0];
};
static cps struct none empty(struct none e)
{
  fl_yield();
  return e;
}
static cps void body(int n)
{
  struct none e = {}, f = empty(e);
  (void)f;
  struct tail t = {later(3)};
  __auto_type a = later(n) * 2;
  int b = later(0) ?: a, c = later(n) ?: b;
  const int k = 0b101;
  fl_yield();
  int *p = (void *)&t + sizeof t.n * later(0);
  printf("%d %d %d %d %d %d\n", a, b, c, k, *p, (int)sizeof(struct none));
}
int main(void)
{
  fl_spawn(body(1));
  fl_spawn(body(4));
  return (int)fl_main_loop();
}
