/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <stdio.h>

#include <fl_threads.h>

static cps int later(int v)
{
  fl_yield();
  return v;
}
static cps void body(int n)
{
  int out = 0;
  for (int i = 0; i < 12; i++) {
    switch (later(i) % 5) {
    case 0: continue;
    case 1:
      out += 1;
      break;
    case 2:
      for (;;) {
        if (later(out) > i) break;
        out += 2;
        continue;
      }
    case 3:
      out += 3;
      if (i > 8) goto done;
      break;
    default:
      switch (n) {
      case 1: continue;
      default: break;
      }
      out += 10;
    }
    out *= 2;
    do {
      if (later(i) & 1) continue;
      out--;
    } while (later(0));
  }
done:
  printf("%d\n", out);
}
int main(void)
{
  fl_spawn(body(1));
  fl_spawn(body(4));
  return (int)fl_main_loop();
}
