/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <stdint.h>
#include <stdio.h>

#include <fl_threads.h>

static cps int later(int v)
{
  fl_yield();
  return v;
}
union bits {
  float f;
  uint32_t u;
  struct {
    uint16_t half[2];
  } s;
};
static cps union bits flip(union bits b, int bit)
{
  fl_yield();
  b.u ^= (uint32_t)1 << bit;
  return b;
}
static cps void body(int n)
{
  union bits b = {.f = (float)n};
  b = flip(b, 31);
  printf("%g ", (double)b.f);
  b = flip(flip(b, later(31)), 0);
  fl_yield();
  printf("%08x %d\n", (unsigned)b.u, (b.s.half[0] ^ b.s.half[1]) != 0);
}
int main(void)
{
  fl_spawn(body(1));
  fl_spawn(body(4));
  return (int)fl_main_loop();
}
