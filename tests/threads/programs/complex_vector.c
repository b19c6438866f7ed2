/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <fl_threads.h>

typedef int v4 __attribute__((vector_size(16)));
static cps _Complex double rotate(_Complex double z)
{
  fl_yield();
  return z * 1.0i;
}
static cps v4 add(v4 a, v4 b)
{
  fl_yield();
  return a + b;
}
#ifndef __SIZEOF_INT128__
#define __int128 long long
#define HALF 32
#else
#define HALF 64
#endif
static cps __int128 wide(__int128 x)
{
  fl_yield();
  return x << (HALF + 1);
}
static cps void body(void)
{
  _Complex double z = 1 + 2i;
  z = rotate(z) + rotate(rotate(z));
  v4 a = {1, 2, 3, 4}, b = add(a, a);
  b = add(b, (v4){1, 1, 1, 1});
  printf("%g %g %d %d %d\n", __real__ z, __imag__ z, b[0], b[3], (int)(wide(3) >> HALF));
}
int main(void)
{
  fl_spawn(body());
  return (int)fl_main_loop();
}
