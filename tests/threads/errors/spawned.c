/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* What a statement on a thread of its own cannot use, and where it cannot be left. */
#include <stdarg.h>
#include <stdio.h>
#include <fl_threads.h>

static cps int number(void)
{
  fl_yield();
  return 1;
}

static void use(void *p) { (void)p; }

cps void copies(int n, ...)
{
  static int counted;
  extern int outside;
  enum kind { SMALL = sizeof n, LARGE } kind = SMALL;
  struct own {
    char x[sizeof n];
  } own = {"1"};
  struct {
    char x[sizeof n];
  } nameless = {"1"};
  _Alignas(64) char wide[64] = {0};
  int array[2] = {1, 2};
  va_list list;
  va_start(list, n);
  fl_spawned counted++;
  fl_spawned outside++;
  fl_spawned use(&kind);
  fl_spawned printf("%d\n", LARGE);
  fl_spawned use(&own);
  fl_spawned { struct own *p = 0; use(p); }
  fl_spawned use(&nameless);
  fl_spawned use(wide);
  fl_spawned printf("%d\n", va_arg(list, int));
  fl_spawned { __typeof__(array) copy; use(copy); use(array); }
  va_end(list);
}

void sized(int n)
{
  int array[n];
  array[0] = 1;
  fl_spawned use(array);
}

cps int jumps(int n)
{
  while (n) {
    fl_spawned {
      if (n == 1)
        break;
      if (n == 2)
        continue;
      if (n == 3)
        goto out;
      if (n == 4)
        return 4;
    in:
      n = 5;
    }
    if (n == 6)
      goto in;
  }
  switch (n)
    fl_spawned {
    case 1:
      n = 2;
    }
out:
  return number();
}

