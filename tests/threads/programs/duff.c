/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <fl_threads.h>

static cps void put(char *to, char c)
{
  fl_yield();
  *to = c;
}
static cps void copy(char *to, const char *from, int count)
{
  int n = (count + 3) / 4;
  switch (count % 4) {
  case 0: do { put(to++, *from++);
    case 3: put(to++, *from++);
    case 2: put(to++, *from++);
    case 1: put(to++, *from++);
    } while (--n > 0);
  }
}
static cps void body(int n)
{
  char a[32] = "................";
  copy(a, "abcdefghijklmnop", n);
  printf("%s\n", a);
}
int main(void)
{
  for (int i = 1; i < 10; i++) fl_spawn(body(i));
  return (int)fl_main_loop();
}
