/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <stdio.h>

#include <fl_threads.h>

static cps int later(int v)
{
  fl_yield();
  return v;
}
#define LONG(a, \
             b) \
  (a /* one */ + \
   /* two */ b)
static cps/* here */int/**/fn(/* parameters */int a/* behind */)
{
  // a line } with a brace
  fl_yield(/* nothing */);/* { */
  return a // not the end
    + 1;
}
static cps void body(int n)
{ int x = LONG(fn(n),\
fn(2)); i\
f (later(x) > 3) { pri\
ntf("%d\n", x); } else { printf("small %d\n", x); } }
int main(void)
{
  fl_spawn(body(1));
  fl_spawn(body(4));
  return (int)fl_main_loop();
}
