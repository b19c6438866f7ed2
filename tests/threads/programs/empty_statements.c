/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <stdio.h>

#include <fl_threads.h>

static cps int later(int v)
{
  fl_yield();
  return v;
}
static cps void nothing(void)
{
}
static cps void body(int n)
{
  ;
  {
    ;
    {
    }
  }
  if (n)
    ;
  else
    fl_yield();
  for (; n < 6; n++, nothing())
    ;
  while (later(0))
    ;
  do
    ;
  while (later(n++ < 8));
  switch (later(n))
  case 9:;
  goto end;
end:;
  printf("%d\n", n);
}
int main(void)
{
  fl_spawn(body(1));
  fl_spawn(body(4));
  return (int)fl_main_loop();
}
