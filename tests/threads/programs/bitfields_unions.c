/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <fl_threads.h>

struct bits {
  unsigned a : 3;
  int b : 5;
  unsigned long long c : 40;
};
union u {
  int i;
  float f;
  unsigned char bytes[4];
};
static cps int get(int v)
{
  fl_yield();
  return v;
}
static cps struct bits make(int a)
{
  struct bits s = {a, -a, a * 1000L};
  fl_yield();
  s.b++;
  return s;
}
static cps union u word(int i)
{
  union u w;
  w.i = i;
  fl_yield();
  return w;
}
static cps void body(void)
{
  struct bits s = {1, 2, 3};
  s.a = get(13);
  s.b = get(-3);
  s.c += get(7);
  s.a++;
  s.a += get(2);
  printf("%u %d %llu\n", s.a, s.b, (unsigned long long)s.c);
  s = make(5);
  printf("%u %d %llu %d\n", s.a, s.b, (unsigned long long)s.c, make(2).b);
  union u w = word(0x3f800000);
  fl_yield();
  printf("%g %d\n", (double)w.f, word(7).bytes[0] + word(7).bytes[3]);
}
int main(void)
{
  fl_spawn(body());
  return (int)fl_main_loop();
}
