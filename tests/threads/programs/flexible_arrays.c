/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <stdio.h>
#include <stdlib.h>

#include <fl_threads.h>

static cps int later(int v)
{
  fl_yield();
  return v;
}
struct row {
  int n;
  int items[];
};
static cps struct row *make(int n)
{
  struct row *r = malloc(sizeof *r + (size_t)n * sizeof r->items[0]);
  r->n = n;
  for (int i = 0; i < n; i++) r->items[i] = later(i * i);
  return r;
}
static cps int sum(const struct row *r)
{
  int s = 0;
  for (const int *p = r->items; p < r->items + r->n; p++) s += later(*p);
  return s;
}
static cps void body(int n)
{
  struct row *r = make(n * 3);
  printf("%d %d\n", sum(r), r->items[later(n)]);
  free(r);
}
int main(void)
{
  fl_spawn(body(1));
  fl_spawn(body(4));
  return (int)fl_main_loop();
}
