/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <stdio.h>

#include <fl_threads.h>

static cps int later(int v)
{
  fl_yield();
  return v;
}
struct node {
  int kind;
  union {
    struct {
      int left, right;
    };
    double value;
    struct {
      char text[8];
    } leaf;
  };
  struct {
    unsigned mark : 1;
  };
};
static cps struct node make(int k)
{
  struct node n = {.kind = k, .left = k + 1, .right = later(k + 2), .mark = 1};
  return n;
}
static cps void body(int n)
{
  struct node a = make(n), *p = &a;
  p->right += later(p->left);
  printf("%d %d %d %d ", a.kind, a.left, a.right, a.mark);
  a.value = make(9).right;
  fl_yield();
  printf("%g ", p->value);
  a.leaf.text[later(0)] = 'x';
  printf("%c\n", a.leaf.text[0]);
}
int main(void)
{
  fl_spawn(body(1));
  fl_spawn(body(4));
  return (int)fl_main_loop();
}
