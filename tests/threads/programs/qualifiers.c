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
struct k {
  const int a;
  int b;
};
static cps struct k make(const int a)
{
  const struct k r = {a, a + 1};
  fl_yield();
  return r;
}
static int pointee = 6;
static cps const int *const pointer(void)
{
  fl_yield();
  return &pointee;
}
static cps volatile int loud(void)
{
  fl_yield();
  return *pointer();
}
static cps void body(const int n, const char *const name)
{
  const int k = 3, v[2] = {n, get(n)};
  volatile int w = 1;
  const char *const s = "s", t[] = "tt";
  register int r = 5;
  struct k q = make(n);
  const struct k z = {.a = 1, .b = get(2)};
  w = w + get(1);
  fl_yield();
  r += w;
  printf("%d %d %d %d %s %s %s %d %d %d %d\n", k, v[0], v[1], w, s, t, name, r, q.a + q.b, z.b, make(3).b);
}
int main(void)
{
  fl_spawn(loud());
  fl_spawn(body(4, "x"));
  fl_spawn(body(5, "y"));
  return (int)fl_main_loop();
}
