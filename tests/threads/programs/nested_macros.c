/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <stdio.h>

#include <fl_threads.h>

static cps int later(int v)
{
  fl_yield();
  return v;
}
#define ONE(x) later(x)
#define TWO(x) (ONE(x) + ONE(x + 1))
#define FOUR(x) (TWO(x) * TWO(x + 2))
#define CAT_(a, b) a##b
#define CAT(a, b) CAT_(a, b)
#define VAR(n) CAT(v, n)
#define REPEAT3(m) m(0) m(1) m(2)
#define DECLARE(k) int VAR(k) = FOUR(k);
#define SUM(k) +VAR(k)
#define STR_(x) #x
#define STR(x) STR_(x)
static cps void body(int n)
{
  REPEAT3(DECLARE)
  fl_yield();
  int s = 0 REPEAT3(SUM);
  printf("%d %d %s %s\n", n, s, STR(FOUR(1)), STR(VAR(2)));
}
int main(void)
{
  fl_spawn(body(1));
  fl_spawn(body(4));
  return (int)fl_main_loop();
}
