/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Threads in different places, and one that has ended; then a dump of all. Argument: how deep the deepest is. */
#include <stdlib.h>
#include <unistd.h>

#include "fl_threads.h"

static fl_cond never;
static fl_cond released;

cps void leaf(fl_cond *cond);
cps void leaf(fl_cond *cond)
{
  fl_yield();
  fl_wait(cond);
}

cps int middle(int depth);
cps int middle(int depth)
{
  if (depth > 0)
    return middle(depth - 1) + 1;
  leaf(&never);
  return 0;
}

cps void top(int depth);
cps void top(int depth)
{
  fl_yield();
  middle(depth);
  fl_yield(); /* else it would be a tail call, and this frame not there */
}

cps void ends(void);
cps void ends(void)
{
  leaf(&released);
  fl_yield();
}

cps void sleeps(void);
cps void sleeps(void)
{
  fl_sleep(FL_FOREVER, &never);
}

cps void dumper(int depth);
cps void dumper(int depth)
{
  fl_spawn(ends());
  fl_spawn(top(1));
  fl_spawn(sleeps());
  fl_spawn(top(depth));
  for (int i = 0; i < 5; i++)
    fl_yield();
  fl_signal(&released);
  fl_yield();
  fl_yield();
  fl_task_dump(1);
}

int main(int argc, char **argv)
{
  fl_spawn(dumper(argc > 1 ? atoi(argv[1]) : 0));
  return fl_main_loop() == 3 ? 0 : 1;
}
