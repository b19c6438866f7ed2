/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <fl_threads.h>

static cps int f(int a)
{
  if (a == 1) goto inside;
  switch (a) {
    fl_detached {
    case 2: a++;
    }
  }
  fl_detached {
  inside:
    a--;
  }
  return a;
}
