/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <fl_threads.h>

#include <stdio.h>

static cps int f(int a)
{
  const char *name = "f";
  if (a) fl_defer puts(name);
  for (;;) {
    fl_defer break;
    fl_defer {
      if (a) return 2;
    }
    fl_defer puts(name);
    int name = 2;
    goto past;
    fl_defer a += name;
  past:
    if (a > 10) break;
  }
  return ({ fl_defer puts("x"); a; });
}

static int native(int a)
{
  __label__ there;
  void *to = &&there;
  fl_defer a++;
  goto *to;
there:
  return a;
}
