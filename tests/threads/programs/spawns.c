/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <fl_threads.h>

static cps void leaf(int id, char c)
{
  for (int i = 0; i < 2; i++) {
    printf("%c%d ", c, id);
    fl_yield();
  }
}
struct pair {
  int a;
  double b;
};
static cps void pair(struct pair p, const char *s)
{
  fl_yield();
  printf("%d %g %s ", p.a, p.b, s);
}
static cps int get(int v)
{
  fl_yield();
  return v;
}
static cps void parent(int n)
{
  void cps (*f)(int, char) = leaf;
  for (int i = 0; i < n; i++) {
    fl_spawn(leaf(i, 'a'));
    if (i % 2) fl_spawn(f(i, 'p'));
  }
  struct pair p = {4, 0.5};
  fl_spawn(pair(p, "s"));
  p.a = 5;
  fl_spawn(leaf(get(7), (char)get('g')));
  fl_spawn(get(1));
  if (n) fl_spawn(leaf(9, 'i'));
  else fl_spawn(leaf(8, 'e'));
  fl_yield();
  printf("parent ");
}
int main(void)
{
  cps void (*g)(int) = parent;
  fl_spawn(parent(3));
  fl_spawn(g(0));
  size_t r = fl_main_loop();
  puts("");
  fl_spawn(leaf(1, 'z'));
  r += fl_main_loop();
  puts("");
  return (int)r;
}
