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
static cps void body(void)
{
  int a = 1, *p = &a, **q = &p, b[2] = {2, get(3)}, (*f)(const char *) = puts, c;
  int puts(const char *);
  extern int printf(const char *, ...);
  typedef unsigned char byte;
  enum { ONE = 1, TWO };
  c = get(TWO);
  {
    byte d = 255;
    d++;
    fl_yield();
  }
  f("p");
  printf("%d %d %d %d %d\n", a, *p, **q, b[1], c + ONE);
}
int main(void)
{
  fl_spawn(body());
  return (int)fl_main_loop();
}
