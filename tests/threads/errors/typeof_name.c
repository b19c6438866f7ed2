/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <fl_threads.h>
static cps int f(int y)
{
  fl_yield();
  int r = ({
    static char y;
    __typeof__(y) z = 3;
    z;
  });
  return r + y;
}
