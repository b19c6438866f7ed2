/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <stdio.h>
#include <stdlib.h>

#include <fl_threads.h>

static cps int later(int v)
{
  fl_yield();
  return v;
}
struct tree {
  struct tree *left, *right;
  int v;
};
static cps struct tree *build(int low, int high)
{
  if (low >= high) return NULL;
  struct tree *t = malloc(sizeof *t);
  int middle = low + (high - low) / 2;
  t->v = later(middle);
  t->left = build(low, middle);
  t->right = build(middle + 1, high);
  return t;
}
static cps int walk(struct tree *t, int (*f)(int, int), int so_far)
{
  if (!t) return so_far;
  so_far = f(walk(t->left, f, so_far), later(t->v));
  so_far = walk(t->right, f, so_far);
  free(t);
  return so_far;
}
static int mix(int a, int b)
{
  return (a * 31 + b) % 10007;
}
static cps void body(int n)
{
  printf("%d\n", walk(build(0, n * 5), mix, 1));
}
int main(void)
{
  fl_spawn(body(1));
  fl_spawn(body(4));
  return (int)fl_main_loop();
}
