/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <fl_threads.h>

static cps int get(int v)
{
  fl_yield();
  return v;
}
static cps void fill(int rows, int (*m)[3])
{
  for (int i = 0; i < rows; i++)
    for (int j = 0; j < 3; j++) m[i][j] = get(i * 3 + j);
}
static cps int trace(int m[][3], int n)
{
  int s = 0;
  for (int i = 0; i < n; i++) s += m[i][i], fl_yield();
  return s;
}
static cps void body(void)
{
  int m[4][3], (*row)[3] = m, *cell[2] = {m[1], &m[2][2]};
  fill(4, m);
  row++;
  fl_yield();
  const char *names[2][2] = {{"a", "b"}, {"c", "d"}};
  printf("%d %d %d %d %s\n", trace(m, 3), (*row)[2], *cell[0], *cell[1], names[get(1)][get(0)]);
}
int main(void)
{
  fl_spawn(body());
  return (int)fl_main_loop();
}
