/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <stdio.h>

#include <fl_threads.h>

static int log_;
static cps int note(int v)
{
  log_ = log_ * 3 + v;
  fl_yield();
  return v & 1;
}
static cps void body(int n)
{
  int a = note(n) && note(2) || note(1) && !note(3), b = (note(0) || note(n)) && (note(1), note(2));
  if (!(note(1) && note(n)) || (a && note(5))) b += 2;
  while (note(n - 1) && n-- > 0 && note(1))
    ;
  printf("%d %d %d\n", a, b, n);
}
int main(void)
{
  for (int i = 0; i < 4; i++) {
    log_ = 0;
    fl_spawn(body(i));
    if (fl_main_loop()) return 1;
    printf("%d\n", log_);
  }
  return 0;
}
