/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <fl_threads.h>

static cps int get(int v)
{
  fl_yield();
  return v;
}
static cps void body(int n)
{
  int i = 0, log = 1;
again:
  if (get(i) < n) {
    i++;
    log = log * 3 + i;
    goto again;
  }
  if (n == 3) goto inside;
  for (i = 0; i < 3; i++) {
    fl_yield();
  inside:
    log += i;
    {
      int t = get(i);
      if (t == 2) goto done;
    }
  }
done:
  printf("%d %d %d\n", n, i, log);
  {
    goto skip;
    {
    skip:
      fl_yield();
      log++;
    }
  }
  if (log % 2) {
  odd:
    printf("odd %d\n", log);
  } else {
    log = get(log + 1);
    goto odd;
  }
}
int main(void)
{
  fl_spawn(body(3));
  fl_spawn(body(5));
  return (int)fl_main_loop();
}
