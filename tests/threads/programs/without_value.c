/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Expressions without a value that suspend, behind `__extension__` and in other operands: what is in them is done
 * once. */
#include <assert.h>
#include <stdio.h>

#include <fl_threads.h>

static int count;

static cps int later(int v) {
  fl_yield();
  count += v;
  return v;
}

static cps void nothing(int v) {
  fl_yield();
  count += v;
}

static cps void body(int n) {
  int x = 0;
  __extension__({
    later(1);
    x++;
    (void)0;
  });
  __extension__ nothing(10);
  (void)0, __extension__ nothing(100);
  n ? __extension__ nothing(1000) : (void)0;
  __extension__(n ? nothing(10000) : nothing(20000));
  (void)(__extension__({
    x++;
    nothing(100000);
    x++;
  }));
  (x += 10, __extension__({
    if (later(0))
      ;
    else
      x += 100;
  }));
  __extension__(later(1000000) && later(2000000));
  __extension__(__extension__(nothing(1), (void)x));
  for (int i = 0; i < 2; __extension__({
         nothing(0);
         i++;
         (void)0;
       }))
    x += 1000;
  assert(later(1) == 1);
  printf("%d %d\n", x, count);
}

int main(void) {
  fl_spawn(body(1));
  return (int)fl_main_loop();
}
