/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <fl_threads.h>

static cps unsigned mix(unsigned h, unsigned v)
{
  h ^= v;
  h *= 16777619u;
  if (h & 1) fl_yield();
  return h;
}
static cps unsigned hash(const char *s)
{
  unsigned h = 2166136261u;
  while (*s) h = mix(h, (unsigned char)*s++);
  return h;
}
static cps void body(const char *s, int rounds)
{
  unsigned a = 1, b = 2, c = 3, d = 4;
  for (int i = 0; i < rounds; i++) {
    a = mix(a, b);
    b = mix(c, a + d);
    c = hash(s) ^ mix(b, c);
    d = d * 5 + (c & 3 ? mix(a, d) : hash(s + 1));
  }
  printf("%08x %08x %08x %08x\n", a, b, c, d);
}
int main(void)
{
  fl_spawn(body("hello", 10));
  fl_spawn(body("world", 33));
  return (int)fl_main_loop();
}
