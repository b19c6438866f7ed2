/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <fl_threads.h>

#include "api.h"

cps int outside(int v); /* the program's, or another library's */

#pragma GCC visibility push(hidden)
cps int inside(int v); /* rest.c's */

/* What a definition means was said when the function was declared. */
cps int twice(int v)
{
  return outside(v) + inside(v);
}

static cps int here(int v)
{
  fl_yield();
  return v;
}

cps int nobodys(int v)
{
  return here(v) + outside(v);
}

cps int __attribute__((visibility("default"))) said(int v)
{
  return nobodys(v);
}
#pragma GCC visibility pop

cps int thrice(int v)
{
  return twice(v) + inside(v);
}

cps int undeclared(int v)
{
  return thrice(v) + said(v);
}

cps int weaker(int v)
{
  return here(v);
}
