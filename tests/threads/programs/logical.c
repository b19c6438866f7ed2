/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <fl_threads.h>

static char log_[200];
static int n;
static cps int t(int v, char c)
{
  log_[n++] = c;
  fl_yield();
  return v;
}
static cps void body(int a)
{
  n = 0;
  int r = t(a, 'a') && t(0, 'b') || t(3, 'c');
  int s = !(t(a, 'd') && (t(1, 'e') || t(1, 'f')));
  if (a && t(2, 'g')) r += 10;
  if (!t(a, 'h') || (fl_yield(), t(1, 'i') && a > 1)) r += 100;
  while (t(a, 'j') && a-- > 0)
    ;
  t(0, 'k') && t(1, 'l');
  t(0, 'm') || t(1, 'n');
  log_[n] = 0;
  printf("%d %d %d %s\n", r, s, a, log_);
}
static cps void all(void)
{
  body(0);
  body(1);
  body(2);
}
int main(void)
{
  fl_spawn(all());
  return (int)fl_main_loop();
}
