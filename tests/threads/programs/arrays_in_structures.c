/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <stdio.h>

#include <fl_threads.h>

static cps int later(int v)
{
  fl_yield();
  return v;
}
struct board {
  char cell[3][3];
  int moves;
};
static cps int wins(struct board b, char who)
{
  for (int i = 0; i < 3; i++)
    if (later(b.cell[i][0] == who) && b.cell[i][1] == who && b.cell[i][2] == who) return 1;
  return 0;
}
static cps struct board play(struct board b, int x, int y, char who)
{
  b.cell[later(y)][x] = who;
  b.moves += later(1);
  return b;
}
static cps void body(int n)
{
  struct board b = {{"...", "...", "..."}, 0}, before[3];
  for (int i = 0; i < 3; i++) {
    before[i] = b;
    b = play(b, i, n % 3, 'x');
  }
  printf("%d %d %d %.3s %.3s\n", wins(b, 'x'), wins(before[later(2)], 'x'), b.moves, b.cell[1], before[1].cell[1]);
}
int main(void)
{
  fl_spawn(body(1));
  fl_spawn(body(4));
  return (int)fl_main_loop();
}
