/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <stdio.h>

#include <fl_threads.h>

static cps int later(int v)
{
  fl_yield();
  return v;
}
static cps int copy(char *to, const char *from, int count)
{
  int rounds = (count + 3) / 4, done = 0;
  switch (count % 4) {
  case 0:
    do {
      *to++ = *from++, done += later(1);
    case 3: *to++ = *from++, fl_yield();
    case 2:
      for (int k = 0; k < 1; k++) {
      case 1: *to++ = *from++;
        if (k > 5) break;
        fl_yield();
        k = 0;
      }
    } while (--rounds > 0);
  }
  return done;
}
static cps void body(int n)
{
  char to[20] = "";
  int r = copy(to, "abcdefghijklm", n + 4);
  printf("%s %d\n", to, r);
}
int main(void)
{
  fl_spawn(body(1));
  fl_spawn(body(4));
  return (int)fl_main_loop();
}
