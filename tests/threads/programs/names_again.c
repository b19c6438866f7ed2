/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <stdio.h>

#include <fl_threads.h>

static cps int later(int v)
{
  fl_yield();
  return v;
}
typedef int word;
struct node {
  int node, word;
};
static cps int node(struct node node)
{
  fl_yield();
  return node.node * 10 + node.word;
}
static cps void body(int n)
{
  struct node word = {n, 2};
  int x = node(word), y = x;
node:
  {
    int n = later(x);
    struct node x = {.word = n, .node = y};
    n += node(x);
    y += x.word;
    if (n < 2000) {
      int y = n;
      fl_yield();
      word.word += y > 100;
      if (word.word < 6) goto node;
    }
  }
  int s = (int)sizeof(word) > 0, h = later(s), fl = h, frame = fl, t = frame;
  printf("%d %d %d %d\n", x, y, word.word, t);
}
int main(void)
{
  fl_spawn(body(1));
  fl_spawn(body(4));
  return (int)fl_main_loop();
}
