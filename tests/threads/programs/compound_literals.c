/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <fl_threads.h>

struct p {
  int x, y;
};
static cps int sum(const struct p *p)
{
  fl_yield();
  return p->x + p->y;
}
static cps int total(const int *v, int n)
{
  int s = 0;
  for (int i = 0; i < n; i++) {
    s += v[i];
    fl_yield();
  }
  return s;
}
static cps struct p flip(struct p p)
{
  fl_yield();
  return (struct p){p.y, p.x};
}
static cps void body(int n)
{
  printf("%d %d\n", sum(&(struct p){n, 2}), total((int[]){1, 2, n}, 3));
  struct p *p = &(struct p){.y = n};
  fl_yield();
  p->x = 5;
  p->y = flip((struct p){1, n}).x + p->y;
  int *list[2];
  for (int i = 0; i < 2; i++) {
    list[i] = (int[2]){i, n};
    fl_yield();
    printf("%d ", list[i][0] + list[i][1]);
  }
  printf("%d %d %s\n", sum(p), flip(*p).y, (char[]){"lit"});
}
int main(void)
{
  fl_spawn(body(10));
  fl_spawn(body(20));
  return (int)fl_main_loop();
}
