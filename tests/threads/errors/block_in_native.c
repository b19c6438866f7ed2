/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <fl_threads.h>

static int native(int a)
{
  fl_detached a++;
  return a;
}
