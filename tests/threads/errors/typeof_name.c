/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <fl_threads.h>
static cps int f(int y)
{
  fl_yield();
  __typeof__(({ char c = 0; for (char y = 0; y < 1; y++) c++; c; })) z = 3;
  return y + z;
}
