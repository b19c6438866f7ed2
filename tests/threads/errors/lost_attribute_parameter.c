/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <fl_threads.h>
static cps int g(int __attribute__((__may_alias__)) *p)
{
  fl_yield();
  return *p;
}
