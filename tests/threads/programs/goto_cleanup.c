/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <stdio.h>
#include <stdlib.h>

#include <fl_threads.h>

static cps int later(int v)
{
  fl_yield();
  return v;
}
static int live;
static void *get(int ok)
{
  if (!ok) return NULL;
  live++;
  return malloc(4);
}
static void put(void *p)
{
  live--;
  free(p);
}
static cps int work(int fail)
{
  int r = -1;
  void *a = get(later(fail != 1)), *b, *c;
  if (!a) goto out;
  b = get(later(fail != 2));
  if (!b) goto out_a;
  fl_yield();
  if ((c = get(later(fail != 3))) == NULL) goto out_b;
  r = later(fail);
  put(c);
out_b:
  put(b);
out_a:
  fl_yield();
  put(a);
out:
  return r;
}
static cps void body(int n)
{
  for (int i = 0; i < 5; i++) printf("%d ", work(i));
  printf("%d\n", n);
  if (n == 4) printf("%d\n", live);
}
int main(void)
{
  fl_spawn(body(1));
  fl_spawn(body(4));
  return (int)fl_main_loop();
}
