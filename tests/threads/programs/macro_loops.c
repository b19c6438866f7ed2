/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <stdio.h>

#include <fl_threads.h>

static cps int later(int v)
{
  fl_yield();
  return v;
}
#define TRY do {
#define FAIL break
#define END } while (0)
#define EACH(i, n) for (int i = 0, n_ = (n); i < n_; i++)
static cps void body(int n)
{
  int r = 0;
  TRY
    r = 1;
    if (later(n) == 1) FAIL;
    r = 2;
    EACH(i, later(3)) {
      if (i == later(2)) FAIL;
      EACH(j, i + 1) r += later(j) + i;
    }
    r *= 10;
  END;
  if (n)
    TRY r++; fl_yield(); END;
  else
    r--;
  printf("%d\n", r);
}
int main(void)
{
  fl_spawn(body(1));
  fl_spawn(body(4));
  return (int)fl_main_loop();
}
