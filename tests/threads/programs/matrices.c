/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <stdio.h>

#include <fl_threads.h>

static cps int later(int v)
{
  fl_yield();
  return v;
}
static cps void multiply(int n, int (*a)[4], int b[][4], int c[4][4])
{
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      c[i][j] = 0;
      for (int k = 0; k < n; k++) c[i][j] += later(a[i][k]) * b[k][j];
    }
}
static cps void body(int n)
{
  int a[4][4], b[4][4], c[4][4], (*p)[4] = a;
  for (int i = 0; i < 16; i++) a[i / 4][i % 4] = i + n, b[i % 4][i / 4] = i;
  multiply(4, p, b, c);
  int trace = 0;
  for (int i = 0; i < 4; i++) trace += later(c[i][i]);
  multiply(3, c, a, b);
  printf("%d %d %d\n", trace, b[2][2], (*(p + later(1)))[2]);
}
int main(void)
{
  fl_spawn(body(1));
  fl_spawn(body(4));
  return (int)fl_main_loop();
}
