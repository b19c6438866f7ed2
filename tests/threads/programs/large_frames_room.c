/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Small frames behind one that is larger than a page of the slab: they suspend, and call others when they go on. */
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <fl_threads.h>

static cps int leaf(int v)
{
  int twice = 2 * v;
  fl_yield();
  return twice + v;
}
static cps int deep(int levels)
{
  int below = 0;
  fl_yield();
  if (levels > 0)
    below = deep(levels - 1);
  return below + levels;
}
static cps int middle(int v)
{
  fl_yield();
  if (deep(300) != 45150)
    return -1000;
  int first = leaf(v);
  fl_yield();
  return first + leaf(v + 1);
}
static cps void large(int fill)
{
  unsigned char b[100000];
  memset(b, fill, sizeof b);
  int r = 0;
  for (int i = 0; i < 3; i++)
    r += middle(i);
  int wrong = 0;
  for (size_t i = 0; i < sizeof b; i++)
    wrong += b[i] != (unsigned char)fill;
  printf("%d %d\n", r, wrong);
}
static cps void larger(int fill)
{
  unsigned char b[200008];
  memset(b, fill, sizeof b);
  large(fill + 1);
  int r = middle(1);
  int wrong = 0;
  for (size_t i = 0; i < sizeof b; i++)
    wrong += b[i] != (unsigned char)fill;
  printf("%d %d\n", r, wrong);
}
static cps void aligned(int fill)
{
  _Alignas(131072) unsigned char b[300];
  memset(b, fill, sizeof b);
  int r = middle(2);
  int wrong = 0;
  for (size_t i = 0; i < sizeof b; i++)
    wrong += b[i] != (unsigned char)fill;
  fl_yield();
  printf("%d %d %d\n", r, wrong, (int)((uintptr_t)b % 131072));
}
int main(void)
{
  fl_spawn(large(0));
  fl_spawn(large(1));
  fl_spawn(large(255));
  fl_spawn(larger(7));
  fl_spawn(aligned(9));
  return (int)fl_main_loop();
}
