/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <fl_threads.h>

static cps signed char c_(int v)
{
  fl_yield();
  return v;
}
static cps unsigned char u_(unsigned char v)
{
  fl_yield();
  return v;
}
static cps _Bool b_(_Bool v)
{
  fl_yield();
  return v;
}
static cps short s_(short v)
{
  fl_yield();
  return v;
}
static cps long long ll_(long long v)
{
  fl_yield();
  return v;
}
static cps unsigned u32_(unsigned v)
{
  fl_yield();
  return v;
}
enum color { RED, GREEN = 5, BLUE };
static cps enum color e_(int v)
{
  fl_yield();
  return v ? BLUE : GREEN;
}
static cps void *p_(void *v)
{
  fl_yield();
  return v;
}
static cps void body(void)
{
  int x = 3;
  printf("%d %d %d %d %lld %u %d\n", c_(300), u_(300), b_(7), s_(70000), ll_(1LL << 40), u32_(-1), e_(1));
  printf("%d %d\n", b_(0.5), *(int *)p_(&x));
  unsigned long long z = (unsigned long long)c_(-1);
  long long y = u32_(-1);
  int w = ll_((1LL << 32) + 5);
  printf("%llu %lld %d %d\n", z, y, w, e_(0) == GREEN);
}
int main(void)
{
  fl_spawn(body());
  return (int)fl_main_loop();
}
