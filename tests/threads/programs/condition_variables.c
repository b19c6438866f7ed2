/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <fl_threads.h>

static fl_cond ready_;
static int turn;
static cps void player(int id, int n)
{
  while (n-- > 0) {
    while (turn != id) fl_wait(&ready_);
    printf("%d ", id);
    turn = (id + 1) % 3;
    fl_signal_all(&ready_);
  }
}
int main(void)
{
  for (int i = 2; i >= 0; i--) fl_spawn(player(i, 3));
  size_t r = fl_main_loop();
  puts("");
  return (int)r;
}
