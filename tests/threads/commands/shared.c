/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* For tests/threads/shared.t: who is called by functions in parts. */
#include <fl_threads.h>
struct pair {
  int a;
  double b;
};
cps void nothing(void);
static cps int number(int n, const char *s);
cps struct pair two(struct pair p, int *at);
cps void nothing(void) { fl_yield(); }
static cps int number(int n, const char *s)
{
  nothing();
  return n + (s != 0);
}
cps struct pair two(struct pair p, int *at)
{
  nothing();
  *at += number(p.a, 0);
  return p;
}
cps void all(int *at)
{
  struct pair p = {1, 2};
  nothing();
  for (int i = 0; i < 3; i++) {
    p = two(p, at);
    *at += number(i, "x");
    nothing();
  }
}
