/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Before the function the type would have another layout. */
#include <fl_threads.h>
static cps int f(void)
{
#pragma pack(push, 1)
  struct pair { char a; int b; } p = { 1, 2 };
#pragma pack(pop)
  fl_yield();
  return p.b;
}
