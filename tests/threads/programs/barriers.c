/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <stdio.h>

#include <fl_sync.h>
#include <fl_threads.h>

static fl_barrier together = FL_BARRIER_INIT(3);
static cps void walker(int id)
{
  for (int round = 0; round < 3; round++) {
    for (int i = 0; i < id; i++) fl_yield();
    printf("%d", id);
    if (fl_barrier_wait(&together)) printf(" round %d\n", round);
  }
}
int main(void)
{
  for (int i = 0; i < 3; i++) fl_spawn(walker(i));
  return (int)fl_main_loop();
}
