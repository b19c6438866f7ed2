/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* What a statement on a thread of its own becomes stands in front of the function. */
#include <fl_threads.h>

enum kind { SMALL, LARGE } kind_of(int n)
{
  fl_spawned fl_yield();
  return n > 10 ? LARGE : SMALL;
}

struct point {
  int x;
} moved(struct point *from)
{
  fl_spawned { from->x++; }
  return *from;
}
