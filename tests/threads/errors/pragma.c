/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <fl_threads.h>
static cps int f(int x) {
  fl_yield();
#pragma GCC unroll 4
  for (int i = 0; i < 3; i++) x++;
  return x;
}
