/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <stdio.h>

#include <fl_threads.h>

static cps int later(int v)
{
  fl_yield();
  return v;
}
#define max(a, b) ({ int a_ = (a), b_ = (b); a_ > b_ ? a_ : b_; })
#define swap(a, b)         \
  do {                     \
    __typeof__(a) t_ = (a); \
    (a) = (b);             \
    (b) = t_;              \
  } while (0)
static cps void body(int n)
{
  int x = n, y = 7 - n, z;
  fl_yield();
  z = max(x, ({ int s = 0; for (int i = 0; i < y; i++) s += i; s; }));
  swap(x, y);
  fl_yield();
  swap(z, y);
  for (int i = 0; i < max(x, y) && i < 6; i++) z += max(i, later(2)) * ({ x++; });
  printf("%d %d %d\n", x, y, z);
}
int main(void)
{
  fl_spawn(body(1));
  fl_spawn(body(4));
  return (int)fl_main_loop();
}
