/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <fl_threads.h>

#define TWICE(x)                                                                                             \
  do {                                                                                                       \
    (x);                                                                                                     \
    (x);                                                                                                     \
  } while (0)
#define MAX(a, b) ((a) > (b) ? (a) : (b))
#define GET(v) get(v)
#define FOREVER for (;;)
#define SWAP(t, a, b)                                                                                        \
  do {                                                                                                       \
    t tmp_ = (a);                                                                                            \
    fl_yield();                                                                                              \
    (a) = (b);                                                                                               \
    (b) = tmp_;                                                                                              \
  } while (0)
static int calls;
static cps int get(int v)
{
  calls++;
  fl_yield();
  return v;
}
static cps void body(void)
{
  int a = 1, b = 2;
  TWICE(a += GET(3));
  b = MAX(GET(4), MAX(a, GET(5)));
  SWAP(int, a, b);
  FOREVER
  {
    if (GET(a), --a < 3) break;
  }
  printf("%d %d %d\n", a, b, calls);
}
int main(void)
{
  fl_spawn(body());
  return (int)fl_main_loop();
}
