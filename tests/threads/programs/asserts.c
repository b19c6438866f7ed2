/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <assert.h>
#include <stdio.h>

#include <fl_threads.h>

#define MAX(a, b)              \
  ({                           \
    __typeof__(a) a_ = (a);    \
    __typeof__(b) b_ = (b);    \
    a_ > b_ ? a_ : b_;         \
  })
#define CHECK(e)                                       \
  do {                                                 \
    if (!(e)) printf("%s is false at %d\n", #e, __LINE__); \
  } while (0)

static cps int later(int v)
{
  fl_yield();
  return v;
}
static cps long waits(long v)
{
  fl_yield();
  return v + 1;
}
static cps void body(int n)
{
  int local = n;
  assert(later(n) == n);
  assert(later(local) + later(1) == n + 1 && "both");
  CHECK(later(n) == n + 1);
  int m = MAX(later(n), later(2)) + MAX(MAX(later(5), n), later(local));
  __typeof__(local) copy = local + 1;
  fl_yield();
  printf("%d %d\n", m, copy);
  long sum = 0;
  for (int i = 0; ({ local++; later(i) < 3; }); i += ({ int step = later(1); sum += step; step; })) {
    __typeof__(waits(0)) w = ({
      long t = waits(i), *p = &t;
      if (t > 2) printf("large\n");
      while (later(0)) t++;
      *p * 2;
    });
    sum += w;
  }
  printf("%ld %d\n", sum, local);
  ({ fl_yield(); });
  int x = later(3) ? ({ int y = later(4); y + ({ later(y); }); }) : 0;
  printf("%d %d\n", x, n && ({ later(n) == 1; }));
  static const int three = 3;
  int z = ({ if (later(0)) return; later(three); });
  printf("%d\n", z);
}
int main(void)
{
  fl_spawn(body(1));
  fl_spawn(body(4));
  return (int)fl_main_loop();
}
