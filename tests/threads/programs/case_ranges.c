/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <stdio.h>

#include <fl_threads.h>

static cps int later(int v)
{
  fl_yield();
  return v;
}
static cps int class(int c)
{
  switch (later(c)) {
  case '0' ... '9': return later(1);
  case 'a' ... 'f':
  case 'A' ... 'F': fl_yield(); return 2;
  default: return 0;
  case -5 ... - 1: return 3;
  }
}
static cps void body(int n)
{
  for (const char *s = "0zF9a."; *s; s++) printf("%d", class(*s));
  printf(" %d\n", class(-n));
}
int main(void)
{
  fl_spawn(body(1));
  fl_spawn(body(4));
  return (int)fl_main_loop();
}
