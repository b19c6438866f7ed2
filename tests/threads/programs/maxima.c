/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Macros of Linux' kind, each in the other, with suspending calls in their arguments: typeof of statement expressions
 * that declare what is called as other things around. */
#include <fl_threads.h>
#include <stdio.h>

#define MAX(a, b)          \
  __extension__({          \
    __typeof__(a) _a = (a); \
    __typeof__(b) _b = (b); \
    _a > _b ? _a : _b;     \
  })
#define max(x, y)                    \
  __extension__({                    \
    __typeof__(x) _m1 = (x);         \
    __typeof__(y) _m2 = (y);         \
    (void)(&_m1 == &_m2);            \
    _m1 > _m2 ? _m1 : _m2;           \
  })
#define min(x, y)                  \
  __extension__({                  \
    const __typeof__(x) _n1 = (x); \
    const __typeof__(y) _n2 = (y); \
    _n1 < _n2 ? _n1 : _n2;         \
  })
#define clamp(v, low, high) min(max(v, low), high)
#define swap(a, b)          \
  do {                      \
    __typeof__(a) tmp = (a); \
    (a) = (b);              \
    (b) = tmp;              \
  } while (0)

static cps int next(int v)
{
  fl_yield();
  return v + 1;
}

static cps long twice(long v)
{
  fl_yield();
  return 2 * v;
}

/* The innermost `y`, which is no variable of the frame. */
static cps int kinds(int y)
{
  fl_yield();
  int r = __extension__({
    static char y;
    __typeof__(y) z = 3;
    (int)sizeof z + z + y;
  });
  __typeof__(__extension__({ char y = 1, *x = &y; *x; })) c = (__typeof__(c))300;
  return r + y + c;
}

static cps void run(void)
{
  int x = 4, y = 5, tmp = 3, u = 8, _a = 6;
  int r = MAX(next(1), MAX(next(2), next(3)));
  int q = MAX(MAX(x, y), MAX(next(x), MAX(y, next(y))));
  long z = MAX(MAX(twice(7), 3L), (long)x);
  printf("%d %d %ld %d\n", r, q, z, (int)(sizeof(MAX(x, 3)) + sizeof(MAX((char)1, 'a'))));
  int a = max(next(1), max(tmp, max(next(2), 3)));
  int b = clamp(next(10), next(3), 7);
  swap(u, a);
  fl_yield();
  printf("%d %d %d %d %d\n", a, b, tmp, u, _a);
  swap(x, *(&y));
  z = max(twice(z), max(twice(_a), clamp(twice(x), twice(1), twice(y))));
  printf("%d %d %ld %d\n", x, y, z, kinds(next(0)));
}

int main(void)
{
  fl_spawn(run());
  return (int)fl_main_loop();
}
