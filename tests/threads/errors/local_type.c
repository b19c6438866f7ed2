/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Types that say something of the function's variables stay in it. */
#include <fl_threads.h>
static cps int f(int n)
{
  char text[10] = "";
  struct pair { char a[sizeof text]; int b; } p = { "x", n };
  fl_yield();
  return p.b;
}
static cps int g(char *text)
{
  enum { SIZE = sizeof *text };
  typedef struct { char a[SIZE]; } *pointer;
  pointer q = (pointer)text;
  fl_yield();
  return q->a[0];
}
