/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The thread may suspend; who spawns it may not, if he is not marked. */
#include <fl_threads.h>

static cps int number(void)
{
  fl_yield();
  return 1;
}

void native(void)
{
  fl_spawned number();
  number();
}
