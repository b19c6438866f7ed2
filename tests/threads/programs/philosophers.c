/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <stdio.h>

#include <fl_threads.h>

static struct {
  _Bool taken;
  fl_cond free;
} fork_[5];
static int meals[5];
static cps void take(int i)
{
  while (fork_[i].taken) fl_wait(&fork_[i].free);
  fork_[i].taken = 1;
}
static void put(int i)
{
  fork_[i].taken = 0;
  fl_signal(&fork_[i].free);
}
static cps void philosopher(int i)
{
  int first = i < 4 ? i : 0, second = i < 4 ? i + 1 : 4;
  for (int round = 0; round < 4; round++) {
    take(first);
    fl_yield();
    take(second);
    fl_yield();
    meals[i]++;
    put(second);
    put(first);
    fl_yield();
  }
}
int main(void)
{
  for (int i = 0; i < 5; i++) fl_spawn(philosopher(i));
  size_t r = fl_main_loop();
  for (int i = 0; i < 5; i++) printf("%d ", meals[i]);
  printf("\n");
  return (int)r;
}
