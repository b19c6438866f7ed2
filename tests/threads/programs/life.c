/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <stdio.h>
#include <string.h>

#include <fl_threads.h>

enum { W = 8, H = 6 };
static cps int neighbours(char (*b)[W], int x, int y)
{
  int n = 0;
  for (int dy = -1; dy <= 1; dy++)
    for (int dx = -1; dx <= 1; dx++)
      if (dx || dy) n += b[(y + dy + H) % H][(x + dx + W) % W] == '#';
  if (x == 0) fl_yield();
  return n;
}
static cps void body(int n)
{
  char now[H][W], then[H][W];
  memset(now, '.', sizeof now);
  now[0][1] = now[1][2] = now[2][0] = now[2][1] = now[2][2] = '#';
  for (int round = 0; round < n * 4; round++) {
    for (int y = 0; y < H; y++)
      for (int x = 0; x < W; x++) {
        int k = neighbours(now, x, y);
        then[y][x] = k == 3 || (k == 2 && now[y][x] == '#') ? '#' : '.';
      }
    memcpy(now, then, sizeof now);
  }
  for (int y = 0; y < H; y++) printf("%.*s%c", W, now[y], y == H - 1 ? '\n' : '/');
}
int main(void)
{
  fl_spawn(body(1));
  fl_spawn(body(4));
  return (int)fl_main_loop();
}
