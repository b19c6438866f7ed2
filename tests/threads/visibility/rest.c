/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <fl_threads.h>

#pragma GCC visibility push(hidden)
cps int inside(int v);
#pragma GCC visibility pop

cps int inside(int v)
{
  fl_yield();
  return v * 10;
}
