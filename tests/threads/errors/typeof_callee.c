/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Of what is called clang says no more than the expression whose type it has. */
#include <fl_threads.h>

cps int call(cps int (*p)(int))
{
  __typeof__(*p) *q = p;
  return q(3);
}

cps _Atomic int atomic(void)
{
  fl_yield();
  return 5;
}
