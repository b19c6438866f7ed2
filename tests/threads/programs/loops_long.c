/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* break and continue between suspending calls: far from the loop's end when the body is taken apart (--parts). */
#include <stdio.h>

#include <fl_threads.h>

static cps int get(int v)
{
  fl_yield();
  return v;
}
static cps void whiles(int n)
{
  int i = 0, a = 0, b = 0, c = 0, d = 0;
  while (i < n) {
    i++;
    a += get(i);
    a += get(1);
    if (i % 3 == 0)
      continue;
    b += get(2);
    b += get(3);
    if (i % 4 == 0) {
      get(0);
      get(1);
      continue;
    }
    c += get(4);
    c += get(5);
    if (i > 12)
      break;
    d += get(6);
    d += get(7);
  }
  printf("while %d %d %d %d %d\n", i, a, b, c, d);
}
static cps void dos(int n)
{
  int i = 0, a = 0, b = 0, c = 0;
  do {
    a += get(i);
    a += get(1);
    switch (i % 5) {
    case 0:
      b += get(1);
      b += get(2);
      if (i > 2)
        continue;
      b += get(3);
      b += get(4);
      break;
    case 1:
      b += get(5);
      b += get(6);
      if (a & 1)
        break;
      b += get(7);
      b += get(8);
      /* fall through */
    default:
      c += get(9);
      c += get(10);
    }
    c += get(11);
    c += get(12);
  } while (i++ < n);
  printf("do %d %d %d %d\n", i, a, b, c);
}
static cps void fors(int n)
{
  int a = 0, b = 0;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      a += get(i);
      a += get(j);
      if (j == i)
        continue;
      b += get(1);
      b += get(2);
      if (j > 2 * i)
        break;
      b += get(j);
      b += get(i);
    }
  printf("for %d %d\n", a, b);
}
int main(void)
{
  fl_spawn(whiles(20));
  fl_spawn(dos(13));
  fl_spawn(fors(7));
  return (int)fl_main_loop();
}
